/** Why a push was refused, in sentences for whoever sent it. Pure. */
import type { Failure } from "../../base/result.ts";
import { FAULTS_NAMED_MAX } from "../limits.ts";

/** The fault is not the message's. */
const BUSY = "The service cannot take it at the moment: send it again.";

/** A sentence for each fault, each once. */
export function sentencesOf(failure: Failure): string[] {
  if ("errors" in failure) return [...new Set(failure.errors.map(({ detail }) => detail))].slice(0, FAULTS_NAMED_MAX);
  return ["detail" in failure ? failure.detail : BUSY];
}
