/**
 * npm run admin: keys, users, operators, sessions, webhooks, databases (docs/interface.md §1). Secrets are printed once and stored only as hashes.
 * Everything is one transaction in the database; the running service heeds it within 60 s, the export at once.
 */
import { parseArgs } from "node:util";
import { homeOf } from "./admin/home.ts";
import { createKey, listKeys, revokeKey, rotateKey } from "./admin/keys.ts";
import { listMessages } from "./admin/messages.ts";
import { type Operands, usageError } from "./admin/operands.ts";
import {
  addOperator,
  addUser,
  changeOperatorPassword,
  changeUserPassword,
  removeOperator,
  removeUser,
  revokeSessions,
} from "./admin/people.ts";
import { listShards, moveToShard } from "./admin/shards.ts";
import { setCalendar, showCalendar } from "./admin/ari.ts";
import { eraseGuestOf } from "./admin/guests.ts";
import { listGroups } from "./admin/groups.ts";
import { closePeriodOf, listPeriodsOf, verifyPeriodsOf } from "./admin/periods.ts";
import { disableWebhook, listWebhooks, resumeWebhook } from "./admin/webhooks.ts";
import { TARGET_OPTIONS, type TargetDatabase, openTarget } from "./support/database.ts";
import { runCommand } from "./support/user-error.ts";

interface Command {
  needs: readonly string[];
  takes?: readonly string[];
  help: string;
  /** Of all databases, not of one group's. */
  ofInstallation?: true;
  /** What an option's value looks like, where VALUES has another. */
  values?: Readonly<Record<string, string>>;
  run(db: TargetDatabase, operands: Operands): Promise<string>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  "key create": {
    needs: ["group"],
    takes: ["client", "hotel", "scopes", "expires", "label"],
    help: "a new API key of a client, printed once; with --hotel for that hotel alone",
    run: createKey,
  },
  "key list": { needs: ["group"], help: "the group's keys, without their secrets", run: listKeys },
  "key rotate": {
    needs: ["id"],
    takes: ["overlap-hours"],
    help: "a new key of the same client and rights; the old one ends after N hours (24)",
    run: rotateKey,
  },
  "key revoke": { needs: ["id"], help: "ends a key", run: revokeKey },
  "user add": { needs: ["group", "email", "password"], help: "someone who may log in to the JSON interface", run: addUser },
  "user password": {
    needs: ["group", "email", "password"],
    help: "a new password, which ends the user's sessions",
    run: changeUserPassword,
  },
  "user remove": { needs: ["group", "email"], help: "takes a user back; reservations stay", run: removeUser },
  "operator add": {
    needs: ["site", "code", "password"],
    takes: ["scopes"],
    help: "someone who may log in for a hotel or a group; with scope export (the default) to the XML interface",
    run: addOperator,
  },
  "operator password": {
    needs: ["site", "code", "password"],
    help: "a new password, which ends the operator's sessions",
    run: changeOperatorPassword,
  },
  "operator remove": { needs: ["site", "code"], help: "takes an operator back", run: removeOperator },
  "session revoke": {
    needs: ["group"],
    takes: ["user", "site", "code"],
    help: "ends every session of the group, of one user, or of one operator (--site and --code)",
    run: revokeSessions,
  },
  "guest erase": {
    needs: ["group", "email"],
    help: "blanks a guest's names and addresses in bookings that are over, and removes their account; says what is kept, and why",
    run: eraseGuestOf,
  },
  "group move": {
    needs: ["group", "to"],
    values: { to: "N" },
    help: "moves a group to another database while the service runs; run again, it finishes a move that was stopped",
    ofInstallation: true,
    run: moveToShard,
  },
  shards: {
    needs: [],
    help: "the databases: size, changes of late, groups, webhooks that are behind",
    ofInstallation: true,
    run: listShards,
  },
  "group list": { needs: [], help: "the groups there are, with their hotels", ofInstallation: true, run: listGroups },
  "ari show": {
    needs: ["hotel", "from", "to"],
    takes: ["room"],
    help: "prices, restrictions and rooms left of a hotel, night by night",
    run: showCalendar,
  },
  "ari set": {
    needs: ["hotel", "room", "from", "to"],
    takes: ["rate", "price", "units", "left", "weekdays", "min-stay", "max-stay", "stop-sell", "closed-to-arrival", "closed-to-departure"],
    help: "changes nights of a room, or of a rate of it, by the rules of POST /ari; none takes a value back",
    run: setCalendar,
  },
  messages: { needs: ["hotel"], help: "what partners sent of a hotel within 14 days, newest first", run: listMessages },
  "period list": { needs: ["site"], help: "the periods of a hotel, and what they come to", run: listPeriodsOf },
  "period close": { needs: ["site", "period"], help: "closes the oldest open period, for ever", run: closePeriodOf },
  "period verify": { needs: ["site"], help: "computes every closed period's hash again", run: verifyPeriodsOf },
  "webhook list": { needs: ["group"], help: "the group's webhooks, how far behind they are and why", run: listWebhooks },
  "webhook disable": { needs: ["id"], help: "sends a webhook nothing more; nothing is lost", run: disableWebhook },
  "webhook resume": { needs: ["id"], help: "goes on from where the webhook stood", run: resumeWebhook },
};

const VALUES: Readonly<Record<string, string>> = {
  group: "G",
  client: "NAME",
  hotel: "H",
  scopes: "a,b",
  expires: "YYYY-MM-DD",
  "overlap-hours": "N",
  user: "E",
  label: "L",
  id: "I",
  email: "E",
  room: "R",
  rate: "T",
  from: "YYYY-MM-DD",
  to: "YYYY-MM-DD",
  price: "P|none",
  units: "N|none",
  left: "N",
  weekdays: "fri,sat",
  "min-stay": "N|none",
  "max-stay": "N|none",
  "stop-sell": "on|off",
  "closed-to-arrival": "on|off",
  "closed-to-departure": "on|off",
  password: "P|-",
  site: "S",
  period: "YYYYMM",
  code: "C",
};

await runCommand(() => main(process.argv.slice(2)));

async function main(args: string[]): Promise<void> {
  if (args.length === 0 || args.some((arg) => arg === "--help" || arg === "-h")) {
    process.stdout.write(usage());
    return;
  }
  const [name, command] = findCommand(args);
  const operands = readOperands(name, command, args.slice(name.split(" ").length));
  const db = openTarget({ remote: operands.remote === "true", host: operands.host });
  try {
    const home = command.ofInstallation ? db : await homeOf(db, operands);
    process.stdout.write(`${await command.run(home, operands)}\n`);
  } finally {
    db.close();
  }
}

function findCommand(args: string[]): [string, Command] {
  const [word = ""] = args;
  const name = Object.hasOwn(COMMANDS, word) ? word : args.slice(0, 2).join(" ");
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw usageError(`"${name}" is not a command; there are ${Object.keys(COMMANDS).join(", ")}`);
  return [name, command];
}

function readOperands(name: string, command: Command, args: string[]): Operands {
  const own = [...command.needs, ...(command.takes ?? [])];
  const options = { ...TARGET_OPTIONS, ...Object.fromEntries(own.map((option) => [option, { type: "string" as const }])) };
  const operands: Operands = {};
  for (const [option, value] of Object.entries(parse(args, options))) operands[option] = String(value);
  for (const option of command.needs) {
    if (operands[option] === undefined || operands[option] === "") throw usageError(`${name} needs --${option} ${VALUES[option]}`);
  }
  return operands;
}

function parse(args: string[], options: Record<string, { type: "string" | "boolean" }>): Record<string, unknown> {
  return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
}

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { needs, takes = [], help }]) => {
    const given = [...needs.map((option) => `--${option} ${VALUES[option]}`), ...takes.map((option) => `[--${option} ${VALUES[option]}]`)];
    return `  ${name} ${given.join(" ")}\n      ${help}`;
  });
  return `npm run admin -- COMMAND

${lines.join("\n")}

  --password -        reads the password from standard input
  --remote            works on the deployed database
  --host node|deno    works on the database of those hosts
`;
}
