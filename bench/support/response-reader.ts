/** Finds the end of HTTP/1.1 responses on a keep-alive connection, keeping nothing: the client must cost less than the server. */

const HEAD_END = Buffer.from("\r\n\r\n");
const NO_BODY = new Set([204, 304]);

type State = "head" | "length" | "chunk-size" | "chunk" | "trailer";

export class ResponseReader {
  status = 0;
  bodyBytes = 0;
  /** Whether the server closes the connection after this response. */
  closes = false;
  #state: State = "head";
  #pending: Buffer = Buffer.alloc(0);
  #left = 0;

  /** Takes what came; true once the response is complete. One response at a time is under way. */
  push(chunk: Buffer): boolean {
    let data = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk;
    this.#pending = Buffer.alloc(0);
    for (;;) {
      if (this.#state === "head") {
        const end = data.indexOf(HEAD_END);
        if (end === -1) return this.#wait(data);
        if (this.#readHead(data.toString("latin1", 0, end))) return true;
        data = data.subarray(end + HEAD_END.length);
      } else if (this.#state === "length" || this.#state === "chunk") {
        if (data.length < this.#left) {
          this.#left -= data.length;
          return false;
        }
        data = data.subarray(this.#left);
        if (this.#state === "length") return this.#done();
        this.#state = "chunk-size";
      } else {
        const line = data.indexOf("\r\n");
        if (line === -1) return this.#wait(data);
        const last = this.#state === "trailer";
        const size = last ? 0 : Number.parseInt(data.toString("latin1", 0, line), 16);
        data = data.subarray(line + 2);
        if (last) return this.#done();
        this.bodyBytes += size;
        // A chunk's data ends with a line break of its own.
        this.#left = size + 2;
        this.#state = size === 0 ? "trailer" : "chunk";
      }
    }
  }

  #readHead(head: string): boolean {
    this.status = Number(head.slice(9, 12));
    this.bodyBytes = 0;
    this.closes = /\r\nconnection: *close/i.test(head);
    if (NO_BODY.has(this.status)) return this.#done();
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.#state = length === undefined ? "chunk-size" : "length";
    this.#left = Number(length ?? 0);
    this.bodyBytes = this.#left;
    return false;
  }

  #wait(data: Buffer): false {
    this.#pending = data;
    return false;
  }

  #done(): true {
    this.#state = "head";
    return true;
  }
}
