// Doctor check of the owner: whether the deployment has one. It is no problem, as calls need no owner.

import { StoreError } from "../../../db/open-refusal.ts";
import type { Config } from "../../config.ts";
import { invocation } from "../invocation.ts";
import { openBeside } from "../stored-data.ts";
import type { Result } from "./doctor-check.ts";

export async function checkOwner(config: Pick<Config, "dataDir" | "database">): Promise<Result> {
  try {
    using store = await openBeside(config);
    if ((await store.accounts.owner()) !== undefined)
      return { state: "ok", says: `This deployment has an owner: ${invocation} owner prints the email.` };
    const says = `This deployment has no owner, so its people and its system are closed: ${invocation} owner EMAIL names an owner.`;
    return { state: "ok", says };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { state: "skipped", says: `Not looked for. ${error.message}` };
  }
}
