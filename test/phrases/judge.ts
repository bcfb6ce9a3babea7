// Judge of understanding: compares the effect of a phrase on the answers with its meanings.

import "../../src/flow/grammar/likeness/table-files.ts";
import { likestAnswer, likestIn } from "../../src/flow/engine/understand/hearing/likest-answer.ts";
import { understand } from "../../src/flow/engine/understand/understand.ts";
import type { FilledVariable, Understood } from "../../src/flow/engine/understand/understanding.ts";
import type { Value } from "../../src/flow/value/value.ts";
import { type Phrase, pointOf } from "./corpus.ts";

/** Effect of a phrase: answers as `day=2026-11-21`, names of cleared ones. */
export interface Effect {
  readonly head?: "yes" | "no";
  readonly act?: string;
  readonly taken: readonly string[];
  readonly readBack: readonly string[];
  readonly cleared: readonly string[];
}

/** `asked` and `wrongReadBack` cost patience, `wrong` costs trust. */
export const outcomes = ["right", "readBack", "asked", "wrongReadBack", "wrong"] as const;
export type Outcome = (typeof outcomes)[number];

const nothing: Effect = { taken: [], readBack: [], cleared: [] };
/** A list of records as `2 large margherita, 1 cola`. */
function written(value: Value): string {
  if (!Array.isArray(value)) return typeof value === "string" ? value : JSON.stringify(value);
  const entries = value.map((entry: Value) =>
    Object.values(entry ?? {})
      .filter((each) => each !== null)
      .join(" "),
  );
  return entries.join(", ") || "nothing";
}
const list = (values: readonly FilledVariable[]): readonly string[] =>
  values.map(({ name, value, isOver }) => `${name}=${written(value)}${isOver === true ? " over" : ""}`);

/** Meaning of a phrase at its question; where the rules read nothing, the option that it may describe. */
export function heardAs(phrase: Phrase): Understood {
  const point = pointOf(phrase);
  const meaning = understand(phrase.said, point);
  const likest = meaning.type === "unclear" ? likestIn(phrase.said, point) : undefined;
  return likest === undefined ? meaning : likestAnswer(likest, point);
}

export function effectOf(understood: Understood): Effect {
  switch (understood.type) {
    case "answer":
      return understood.decision === "confirm"
        ? { ...nothing, readBack: list(understood.values) }
        : { ...nothing, taken: list(understood.values) };
    case "alternatives":
    case "invalid":
      return { ...nothing, taken: list(understood.also) };
    case "handler":
      return { ...nothing, act: understood.name };
    case "correction": {
      const set = understood.changes.flatMap(({ name, value }) =>
        value === undefined ? [] : [{ name, value }],
      );
      const cleared = understood.changes.flatMap(({ name, value }) => (value === undefined ? [name] : []));
      const values = list([...set, ...understood.also]);
      return understood.decision === "confirm"
        ? { taken: [], readBack: values, cleared }
        : { taken: values, readBack: [], cleared };
    }
    case "confirmed": {
      const values = list(understood.values);
      const head = understood.yes ? "yes" : "no";
      return understood.decision === "confirm"
        ? { ...nothing, head, readBack: values }
        : { ...nothing, head, taken: values };
    }
    default:
      return nothing;
  }
}

export const inShort = ({ head, act, taken, readBack, cleared }: Effect): string =>
  [head, act, ...taken, ...readBack.map((each) => `?${each}`), ...cleared.map((name) => `${name}=?`)]
    .filter((each) => each !== undefined)
    .join(" ") || "nothing";

interface Meaning {
  readonly head?: string;
  readonly sets: readonly string[];
  readonly clears: readonly string[];
}

/**
 * Whether a meaning stores nothing: the repeated question, a handler, several values, `?day=…` that may be read back.
 */
const isNone = (meaning: string): boolean =>
  /^(?:ask$|handler\b|unclear|part(?:$|\s)|invalid\b|more\b|never\b|\?)/.test(meaning) ||
  meaning.includes("|");

/** Whether the phrase may store nothing, whatever else it means. */
export const isNoAnswer = ({ meanings }: Phrase): boolean => meanings.every(isNone);

function meaningOf(text: string): Meaning {
  const [, head, rest = ""] = /^(?:(yes|no|correct)(?: |$))?(.*)$/.exec(text) ?? [];
  const parts = rest === "" ? [] : rest.split(/ (?:& )?(?=\w+=)/);
  return {
    ...(head !== undefined && head !== "correct" && { head }),
    sets: parts.filter((part) => !part.endsWith("=?")),
    clears: parts.filter((part) => part.endsWith("=?")).map((part) => part.slice(0, -2)),
  };
}

const within = (said: readonly string[], { sets }: Meaning): boolean =>
  said.every((each) => sets.includes(each));

/** Values imply a yes or no beside them, and the values cleared beside them. */
function isMeant({ head, taken, readBack, cleared }: Effect, meaning: Meaning): boolean {
  const said = [...taken, ...readBack];
  if (said.length !== meaning.sets.length || !within(said, meaning)) return false;
  if (said.length > 0) return true;
  if (meaning.head === "no" || meaning.clears.length > 0) return head === "no" || cleared.length > 0;
  return meaning.head !== undefined && head === meaning.head;
}

export function outcomeOf(effect: Effect, { meanings }: Phrase): Outcome {
  const { head, act, taken, readBack } = effect;
  const forbidden = meanings.flatMap((each) => (each.startsWith("never ") ? [each.slice(6)] : []));
  if (forbidden.length > 0) {
    if (taken.some((each) => forbidden.includes(each))) return "wrong";
    return readBack.some((each) => forbidden.includes(each)) ? "wrongReadBack" : "right";
  }
  const answers = meanings.filter((each) => !isNone(each)).map(meaningOf);
  const mayAsk = meanings.some((each) => isNone(each) && !each.startsWith("handler"));
  if (answers.some((meaning) => isMeant(effect, meaning))) return readBack.length > 0 ? "readBack" : "right";
  if (taken.length > 0 && !answers.some((meaning) => within(taken, meaning))) return "wrong";
  if (head === "yes" && taken.length + readBack.length === 0 && !answers.some((each) => each.head === "yes"))
    return "wrong";
  if (act === "goodbye" && !meanings.includes("handler goodbye")) return "wrong";
  const fair = meanings.flatMap((each) => (each.startsWith("?") ? [meaningOf(each.slice(1))] : []));
  if (taken.length === 0 && fair.some((meaning) => isMeant(effect, meaning))) return "right";
  if (readBack.length > 0 && !answers.some((meaning) => within(readBack, meaning))) return "wrongReadBack";
  if (taken.length + readBack.length > 0) return "asked";
  return mayAsk || meanings.includes(`handler ${act}`) ? "right" : "asked";
}
