// Doctor check of the owner: whether the deployment has one. Never a problem, as calls need no owner.

import { StoreError } from "../../../db/open-refusal.ts";
import type { Config } from "../../config.ts";
import { invocation } from "../invocation.ts";
import { openBeside } from "../stored-data.ts";
import type { Result } from "./doctor-check.ts";

export async function checkOwner(config: Pick<Config, "dataDir" | "database">): Promise<Result> {
  try {
    using store = await openBeside(config);
    if ((await store.accounts.owner()) !== undefined)
      return { state: "ok", says: `The server has an owner. To print the email: ${invocation} owner` };
    const says = `The server has no owner, so the console pages People and System are closed. Make an account the owner with ${invocation} owner EMAIL.`;
    return { state: "ok", says };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { state: "skipped", says: `Not tested. ${error.message}` };
  }
}
