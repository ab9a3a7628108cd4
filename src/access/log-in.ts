/**
 * Log-in of users and operators: docs/interface.md §3.2, §10.4 and §10.6. One line in the log for each, accepted or refused, with
 * the reason; who and from where stand there as keyed hashes.
 */
import { type Account, accountSha256, admitAccount, failureSlices, keyedHash, noteFailedTry, rememberAddress } from "./account-guard.ts";
import { useGroupOfSite } from "./find-group.ts";
import { joinHashLine, leaveHashLine, runInHashTurn, takeHashTurn } from "./hash-queue.ts";
import { limitLogIn } from "./limit-requests.ts";
import { DESK_SESSION_TTL_MS, SESSION_TTL_MS } from "./limits.ts";
import { type HashTicket, LOG_SECRET } from "./memory.ts";
import { type NewSession, type Session, openSession } from "./open-session.ts";
import { SALT_BYTES, hashPassword, isOutdated, verifyPassword } from "./password.ts";
import { type OperatorRow, type UserRow, replaceOperatorHash, replaceUserHash, selectOperator, selectUser } from "./rows/people.ts";
import { type StandingRow, selectStanding } from "./rows/log-in-failures.ts";
import { EXPORT_SCOPES, type Scope, USER_SCOPES } from "./rules/principal.ts";
import { noteRefusal } from "./shut-out.ts";
import { type Failure, type Result, fail, ok } from "../base/result.ts";
import type { Ctx } from "../host/context.ts";
import { useGroup } from "../host/group-database.ts";
import type { PreparedStatement } from "../host/database.ts";

/** Opens a user's session of 60 minutes. `unauthorized` alike for a wrong group, name or password. */
export function logInUser(ctx: Ctx, input: { groupId: string; email: string; password: string }): Promise<Result<Session>> {
  const { groupId, email, password } = input;
  return logIn<UserRow>(ctx, {
    kind: "user",
    names: ["user", groupId, email.toLowerCase()],
    find: () => Promise.resolve(useGroup(ctx, groupId)),
    password,
    select: () => selectUser(ctx.db, groupId, email),
    replaceHash: (row, hash) => replaceUserHash(ctx.db, row, hash),
    session: (row) =>
      ok({ kind: "user", groupId: row.group_id, subject: row.user_id, hotelId: null, scopes: USER_SCOPES, lifeMs: SESSION_TTL_MS }),
  });
}

interface OperatorInput {
  siteId: string;
  operatorCode: string;
  password: string;
}

/** Opens an operator's session of 60 minutes for the XML interface. `insufficient_scope` for an operator without `export`. */
export function logInForExport(ctx: Ctx, input: OperatorInput): Promise<Result<Session>> {
  return logInOperator(ctx, input, (row) =>
    scopesOf(row).includes("export") ? ok({ ...deskOf(row), scopes: EXPORT_SCOPES, lifeMs: SESSION_TTL_MS }) : withoutScope(),
  );
}

/**
 * Opens an operator's JSON session of 8 hours, with all its scopes but `export`. `unauthorized` also where the site is not of
 * `groupId` (null: the site says whose it is); `insufficient_scope` for an operator who has no other scope.
 */
export function logInAtDesk(ctx: Ctx, { groupId, ...input }: OperatorInput & { groupId: string | null }): Promise<Result<Session>> {
  return logInOperator(ctx, input, (row) => {
    const scopes = scopesOf(row).filter((scope) => scope !== "export");
    if (groupId !== null && row.group_id !== groupId) return refused();
    return scopes.length > 0 ? ok({ ...deskOf(row), scopes, lifeMs: DESK_SESSION_TTL_MS }) : withoutScope();
  });
}

function logInOperator(
  ctx: Ctx,
  { siteId, operatorCode, password }: OperatorInput,
  session: (row: OperatorRow) => Result<NewSession>,
): Promise<Result<Session>> {
  return logIn<OperatorRow>(ctx, {
    kind: "operator",
    names: ["operator", siteId, operatorCode],
    find: () => useGroupOfSite(ctx, siteId),
    password,
    select: () => selectOperator(ctx.db, siteId, operatorCode),
    replaceHash: (row, hash) => replaceOperatorHash(ctx.db, row, hash),
    session,
  });
}

interface Person {
  group_id: string;
  password_hash: string;
}

interface LogIn<Row extends Person> {
  kind: "user" | "operator";
  /** The account as typed. */
  names: readonly string[];
  password: string;
  /** Turns to the database of the account's group. */
  find(): Promise<void>;
  select: () => PreparedStatement;
  replaceHash(row: Row, hash: string): Promise<void>;
  /** What session the right password opens. */
  session(row: Row): Result<NewSession>;
}

async function logIn<Row extends Person>(ctx: Ctx, input: LogIn<Row>): Promise<Result<Session>> {
  const counted = await limitLogIn(ctx);
  if (!counted.ok) return noteLogIn(ctx, input, null, "too_many_of_address", counted);
  // Before the database is asked: a flood of log-ins costs it no more than the line is long.
  const place = joinHashLine(ctx);
  if (!place.ok) return noteLogIn(ctx, input, null, "too_many_waiting", place);
  try {
    return await logInFrom(ctx, input, place.value);
  } finally {
    leaveHashLine(ctx, place.value);
  }
}

async function logInFrom<Row extends Person>(ctx: Ctx, input: LogIn<Row>, place: HashTicket): Promise<Result<Session>> {
  await input.find();
  const { account, row, failures } = await readAccount(ctx, input);
  const admitted = await admitAccount(ctx, account, failures);
  if (!admitted.ok) return noteLogIn(ctx, input, account, "too_many_of_account", admitted);
  const isRight = await runInHashTurn(ctx, place, () => verifyPassword(input.password, row?.password_hash ?? null));
  if (!isRight || !row) {
    await noteFailedTry(ctx, account);
    noteRefusal(ctx, "log_in_refused");
    return noteLogIn(ctx, input, account, row ? "wrong_password" : "unknown_account", refused());
  }
  upgradeHash(ctx, input, row);
  rememberAddress(ctx, account);
  const session = input.session(row);
  if (!session.ok) return noteLogIn(ctx, input, account, "not_permitted", session);
  const opened = ok(await openSession(ctx, { ...session.value, account: account.keyedHash }));
  ctx.trace.groupId = row.group_id;
  return noteLogIn(ctx, input, account, "accepted", opened);
}

/** The account's row, its failures and the secret of the log, in one round trip. */
async function readAccount<Row extends Person>(ctx: Ctx, { names, select }: LogIn<Row>) {
  const sha256 = accountSha256(names);
  const [rows, standings] = await ctx.db.batch<Row | StandingRow>([select(), selectStanding(ctx.db, sha256, failureSlices(ctx.now()))]);
  const standing = standings?.results[0] as StandingRow | undefined;
  if (!standing) throw new Error("the database has no secret for the log");
  ctx.memory.of(LOG_SECRET).value = standing.secret;
  const row = rows?.results[0] as Row | undefined;
  const account: Account = { sha256, keyedHash: keyedHash(ctx, sha256) ?? "", groupId: row?.group_id ?? null };
  return { account, failures: standing.failures, row };
}

function noteLogIn<T extends Result<unknown>>(
  ctx: Ctx,
  { kind }: { kind: "user" | "operator" },
  account: Account | null,
  reason: string,
  result: T,
): T {
  ctx.log({
    event: "log_in",
    outcome: result.ok ? "accepted" : "refused",
    reason,
    kind,
    group: account && account.groupId,
    account: account && account.keyedHash,
    address: keyedHash(ctx, ctx.address),
  });
  return result;
}

/** Stores a stronger hash after the answer, where the parameters have risen since. The old one does until then. */
function upgradeHash<Row extends Person>(ctx: Ctx, input: LogIn<Row>, row: Row): void {
  if (!isOutdated(row.password_hash)) return;
  const upgrade = async (): Promise<void> => {
    const hashed = await takeHashTurn(ctx, () => hashPassword(input.password, ctx.randomBytes(SALT_BYTES)));
    // Where the line is full, the next log-in does it.
    if (hashed.ok) await input.replaceHash(row, hashed.value);
  };
  ctx.background(upgrade().catch((error: unknown) => ctx.log({ event: "hash_upgrade_failed", detail: String(error) })));
}

function deskOf(row: OperatorRow) {
  const hotelId = row.site_kind === "hotel" ? row.site_id : null;
  return { kind: "operator", groupId: row.group_id, subject: row.operator_code, hotelId } as const;
}

function scopesOf(row: OperatorRow): Scope[] {
  return JSON.parse(row.scopes) as Scope[];
}

function refused(): { ok: false; failure: Failure } {
  return fail({ code: "unauthorized", reason: "log_in_refused" });
}

function withoutScope(): { ok: false; failure: Failure } {
  return fail({ code: "unauthorized", reason: "insufficient_scope" });
}
