// Keys pressed for a question: when an entry is complete, and what it means.

import { unreachable } from "../../base/assert.ts";
import type { Answer, Value } from "../document.ts";

export type KeyReading =
  | { readonly type: "value"; readonly value: Value }
  /** It may grow into an answer. */
  | { readonly type: "more" }
  | { readonly type: "none" };

const none: KeyReading = { type: "none" };
const more: KeyReading = { type: "more" };

/** `last`: no more keys will come, so what fits now is the answer. */
export function readKeys(entry: string, answer: Answer, last: boolean): KeyReading {
  switch (answer.type) {
    case "boolean":
      if (entry === "1" || entry === "2") return { type: "value", value: entry === "1" };
      return none;
    case "number":
      return readNumber(entry, answer, last);
    case "digits": {
      const longest = Math.max(...answer.lengths);
      if (!/^[0-9]+$/.test(entry) || entry.length > longest) return none;
      if (entry.length === longest || (last && answer.lengths.includes(entry.length))) {
        return { type: "value", value: entry };
      }
      return last ? none : more;
    }
    case "choice": {
      const keys = answer.options.flatMap(({ dtmf }) => dtmf ?? []);
      const exact = answer.options.find(({ dtmf }) => dtmf === entry);
      const longer = keys.some((key) => key !== entry && key.startsWith(entry));
      if (exact !== undefined && (last || !longer)) return { type: "value", value: exact.id };
      return longer && !last ? more : none;
    }
    default:
      return unreachable(answer);
  }
}

function readNumber(entry: string, { min, max }: { min: number; max: number }, last: boolean): KeyReading {
  if (!/^[0-9]{1,4}$/.test(entry)) return none;
  const value = Number(entry);
  const longerFits = value * 10 <= max && entry !== "0";
  if (longerFits && !last) return more;
  return value >= min && value <= max ? { type: "value", value } : none;
}
