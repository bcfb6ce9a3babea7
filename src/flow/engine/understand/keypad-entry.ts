// Keypad entry: decides when the keys pressed for a question are complete, and which value they mean. It is pure;
// time is a parameter.

import type { AskedVariable, ListeningPoint, KeyEntry, KeyMeaning, ValueRule } from "./understanding.ts";
import { FINISH_SWALLOW_MS } from "./thresholds.ts";
import { fits } from "./fits.ts";
import { phoneOf } from "../../value/phone-number.ts";
import type { Value } from "../../value/value.ts";

export interface KeyPress {
  /** `0`–`9`, `*` or `#`. */
  readonly key: string;
  /** Any clock that goes forward, in milliseconds. */
  readonly atMs: number;
  readonly finishKey?: string;
}

export interface KeyStep {
  readonly entry: KeyEntry;
  readonly meaning: KeyMeaning;
}

export const noKeys: KeyEntry = { keys: "" };

/** Longer entries fit nothing. */
const keysMax = 64;

/** Adds a key to an entry, and says what the entry means if that completes it. */
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

/** Whether a longer entry that begins like this could be an answer or a handler's. */
function mayGrow(keys: string, point: ListeningPoint): boolean {
  const { asked, confirming, alternatives, handlers } = point;
  const longer = handlers.some(({ dtmf = "" }) => dtmf.length > keys.length && dtmf.startsWith(keys));
  if (confirming !== undefined || alternatives !== undefined || asked === undefined) return longer;
  return longer || answerMayGrow(keys, asked.wanted);
}

function answerMayGrow(keys: string, wanted: ValueRule): boolean {
  const numeric = /^[0-9]+$/.test(keys);
  switch (wanted.kind) {
    case "number":
    case "duration":
    case "amount":
      return numeric && numberMayGrow(keys, wanted.max ?? Infinity);
    case "digits":
      return numeric && keys.length < wanted.lengthMax;
    case "phone":
      return numeric && keys.length < phoneKeysMax;
    case "choice":
      return keysOf(wanted).some(({ key }) => key.length > keys.length && key.startsWith(keys));
    default:
      return false;
  }
}

const phoneKeysMax = 18;
const numberKeysMax = 15;

const numberMayGrow = (keys: string, max: number): boolean =>
  keys.length < numberKeysMax && Number(keys) > 0 && Number(keys) * 10 <= max;

/** Keys of options; those from data have the keys 1 to 9 by their place. */
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
    if (keys === "1" || keys === "2") return { type: "confirmed", yes: keys === "1", values: [] };
    return handler ?? { type: "unclear", keys };
  }
  if (asked === undefined) return handler ?? { type: "unclear", keys };
  const value =
    alternatives === undefined
      ? valueOf(keys, asked.wanted)
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

/** The value of an entry, in range or not. Undefined when it is no value of this type at all. */
function valueOf(keys: string, wanted: ValueRule): Value | undefined {
  const numeric = /^[0-9]+$/.test(keys);
  switch (wanted.kind) {
    case "boolean":
      return keys === "1" ? true : keys === "2" ? false : undefined;
    case "number":
    case "duration":
    case "amount":
      return numeric && keys.length <= numberKeysMax ? Number(keys) : undefined;
    case "digits":
      return numeric ? keys : undefined;
    case "phone":
      return numeric ? (phoneOf(keys, wanted.region) ?? keys) : undefined;
    case "choice":
      return keysOf(wanted).find(({ key }) => key === keys)?.id;
    default:
      return undefined;
  }
}
