/** What the people of a group's file mean for each other and for its sites. Pure. */
import type { Problem } from "../../src/base/validation.ts";
import { known, once } from "../../src/content/rules/check-group.ts";
import { collect } from "../../src/selling/rules/check-calendar.ts";
import type { GroupFile } from "./group-schema.ts";

/** Every contradiction among people whose single values are valid. */
export function checkPeople(file: GroupFile): Problem[] {
  const { problems, report } = collect();
  once(file.users, (one) => one.email.toLowerCase(), ["users"], "email", report);
  once(file.operators, (one) => JSON.stringify([one.site, one.code]), ["operators"], "code", report);
  const sites = new Set([file.group.id, ...file.hotels.map((hotel) => hotel.id)]);
  for (const list of ["users", "operators"] as const) {
    for (const [index, person] of file[list].entries()) {
      if ((person.password === undefined) === (person.passwordHash === undefined)) {
        report([list, index, "password"], "contradiction", "Is needed, or passwordHash, but not both.");
      }
    }
  }
  for (const [index, operator] of file.operators.entries()) known(sites, operator.site, ["operators", index, "site"], "site", report);
  return problems;
}
