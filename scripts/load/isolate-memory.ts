/**
 * What the Worker's own isolate holds, asked of its inspector: the processes of `wrangler dev` tell nothing, as a second
 * workerd, wrangler's proxy with nothing of Tabard in it, grows beside it, and both collect late.
 */
export interface IsolateMemory {
  /** Bytes of the heap and of the buffers behind it; garbage that is not collected yet counts. */
  heldBytes(): Promise<number>;
  close(): void;
}

interface HeapUsage {
  usedSize: number;
  embedderHeapUsedSize: number;
  backingStorageSize: number;
}

/** Connects to the inspector of `wrangler dev --inspector-port`. */
export async function watchIsolate(inspectorPort: number): Promise<IsolateMemory> {
  // The inspector refuses whoever names no local origin: a page elsewhere might ask.
  const options = { headers: { Origin: "http://localhost" } } as unknown as string[];
  const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/ws`, options);
  const waiting = new Map<number, (usage: HeapUsage) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: HeapUsage };
    if (id === undefined || result === undefined) return;
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`no inspector of a Worker answers at port ${inspectorPort}`)));
  });
  let asked = 0;
  return {
    heldBytes: async () => {
      asked += 1;
      const id = asked;
      const usage = new Promise<HeapUsage>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method: "Runtime.getHeapUsage" }));
      const { usedSize, embedderHeapUsedSize, backingStorageSize } = await usage;
      return usedSize + embedderHeapUsedSize + backingStorageSize;
    },
    close: () => socket.close(),
  };
}
