/**
 * The export's document as a stream: head, transactions, tail. Written only as fast as the client reads, in chunks of about
 * EXPORT_CHUNK_CHARS, in constant memory.
 */
import { utf8 } from "../base/bytes.ts";
import { EXPORT_CHUNK_CHARS, EXPORT_SLICE_TRANSACTIONS } from "./limits.ts";
import type { ExportedTransaction } from "../ledger/export-transactions.ts";
import { writeTransactions } from "./write-transactions.ts";

/**
 * The stream. Where the pages fail, it errors: the tail is never written, so the document stays unclosed for whoever got its
 * beginning. `onFailure` then gets the error and how many transactions had been handed to the client.
 */
export function streamExport(
  head: string,
  pages: AsyncIterable<readonly ExportedTransaction[]>,
  tail: string,
  onFailure: (error: unknown, transactionsWritten: number) => void,
): ReadableStream<Uint8Array> {
  let transactionsWritten = 0;
  let cancelled = false;
  const chunks = writeChunks(head, pages, tail, (count) => (transactionsWritten += count));
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        // The client may have gone while the page was read.
        if (cancelled) return;
        if (done) controller.close();
        else controller.enqueue(utf8(value));
      } catch (error) {
        onFailure(error, transactionsWritten);
        controller.error(error);
      }
    },
    async cancel() {
      cancelled = true;
      await chunks.return();
    },
  });
}

async function* writeChunks(
  head: string,
  pages: AsyncIterable<readonly ExportedTransaction[]>,
  tail: string,
  onWritten: (transactions: number) => void,
): AsyncGenerator<string, void, void> {
  let text = head;
  let transactions = 0;
  for await (const page of pages) {
    for (let at = 0; at < page.length; at += EXPORT_SLICE_TRANSACTIONS) {
      const slice = page.slice(at, at + EXPORT_SLICE_TRANSACTIONS);
      text += writeTransactions(slice);
      transactions += slice.length;
      if (text.length < EXPORT_CHUNK_CHARS) continue;
      yield text;
      onWritten(transactions);
      text = "";
      transactions = 0;
    }
  }
  yield text + tail;
}
