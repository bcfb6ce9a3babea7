// Owner address: a deployment without an owner prints the address where its owner makes an account. Only a terminal
// shows it: lines of JSON are collected, and a reader of collected logs is not the operator.

import type { App } from "../../app.ts";
import { linkAddress, makeLink, ownerLinkMinutes } from "../../cloud/one-time-links.ts";
import type { Config } from "../../config.ts";
import { invocation } from "../invocation.ts";

/** Printed lines; undefined: nothing, because there is an owner, or the log contains the advice. */
export async function ownerLines(
  { deps: { store, clock, log } }: App,
  { log: { format } }: Pick<Config, "log">,
  origin: string,
): Promise<string | undefined> {
  try {
    if ((await store.accounts.owner()) !== undefined) return undefined;
    if (format === "json") {
      log.info("server.no-owner", {
        message: `This server has no owner yet. Make an account the owner with ${invocation} owner EMAIL.`,
      });
      return undefined;
    }
    const wanted = { purpose: "owner", label: "", minutes: ownerLinkMinutes, at: clock.wall() } as const;
    const address = linkAddress(origin, (await makeLink(store, wanted)).token);
    return `  Owner    ${address}
           creates your owner account, once, within ${ownerLinkMinutes} minutes; for an existing account: ${invocation} owner EMAIL`;
  } catch (error) {
    // A full disk must not prevent calls.
    log.warn("server.no-owner", { error });
    return undefined;
  }
}
