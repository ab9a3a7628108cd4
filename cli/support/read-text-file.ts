/** Text files of any size as a stream: plain or gzip, told apart by their first bytes. */
import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { createGunzip } from "node:zlib";
import { UserError } from "./user-error.ts";

const GZIP_MAGIC = "1f8b";

const LINE_FEED = 0x0a;

/** The file's text. Throws UserError, naming the line, where it is not UTF-8. A byte order mark is skipped. */
export async function* readText(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  const decode = (bytes?: Uint8Array): string | null => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      return null;
    }
  };
  for await (const bytes of readBytes(file)) yield decode(bytes) ?? (await refuseText(file));
  yield decode() ?? (await refuseText(file));
}

/** Reads again, line by line, which is slow, to name the first that is not UTF-8. */
async function refuseText(file: string): Promise<never> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let line = 1;
  try {
    for await (const bytes of readBytes(file)) {
      for (let from = 0, end = 0; from < bytes.length; from = end) {
        const lineFeed = bytes.indexOf(LINE_FEED, from);
        end = lineFeed < 0 ? bytes.length : lineFeed + 1;
        decoder.decode(bytes.subarray(from, end), { stream: true });
        if (lineFeed >= 0) line += 1;
      }
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
  }
  throw new UserError(`${file}, line ${line}: is not UTF-8`);
}

/** SHA-256 of the unpacked content, lower-case hex: the same for a file and its gzip. */
export async function contentSha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of readBytes(file)) hash.update(bytes);
  return hash.digest("hex");
}

/** The file's bytes, unpacked. Throws UserError where it cannot be read or is broken gzip. */
async function* readBytes(file: string): AsyncGenerator<Uint8Array> {
  try {
    const packed = startsWithGzip(file);
    const source = createReadStream(file);
    if (!packed) return yield* source as AsyncIterable<Uint8Array>;
    const gunzip = createGunzip();
    source.on("error", (error) => gunzip.destroy(error));
    yield* source.pipe(gunzip) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof Error && "code" in error) throw new UserError(`${file}: cannot be read (${error.message})`);
    throw error;
  }
}

function startsWithGzip(file: string): boolean {
  const handle = openSync(file, "r");
  try {
    const magic = Buffer.alloc(2);
    readSync(handle, magic);
    return magic.toString("hex") === GZIP_MAGIC;
  } finally {
    closeSync(handle);
  }
}
