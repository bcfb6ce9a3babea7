// Flow choice: handling of the flow in the test page's address. Pure: no page, no network.

import type { FlowListItem } from "../page/flow-list.ts";
import type { Notice } from "../voice/notices.ts";

/** `none`: the address names no flow. `sign-in`: it may be an account's. `unlisted`: the list could not be loaded. */
export type FlowChoice = "none" | "chosen" | "loading" | "sign-in" | "unknown" | "unlisted";

/** The account's flows; undefined when signed out. */
export type OwnFlows = readonly FlowListItem[] | "loading" | "unlisted" | undefined;

export interface KnownFlows {
  /** Ids of the built-in flows. */
  readonly builtIn: readonly string[];
  readonly own: OwnFlows;
}

/** Prefix of the ids of stored flows. */
const storedPrefix = "flow_";
const shownIdCharsMax = 48;

export function flowChoice(wanted: string | undefined, { builtIn, own }: KnownFlows): FlowChoice {
  if (wanted === undefined) return "none";
  if (builtIn.includes(wanted)) return "chosen";
  if (!wanted.startsWith(storedPrefix)) return "unknown";
  if (own === undefined) return "sign-in";
  if (typeof own === "string") return own;
  return own.some(({ id }) => id === wanted) ? "chosen" : "unknown";
}

/** Reason why the flow is not chosen, and a remedy. Undefined if it can be chosen. */
export function choiceNotice(
  choice: FlowChoice,
  wanted: string,
  account: string | undefined,
): Notice | undefined {
  if (choice === "unlisted") {
    const text = "The server did not list your flows. Load the page again in a moment.";
    return { title: "Your flows could not be loaded", text, remedies: [] };
  }
  if (choice !== "unknown") return undefined;
  const name = `“${wanted.length > shownIdCharsMax ? `${wanted.slice(0, shownIdCharsMax)}…` : wanted}”`;
  const text =
    account === undefined || !wanted.startsWith(storedPrefix)
      ? `There is no built-in flow ${name}. Choose another one under “Flow”.`
      : `${account} has no flow ${name}: it was deleted or belongs to another account. Choose another one under “Flow”, ` +
        "or sign in to that account.";
  return { title: "There is no such flow", text, remedies: [] };
}
