/** A bound on waiting. Leaf. */

/** What `work` gives, or an error once `msMax` have passed. The work itself goes on unheard. */
export async function withinMs<T>(work: Promise<T>, msMax: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${msMax} ms`)), msMax);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
