/** GET /profile/{groupId}: spec.md operation 3. */
import { readProfile } from "../access/read-profile.ts";
import { answer } from "./answer.ts";
import type { CallerHandler } from "./types.ts";

export const getProfile: CallerHandler = async (_c, ctx) => answer(ctx, await readProfile(ctx));
