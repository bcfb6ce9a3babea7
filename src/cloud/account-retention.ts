// Retention of an account: the days for which each class of its sessions' data is stored. The server sets the
// maximum, an account may set less, and 0 stores nothing.

import type { RedactedKind, RetentionRules } from "../../db/port/retention-store.ts";
import type { FlowDays } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import { Fault } from "../base/fault.ts";
import type { Program } from "../flow/language/program.ts";

/** Days of each class. Money is not among them: it is kept for good. */
export interface RetentionDays {
  readonly audio: number;
  readonly words: number;
  readonly values: number;
  readonly numbers: number;
}

/** Stored parts of a session, decided before it begins. */
export interface KeptParts {
  readonly audio: boolean;
  readonly words: boolean;
  readonly values: boolean;
  /** Kinds of text replaced before storing. */
  readonly redact: readonly RedactedKind[];
  /** Retention of its flow; undefined: not set. */
  readonly days: FlowDays | undefined;
}

/** Retention that a flow sets for its sessions. */
type FlowRetention = Pick<Program, "retention" | "redact">;

export const everythingKept: KeptParts = {
  audio: true,
  words: true,
  values: true,
  redact: [],
  days: undefined,
};

/** Rules of an account without settings. */
export const nothingSaid: RetentionRules = {
  audioDays: null,
  wordsDays: null,
  valuesDays: null,
  numbersDays: null,
  redact: [],
};

const classes = ["audio", "words", "values", "numbers"] as const;

/** Retention of an account: the shorter of both. Numbers outlive the rest, so all else is deleted with them. */
export function daysFor(deployment: RetentionDays, rules: RetentionRules | undefined): RetentionDays {
  const shorterOf = (name: keyof RetentionDays): number =>
    Math.min(deployment[name], rules?.[`${name}Days`] ?? Number.POSITIVE_INFINITY);
  const numbers = shorterOf("numbers");
  const of = (name: keyof RetentionDays): number => Math.min(shorterOf(name), numbers);
  return { audio: of("audio"), words: of("words"), values: of("values"), numbers };
}

/**
 * A recording contains words, so an account without stored words has none. `flow`: may only shorten the account's
 * times, and add to its redactions.
 */
export function keptFor(
  deployment: RetentionDays,
  rules: RetentionRules | undefined,
  flow?: FlowRetention,
): KeptParts {
  const { audio, words, values } = daysFor(deployment, rules);
  const days = flowDays(flow);
  const isKept = (accountDays: number, ofFlow: number | null | undefined): boolean =>
    accountDays > 0 && ofFlow !== 0;
  const hasWords = isKept(words, days?.words);
  return {
    audio: hasWords && isKept(audio, days?.audio),
    words: hasWords,
    values: isKept(values, days?.values),
    redact: [...new Set([...(rules?.redact ?? []), ...(flow?.redact ?? [])])],
    days,
  };
}

/** Stored with a session: all else is deleted with the numbers. Undefined for a flow without settings. */
function flowDays(flow: FlowRetention | undefined): FlowDays | undefined {
  const { retention = {} } = flow ?? {};
  if (Object.keys(retention).length === 0) return undefined;
  const { numbers = Number.POSITIVE_INFINITY } = retention;
  const of = (name: keyof RetentionDays): number | null => {
    const days = Math.min(retention[name] ?? Number.POSITIVE_INFINITY, numbers);
    return days === Number.POSITIVE_INFINITY ? null : days;
  };
  return { audio: of("audio"), words: of("words"), values: of("values"), numbers: of("numbers") };
}

/** Replaces an account's rules whole. Throws `request/invalid` for more days than the deployment's. */
export async function setRetention(
  store: Pick<Store, "retention">,
  deployment: RetentionDays,
  {
    accountId,
    rules,
    at,
  }: { readonly accountId: string; readonly rules: RetentionRules; readonly at: number },
): Promise<void> {
  const errors = classes.flatMap((name) => {
    const days = rules[`${name}Days`];
    if (days === null || days <= deployment[name]) return [];
    const detail = `This server keeps it for ${deployment[name]} days: an account may only shorten this.`;
    return [{ pointer: `/${name}_days`, detail }];
  });
  const [first] = errors;
  if (first !== undefined) {
    const message = `The body does not fit its schema at "${first.pointer}": ${first.detail}`;
    throw new Fault("request/invalid", message, { errors });
  }
  await store.retention.setRules(accountId, { ...rules, at });
}
