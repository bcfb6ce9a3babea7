// The written forms of a pack's patterns ("half past {hour}") taken apart.

import type { Pattern, Slots } from "../language/pack.ts";

export type SlotName =
  "hour" | "minute" | "day" | "ordinal" | "month" | "weekday" | "year" | "n" | "unit" | "clock";

export type Element =
  | { readonly type: "words"; readonly words: ReadonlySet<string>; readonly optional: boolean }
  | { readonly type: "slot"; readonly slot: SlotName; readonly optional: boolean };

export interface CompiledPattern<T> {
  readonly elements: readonly Element[];
  readonly read: (slots: Slots) => T | undefined;
  readonly bare: boolean;
}

const slotNames: ReadonlySet<string> = new Set<SlotName>([
  "hour",
  "minute",
  "day",
  "ordinal",
  "month",
  "weekday",
  "year",
  "n",
  "unit",
  "clock",
]);
const isSlotName = (name: string): name is SlotName => slotNames.has(name);

export function compilePattern<T>({ form, read, bare = false }: Pattern<T>): CompiledPattern<T> {
  return { elements: form.split(" ").map(elementOf), read, bare };
}

function elementOf(part: string): Element {
  const optional = part.endsWith("?");
  const plain = optional ? part.slice(0, -1) : part;
  const name = plain.startsWith("{") ? plain.slice(1, -1) : "";
  if (isSlotName(name)) return { type: "slot", slot: name, optional };
  return { type: "words", words: new Set(plain.split("|")), optional };
}
