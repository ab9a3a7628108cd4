/** The platform's HTTP API: requests that are made again where that does no harm, and errors that say what to do. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "../child-tree.ts";
import { UserError } from "../user-error.ts";
import { ANSWER_TIMEOUT_MS, ASKED_WAIT_MS_MAX, FIRST_WAIT_MS, TRIES_MAX, UNREACHED_TRIES_MAX } from "./limits.ts";
import { apiBaseUrl, loginHeaders, namedAccount } from "./platform-login.ts";

/** The platform's envelope. */
interface Envelope<T> {
  success: boolean;
  errors?: { code: number; message: string }[];
  result: T;
}

/** The platform refused: nothing was done. */
export class PlatformRefusal extends UserError {
  readonly httpStatus: number;

  constructor(httpStatus: number, message: string) {
    super(message);
    this.httpStatus = httpStatus;
  }
}

/** No answer came: what was asked may have been done. */
export class AnswerLost extends UserError {}

interface Sent {
  answer: Response | null;
  /** Why there is none. */
  reason: string;
  /** It never left this machine. */
  unsent: boolean;
}

/** Network errors before a request is sent. */
const UNSENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

const TOO_MANY = 429;
const BROKEN = 500;

export class PlatformApi {
  readonly accountId: string;
  readonly #baseUrl: string;
  readonly #headers: Record<string, string>;

  /** Logged in, with the account that the databases are in. */
  static async open(environment: Environment): Promise<PlatformApi> {
    const [baseUrl, headers] = [apiBaseUrl(environment), loginHeaders(environment)];
    const accountId = namedAccount(environment) ?? (await new PlatformApi(baseUrl, headers, "").#onlyAccount());
    return new PlatformApi(baseUrl, headers, accountId);
  }

  private constructor(baseUrl: string, headers: Record<string, string>, accountId: string) {
    this.#baseUrl = baseUrl;
    this.#headers = headers;
    this.accountId = accountId;
  }

  /**
   * Posts to a path of the account and gives the result. `again`: it may be done twice. Throws PlatformRefusal, or AnswerLost
   * where it may have been done without our knowing.
   */
  post<T>(path: string, body: object, { again }: { again: boolean }): Promise<T> {
    return this.#request<T>("POST", `/accounts/${this.accountId}${path}`, body, again);
  }

  async #onlyAccount(): Promise<string> {
    const accounts = await this.#request<{ id: string; name: string }[]>("GET", "/accounts", undefined, true);
    const [only, ...others] = accounts;
    if (only && others.length === 0) return only.id;
    const told = accounts.map(({ id, name }) => `  ${id}  ${name}`).join("\n");
    throw new UserError(`which account? Set account_id in wrangler.toml, or CLOUDFLARE_ACCOUNT_ID, to one of\n${told || "  (none)"}`);
  }

  async #request<T>(method: string, path: string, body: object | undefined, again: boolean): Promise<T> {
    const headers = { ...this.#headers, "Content-Type": "application/json" };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    for (let tries = 1; ; tries += 1) {
      const sent = await send(`${this.#baseUrl}${path}`, init);
      const refused = sent.answer?.status === TOO_MANY;
      const known = sent.answer !== null && !refused && sent.answer.status < BROKEN;
      const envelope = known ? await readEnvelope<T>(sent) : null;
      if (envelope && sent.answer) return this.#resultOf(envelope, sent.answer.status);
      if (tries >= (sent.unsent ? UNREACHED_TRIES_MAX : TRIES_MAX) || !(again || refused || sent.unsent)) throw this.#lost(sent);
      await sleep(waitMs(sent.answer, tries));
    }
  }

  #resultOf<T>({ success, errors = [], result }: Envelope<T>, status: number): T {
    if (success) return result;
    const said = errors.map(({ code, message }) => `${message} [code: ${code}]`).join("; ") || `status ${status}`;
    // 6003: the token has not even the form of one.
    if (status !== 401 && status !== 403 && !errors.some(({ code }) => code === 6003)) throw new PlatformRefusal(status, said);
    const cure = "npx wrangler login, or a CLOUDFLARE_API_TOKEN that may edit D1";
    throw new PlatformRefusal(
      status,
      `the platform does not let you in: ${said}\nTry ${cure}${this.accountId && ` in account ${this.accountId}`}.`,
    );
  }

  #lost({ answer, reason, unsent }: Sent): UserError {
    if (answer?.status === TOO_MANY)
      return new PlatformRefusal(TOO_MANY, "the platform has had too many requests of you; try again in five minutes");
    if (unsent) return new UserError(`${new URL(this.#baseUrl).host} cannot be reached (${reason}); nothing was done`);
    return new AnswerLost(
      `the platform's answer was lost (${reason}): what was asked last may or may not have been done. Run the command again.`,
    );
  }
}

/** A request that gets an answer, or the reason why there is none. */
async function send(url: string, init: RequestInit): Promise<Sent> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return { answer, reason: `status ${answer.status}`, unsent: false };
  } catch (error) {
    const reason = reasonOf(error);
    return { answer: null, reason, unsent: UNSENT.has(reason) };
  }
}

/** Null where the answer breaks off or is none of the platform's. */
async function readEnvelope<T>(sent: Sent): Promise<Envelope<T> | null> {
  try {
    const envelope = (await sent.answer?.json()) as Envelope<T> | null;
    if (typeof envelope?.success === "boolean") return envelope;
    sent.reason = "it is not the platform's";
  } catch (error) {
    sent.reason = reasonOf(error);
  }
  return null;
}

/** The code of a network error, which fetch hides behind its own, or the error's name. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : error.name;
}

/** As long as the platform asks, else longer each time. */
function waitMs(answer: Response | null, tries: number): number {
  const asked = Number(answer?.headers.get("Retry-After") ?? Number.NaN) * 1000;
  return asked >= 0 ? Math.min(asked, ASKED_WAIT_MS_MAX) : FIRST_WAIT_MS * 2 ** (tries - 1);
}
