// Sayable trees: people's phrases for values, by the rules whose `say` takes a value; here for many values at once,
// as a tree.

import type { Language } from "../../grammar/language.ts";
import { type Grammar, type Item, type Part, partOf, type Rule } from "../../grammar/rules.ts";
import type { Sayable } from "../expectation.ts";
import { anyOf, type MaybeSayable, optional, sequence } from "./phrase-tree.ts";

/** Values in the place of one: any end of a range, any year. */
export class Several {
  readonly all: readonly unknown[];

  constructor(all: readonly unknown[]) {
    this.all = all;
  }
}

/** Values of each slot that go together: any of the first slot with any of the second. */
type Product = ReadonlyMap<number, readonly unknown[]>;

const keyOf = (value: unknown): unknown => (typeof value === "object" ? JSON.stringify(value) : value);

/** Tuples as few products: "thirty" and "thirty first" only where the month has them. */
function productsOf(slots: readonly number[], tuples: readonly (readonly unknown[])[]): readonly Product[] {
  const [slot, ...rest] = slots;
  if (slot === undefined) return [new Map()];
  const byFirst = Map.groupBy(tuples, (tuple) => keyOf(tuple[slot]));
  if (rest.length === 0) return [new Map([[slot, [...byFirst.values()].map(([tuple]) => tuple?.[slot])]])];
  const bySame = Map.groupBy(byFirst.values(), (same) =>
    same.map((tuple) => rest.map((each) => keyOf(tuple[each])).join()).join(";"),
  );
  return [...bySame.values()].flatMap((groups) => {
    const firsts = groups.map(([tuple]) => tuple?.[slot]);
    return productsOf(rest, groups[0] ?? []).map((product) => new Map([...product, [slot, firsts]]));
  });
}

/** Words in a slot; undefined: nothing is. */
type Filled = (type: string, slot: number) => MaybeSayable;

interface Tree {
  readonly said: MaybeSayable;
  readonly isFilled: boolean;
}

/**
 * Form with filled slots. An optional part without a slot may be left out; alternatives that fill a slot count first.
 */
export function formTree(form: string, fill: Filled, spelt: Spelt = {}): MaybeSayable {
  let hasSlot = false;
  const treesOf = (part: Part, isLast: boolean): readonly Tree[] => {
    if ("word" in part) return [{ said: spelt[part.word] ?? part.word, isFilled: false }];
    if ("type" in part) {
      const sayable = fill(part.type, part.slot);
      hasSlot = true;
      return [{ said: sayable, isFilled: sayable !== undefined }];
    }
    const inner = bracketTree(part, false);
    if (!part.isOptional || inner.isFilled) return [inner];
    // Words after the last value change nothing: they are not waited for.
    return optional(inner.said, hasSlot && isLast).map((said) => ({ said, isFilled: false }));
  };
  const bracketTree = ({ rows, said: spoken }: Exclude<Part, Item>, isWhole: boolean): Tree => {
    const all = rows.slice(0, spoken).map((row): Tree => {
      const trees = row.flatMap((part, at) => treesOf(part, isWhole && at === row.length - 1));
      return { said: joined(trees), isFilled: trees.some(({ isFilled }) => isFilled) };
    });
    const filled = all.filter(({ isFilled, said }) => isFilled && said !== undefined);
    const kept = filled.length > 0 ? filled : all;
    return { said: anyOf(...kept.map(({ said }) => said)), isFilled: filled.length > 0 };
  };
  return bracketTree(partOf(form), true).said;
}

/** "'s" belongs to the word before it. */
function joined(parts: readonly Tree[]): MaybeSayable {
  const words: MaybeSayable[] = [];
  for (const { said } of parts) {
    const before = words.at(-1);
    if (typeof said === "string" && typeof before === "string")
      words.push(`${words.pop() as string}${/^(?:'|n't)/.test(said) ? "" : " "}${said}`);
    else words.push(said);
  }
  return sequence(...words);
}

/** Words of rules that are written otherwise: "oclock" is "o'clock". */
export type Spelt = Readonly<Record<string, string>>;

/** Cached trees; the largest take some 50 KB. */
const knownMax = 500;

export class Sayer {
  readonly #grammar: Grammar;
  readonly #spelt: Spelt;
  /** Phrases by type and values; undefined while being made, so that no rule contains itself. */
  readonly #known = new Map<string, MaybeSayable>();

  constructor(grammar: Grammar, spelt: Spelt) {
    this.#grammar = grammar;
    this.#spelt = spelt;
  }

  /** All phrases for any of the values. */
  of(type: string, values: readonly unknown[]): MaybeSayable {
    const all = values.flatMap((value) => (value instanceof Several ? value.all : [value]));
    if (type === "letter") return anyOf(...all.map((letter) => String(letter).toLowerCase()));
    const key = `${type} ${all.map(keyOf).join()}`;
    if (this.#known.has(key)) return this.#known.get(key);
    if (this.#known.size > knownMax) this.#known.clear();
    this.#known.set(key, undefined);
    const rules = this.#grammar.byType.get(type) ?? [];
    const sayable = anyOf(...rules.flatMap((rule) => this.#byRule(rule, all)));
    this.#known.set(key, sayable);
    return sayable;
  }

  /** Forms of a type's rules without slots, in order. */
  words(type: string): readonly string[] {
    return (this.#grammar.byType.get(type) ?? []).flatMap(({ form }) =>
      form.includes("{") ? [] : phrasesOf(formTree(form, () => undefined, this.#spelt)),
    );
  }

  #byRule({ form, say }: Rule, values: readonly unknown[]): readonly MaybeSayable[] {
    if (say === undefined) return [];
    const bySlots = new Map<number, (readonly unknown[])[]>();
    for (const value of values) {
      const tuple = say(value);
      if (tuple === undefined) continue;
      // Filled slots, as bits.
      const bits = tuple.reduce<number>((all, slot, at) => (slot === undefined ? all : all | (1 << at)), 0);
      const same = bySlots.get(bits);
      if (same === undefined) bySlots.set(bits, [tuple]);
      else same.push(tuple);
    }
    return [...bySlots].flatMap(([bits, same]) => {
      const slots = Array.from({ length: 32 - Math.clz32(bits) }, (_, at) => at).filter(
        (at) => (bits & (1 << at)) > 0,
      );
      return productsOf(slots, same).map((product) =>
        formTree(
          form,
          (type, slot) => {
            const filling = product.get(slot);
            return filling === undefined ? undefined : this.of(type, filling);
          },
          this.#spelt,
        ),
      );
    });
  }
}

/** One per language: questions share the phrases of their values. */
const sayers = new WeakMap<Language, Sayer>();

export function sayerOf(language: Language): Sayer {
  const sayer = sayers.get(language) ?? new Sayer(language.grammar, language.spelt ?? {});
  sayers.set(language, sayer);
  return sayer;
}

/** Value in words, by the first rule that says it. */
export function speak(type: string, value: unknown, language: Language): string | undefined {
  const sayable = sayerOf(language).of(type, [value]);
  return sayable && firstOf(sayable);
}

const firstOf = (said: Sayable): string =>
  // A dash between digits is written and never said.
  typeof said === "string"
    ? said
    : partsOf(said)
        .map(firstOf)
        .filter((words) => words !== "-" && words !== "")
        .join(" ");

function partsOf(said: Exclude<Sayable, string>): readonly Sayable[] {
  if ("anyOf" in said) return said.anyOf.slice(0, 1);
  if ("sequence" in said) return said.sequence;
  return "optional" in said ? [said.optional] : [];
}

/** Phrases of a list are few; a tree of values is never listed. */
const phrasesMax = 200;

/** Every phrase of a small tree. */
export function phrasesOf(said: MaybeSayable): readonly string[] {
  if (said === undefined) return [];
  if (typeof said === "string") return [said];
  if ("anyOf" in said) return said.anyOf.flatMap(phrasesOf).slice(0, phrasesMax);
  if ("optional" in said) return ["", ...phrasesOf(said.optional)];
  if ("sequence" in said)
    return said.sequence.reduce<readonly string[]>(
      (all, part) =>
        all
          .flatMap((before) => phrasesOf(part).map((each) => `${before} ${each}`.trim()))
          .slice(0, phrasesMax),
      [""],
    );
  return [];
}
