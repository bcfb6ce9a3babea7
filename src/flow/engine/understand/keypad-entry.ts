// Keypad entry: decides when the keys for a question are complete, and their value. Pure; time is a parameter.

import type { AskedVariable, ListeningPoint, KeyEntry, KeyMeaning, ValueRule } from "./understanding.ts";
import { FINISH_SWALLOW_MS } from "./thresholds.ts";
import { fits } from "./fits.ts";
import { phoneOf } from "../../value/phone-number.ts";
import type { Value } from "../../value/value.ts";

export interface KeyPress {
  /** `0`–`9`, `*` or `#`. */
  readonly key: string;
  /** Time by any monotonic clock, in milliseconds. */
  readonly atMs: number;
  readonly finishKey?: string;
}

export interface KeyStep {
  readonly entry: KeyEntry;
  readonly meaning: KeyMeaning;
}

export const noKeys: KeyEntry = { keys: "" };

/** Longest entry: longer ones fit nothing. */
const keysMax = 64;

/** Adds a key to an entry, and returns its meaning if complete. */
export function pressKey(
  before: KeyEntry,
  { key, atMs, finishKey }: KeyPress,
  point: ListeningPoint,
): KeyStep {
  if (key === finishKey && before.keys !== "") {
    return { entry: noKeys, meaning: read(before.keys, point) };
  }
  const sinceMs = before.completeAtMs === undefined ? Infinity : atMs - before.completeAtMs;
  if (key === finishKey && sinceMs <= FINISH_SWALLOW_MS) {
    return { entry: noKeys, meaning: { type: "swallowed" } };
  }
  const keys = before.keys + key;
  if (mayGrow(keys, point) && keys.length < keysMax) return { entry: { keys }, meaning: { type: "more" } };
  return { entry: { keys: "", completeAtMs: atMs }, meaning: read(keys, point) };
}

/** Ends an entry after the inter-digit timeout. Undefined when no key was pressed. */
export function endKeys({ keys }: KeyEntry, point: ListeningPoint): KeyStep | undefined {
  return keys === "" ? undefined : { entry: noKeys, meaning: read(keys, point) };
}

/** Whether a longer entry with this beginning could be an answer or a handler's. */
function mayGrow(keys: string, point: ListeningPoint): boolean {
  const { asked, confirming, alternatives, handlers } = point;
  const longer = handlers.some(({ dtmf = "" }) => dtmf.length > keys.length && dtmf.startsWith(keys));
  if (confirming !== undefined || alternatives !== undefined || asked === undefined) return longer;
  return longer || keyedIn(keys, asked.wanted).grows;
}

const phoneKeysMax = 18;
const numberKeysMax = 15;
const consents: ReadonlyMap<string, boolean> = new Map([
  ["1", true],
  ["2", false],
]);

interface Keyed {
  /** Value, in range or not. Undefined: the keys are no value of this type. */
  readonly value: Value | undefined;
  /** Whether a longer entry with this beginning could be an answer. */
  readonly grows: boolean;
}

function keyedIn(keys: string, wanted: ValueRule): Keyed {
  if (wanted.kind === "boolean") return { value: consents.get(keys), grows: false };
  if (wanted.kind === "choice") {
    const optionKeys = keysOf(wanted);
    const grows = optionKeys.some(({ key }) => key.length > keys.length && key.startsWith(keys));
    return { value: optionKeys.find(({ key }) => key === keys)?.id, grows };
  }
  const none: Keyed = { value: undefined, grows: false };
  if (!/^[0-9]+$/.test(keys)) return none;
  switch (wanted.kind) {
    case "number":
    case "duration":
    case "amount": {
      const [value, isShort] = [Number(keys), keys.length < numberKeysMax];
      const grows = isShort && value > 0 && value * 10 <= (wanted.max ?? Infinity);
      return { value: keys.length <= numberKeysMax ? value : undefined, grows };
    }
    case "digits":
      return { value: keys, grows: keys.length < wanted.lengthMax };
    case "phone":
      return { value: phoneOf(keys, wanted.region) ?? keys, grows: keys.length < phoneKeysMax };
    default:
      return none;
  }
}

/** Keys of options; options from data have the keys 1 to 9 by place. */
function keysOf({ options, fromData }: Extract<ValueRule, { kind: "choice" }>) {
  return options.flatMap(({ id, dtmf }, index) => {
    const key = dtmf ?? (fromData && index < 9 ? String(index + 1) : undefined);
    return key === undefined ? [] : [{ id, key }];
  });
}

/** A complete entry: the answer first, then handlers' keys. */
function read(keys: string, point: ListeningPoint): KeyMeaning {
  const { asked, confirming, alternatives, handlers } = point;
  const called = handlers.find(({ dtmf }) => dtmf === keys);
  const handler =
    called === undefined ? undefined : ({ type: "handler", name: called.name, confidence: 1 } as const);
  if (confirming !== undefined) {
    const yes = consents.get(keys);
    if (yes !== undefined) return { type: "confirmed", yes, values: [] };
    return handler ?? { type: "unclear", keys };
  }
  if (asked === undefined) return handler ?? { type: "unclear", keys };
  const value =
    alternatives === undefined
      ? keyedIn(keys, asked.wanted).value
      : alternatives.values.at(/^[1-9]$/.test(keys) ? Number(keys) - 1 : keysMax);
  if (value !== undefined && fits(asked.wanted, value)) return answerOf(asked, value);
  if (handler !== undefined) return handler;
  return value === undefined
    ? { type: "unclear", keys }
    : { type: "invalid", name: asked.name, value, also: [] };
}

const answerOf = ({ name }: AskedVariable, value: Value): KeyMeaning => ({
  type: "answer",
  values: [{ name, value }],
  decision: "accept",
  confidence: 1,
});
