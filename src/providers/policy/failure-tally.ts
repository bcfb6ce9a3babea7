// Failure tally: failed providers of one piece of work, with counts and reasons. Once the outcome is known, the
// record of the call gets one line for each.

import type { Capability, ProviderContext, ProviderError, ProviderIncident } from "../provider-contract.ts";
import type { Candidate } from "./candidate.ts";

type Name = Pick<Candidate<unknown>, "name" | "ownKey">;

interface Failing extends Name {
  readonly error: ProviderError;
  readonly attempts: number;
}

export class FailureTally {
  readonly #kind: ProviderIncident["kind"];
  /** Failures by candidate number, in the order of the first ones. */
  readonly #failing = new Map<number, Failing>();

  constructor(kind: Exclude<Capability, "vad">) {
    this.#kind = kind;
  }

  /** A request failed. */
  failed(index: number, { name, ownKey }: Name, error: ProviderError): void {
    const { attempts = 0 } = this.#failing.get(index) ?? {};
    this.#failing.set(index, { name, ownKey, error, attempts: attempts + 1 });
  }

  /** No request was made, because of a recent failure. */
  refused(index: number, { name, ownKey }: Name, error: ProviderError): void {
    if (!this.#failing.has(index)) this.#failing.set(index, { name, ownKey, error, attempts: 0 });
  }

  /** This provider does the work now: earlier failures are replaced. */
  goesOn(index: number, { name }: Pick<Name, "name">, { tell }: Pick<ProviderContext, "tell">): void {
    for (const [failed, failing] of this.#failing) {
      if (failed !== index) tell?.(noticeOf(this.#kind, failing, { action: "fell_back", to: name }));
      else if (failing.attempts > 0) tell?.(noticeOf(this.#kind, failing, { action: "retried" }));
    }
    this.#failing.clear();
  }

  /** No provider does it. */
  gaveUp({ tell }: Pick<ProviderContext, "tell">): void {
    for (const failing of this.#failing.values())
      tell?.(noticeOf(this.#kind, failing, { action: "gave_up" }));
    this.#failing.clear();
  }
}

type Done = Pick<ProviderIncident, "action" | "to">;

const codes = {
  retried: "provider/retried",
  fell_back: "provider/fallback",
  gave_up: "provider/gave-up",
} as const satisfies Readonly<Record<ProviderIncident["action"], string>>;

/** Provider names only: neither keys nor addresses. */
function noticeOf(kind: ProviderIncident["kind"], { name, ownKey, error, attempts }: Failing, done: Done) {
  const incident: ProviderIncident = { kind, provider: name, error: error.kind, ownKey, attempts, ...done };
  const what = ownKey && error.kind === "auth" ? `Your key was rejected by "${name}"` : `"${name}" failed`;
  return { code: codes[done.action], message: `${what}, ${consequenceOf(done)}`, incident };
}

function consequenceOf({ action, to = "" }: Done): string {
  if (action === "fell_back") return `so "${to}" continues`;
  return action === "retried" ? "and continued after a retry" : "and no fallback could continue";
}
