/** A document as it is asked for: docs/interface.md §12, POST /documents. Pure types. */
import type { Money } from "../../base/money.ts";

/** An amount under a sale code, tax included. */
export interface RequestedLine {
  saleCode: string;
  gross: Money;
  /** Null: the sale code's. */
  description: string | null;
}

/** Null: as it is usual for the document. */
interface RequestedDates {
  transactionMs: number | null;
  dueMs: number | null;
}

/** A booking's account, or any other one of a hotel. */
export type RequestedAccount = { bookingId: string } | { hotelId: string; reference: string };

interface RequestedInvoice {
  transactionType: "Invoice";
  hotelId: string;
  reference: string;
  accountNumber: string;
  accountType: number;
  lines: readonly RequestedLine[];
}

export type DocumentRequest = RequestedDates &
  (
    | { transactionType: "Proforma"; bookingId: string; lines: readonly RequestedLine[] }
    /** Of what is open. */
    | { transactionType: "Invoice"; bookingId: string }
    | RequestedInvoice
    | { transactionType: "CreditNote"; invoice: string; lines: readonly RequestedLine[] }
    | {
        transactionType: "Payment";
        /** Null: that of the payment given back. */
        account: RequestedAccount | null;
        payCode: string;
        gross: Money;
        externalReference: string | null;
        /** The UniqueReferenceNumber of the Payment that is given back; null where nothing is. */
        refundOf: string | null;
      }
  );
