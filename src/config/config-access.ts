// Access settings: access from other machines, and the callers that are therefore admitted. They are derived only
// here, for credentials, passwords, the start, `doctor` and the console.

import { isLoopback, oneOf, optional, row, type ValuesOf } from "../base/setting-reader.ts";

/** `here`: requests of this machine need no credentials, all others do. */
export type Callers = "anybody" | "accounts" | "here";

export interface AccessConfig {
  /** Settings by which others reach the server, such as "HOST is 0.0.0.0"; empty: none. */
  readonly reachedBy: readonly string[];
  /** Callers without a session's token. */
  readonly callers: Callers;
}

export const accessVariables = {
  ENGINE_AUTH: row("", {
    unit: "open, required, off",
    about:
      "Whether calls need credentials; off: same as open; unset: required if others can reach the server by HOST, PUBLIC_URL, a proxy or a tunnel",
    parse: optional(oneOf(["open", "required", "off"])),
  }),
};

type Values = ValuesOf<typeof accessVariables> & {
  readonly HOST: string;
  readonly PUBLIC_URL: URL | undefined;
  readonly NODE_URL: URL | undefined;
  readonly TRUSTED_PROXIES: readonly string[];
};

export function accessConfig(values: Values): AccessConfig {
  const { ENGINE_AUTH: auth } = values;
  const reachedBy = openings(values);
  if (auth !== undefined) return { reachedBy, callers: auth === "required" ? "accounts" : "anybody" };
  return { reachedBy, callers: reachedBy.length > 0 ? "accounts" : "here" };
}

function openings({ HOST, PUBLIC_URL, NODE_URL, TRUSTED_PROXIES }: Values): readonly string[] {
  const urls = Object.entries({ PUBLIC_URL, NODE_URL });
  return [
    ...(isLoopback(HOST) ? [] : [`HOST is ${HOST}`]),
    ...urls.flatMap(([name, url]) =>
      url === undefined || isLoopback(url.hostname) ? [] : [`${name} is ${url.origin}`],
    ),
    ...(TRUSTED_PROXIES.length === 0 ? [] : ["TRUSTED_PROXIES is set"]),
  ];
}

const stopsSignup = "to prevent that, set SIGNUP=invite or closed";
const atYourExpense =
  "they use the language model at your expense. To prevent that, set ENGINE_AUTH=required.";

/** One or two sentences for the operator. */
export function whoMayCall({ callers, reachedBy }: AccessConfig): string {
  const others = `others reach this server (${reachedBy.join(", ")})`;
  const isReached = reachedBy.length > 0;
  if (callers === "here")
    return "Programs and pages of this machine, without an account. A call through a proxy or a tunnel needs an account.";
  if (callers === "accounts")
    return `Accounts, with an API key or after a sign-in: ${isReached ? others : "ENGINE_AUTH=required says so"}.`;
  return isReached
    ? `ENGINE_AUTH=open: calls need no account. Since ${others}, ${atYourExpense}`
    : `ENGINE_AUTH=open: calls need no account. If a proxy or a tunnel leads others here, ${atYourExpense}`;
}

interface AccessSettings {
  readonly access: AccessConfig;
  /** Sign-up policy. */
  readonly signup: string;
}

/**
 * Sentences for the log, `doctor` and the console. `seen`: the header of a request that revealed a proxy or a tunnel,
 * although no setting names one.
 */
export function accessWarnings({ access, signup }: AccessSettings, seen?: string): readonly string[] {
  const { callers, reachedBy } = access;
  const isReached = reachedBy.length > 0 || seen !== undefined;
  const needs = callers === "here" ? " Such calls need an account." : "";
  return [
    ...(callers === "anybody" ? [whoMayCall(access)] : []),
    ...(seen === undefined
      ? []
      : [
          `A request came through a proxy or a tunnel that no setting names (header ${seen}).${needs} Set PUBLIC_URL to the address that callers use, and TRUSTED_PROXIES to the proxy's.`,
        ]),
    ...(signup === "open" && isReached
      ? [`Anyone may sign up (SIGNUP=open), with free credit: ${stopsSignup}.`]
      : []),
  ];
}
