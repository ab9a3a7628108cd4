/** GET /profile/{groupId}: docs/interface.md §4.5. */
import { readProfile } from "../access/read-profile.ts";
import { answer } from "./answer.ts";
import type { CallerHandler } from "./types.ts";

export const getProfile: CallerHandler = async (_c, ctx) => answer(ctx, await readProfile(ctx));
