// Rules: `form` has words, `{type}` slots, `[optional]` and `(this|that)`; one trie holds the compiled rules.

/**
 * The value in a slot of a form comes from any rule that filled it, so its type is the type that the form names. The
 * compiler cannot see this, because forms are read at run time; the round trip of each type tests it.
 */
// oxlint-disable-next-line typescript/no-explicit-any
export type SlotValue = any;

export interface Rule {
  readonly type: string;
  readonly form: string;
  /** Value from the slots in order; `undefined` rejects the reading. Without it: the first slot, or true. */
  readonly value?: (...slots: SlotValue[]) => unknown;
  /** Cost of this reading against another of the same words. */
  readonly cost?: number;
  /** The reverse: values for the slots that speak a value. */
  readonly say?: (value: SlotValue) => readonly unknown[] | undefined;
}

export type Item = { readonly word: string } | { readonly type: string; readonly slot: number };

export interface Node {
  readonly words: Map<string, Node>;
  readonly types: Map<string, Node>;
  readonly done: { readonly rule: Rule; readonly slots: readonly number[]; readonly arity: number }[];
}

export interface Grammar {
  /** Nodes behind a first word, and behind a first slot. */
  readonly behindWord: (word: string) => Node | undefined;
  readonly behindType: (type: string) => Node | undefined;
  readonly rules: readonly Rule[];
  readonly byType: ReadonlyMap<string, readonly Rule[]>;
  /** All words of the rules. */
  readonly vocabulary: ReadonlySet<string>;
}

/**
 * `monday;mon=1 tuesday=2`: words (with `_` for a space) of a class and their values; without `=` the word itself.
 * Forms behind `;` are only understood.
 */
export function words(type: string, list: string, cost = 0): readonly Rule[] {
  return list
    .trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [names = "", given] = entry.split("=");
      const value = given === undefined ? undefined : /^-?[\d.]+$/.test(given) ? Number(given) : given;
      const [spokenNames = [], ...heard] = names.split(";").map((some) => some.split("|").filter(Boolean));
      return [spokenNames, heard.flat()].flatMap((some, at) =>
        some.map((name): Rule => {
          const form = name.replaceAll("_", " ");
          const wordValue = value ?? form;
          return {
            type,
            form,
            cost,
            value: () => wordValue,
            ...(at === 0 && { say: (other: unknown) => (other === wordValue ? [] : undefined) }),
          };
        }),
      );
    });
}

/** One form in each line, all with one value; with a cost if they have one. */
export function forms(
  type: string,
  value: unknown,
  given: string | readonly [string, number],
): readonly Rule[] {
  const [list, cost] = typeof given === "string" ? [given, 0] : given;
  return list
    .trim()
    .split("\n")
    .map((form) => ({ type, form: form.trim(), value: () => value, cost }));
}

/** A word, a slot, or a bracket with alternatives, of which only the first `said` are also spoken. */
export type Part =
  Item | { readonly rows: readonly (readonly Part[])[]; readonly said: number; readonly isOptional: boolean };

/** In a bracket, parts behind `;` are only understood, and not spoken. */
const PARTS = /\{\w+\}|[[\]()|;]|[^\s[\](){}|;]+/g;

/** Part for a form; the form itself is a bracket. */
export function partOf(form: string): Exclude<Part, Item> {
  const pieces = form.match(PARTS) ?? [];
  let at = 0;
  let slots = 0;
  const bracket = (isOptional: boolean): Exclude<Part, Item> => {
    const rows: Part[][] = [[]];
    let spokenCount = Infinity;
    for (; at < pieces.length; at++) {
      const piece = pieces[at] as string;
      if (piece === "]" || piece === ")") break;
      if (piece === ";") spokenCount = Math.min(spokenCount, rows.length);
      if (piece === "|" || piece === ";") rows.push([]);
      else if (piece === "[" || piece === "(") {
        at++;
        rows.at(-1)?.push(bracket(piece === "["));
      } else
        rows
          .at(-1)
          ?.push(piece.startsWith("{") ? { type: piece.slice(1, -1), slot: slots++ } : { word: piece });
    }
    return { rows, said: Math.min(spokenCount, rows.length), isOptional };
  };
  return bracket(false);
}

/** All plain sequences of a form. */
export const expand = (form: string): readonly (readonly Item[])[] =>
  sequencesOf(partOf(form)).filter((sequence) => sequence.length > 0);

function sequencesOf(part: Part): readonly (readonly Item[])[] {
  if (!("rows" in part)) return [[part]];
  const all = part.rows.flatMap((row) =>
    row.reduce<readonly (readonly Item[])[]>(
      (before, each) => {
        const continuations = sequencesOf(each);
        return before.flatMap((items) => continuations.map((more) => [...items, ...more]));
      },
      [[]],
    ),
  );
  return part.isOptional && all.every(({ length }) => length > 0) ? [...all, []] : all;
}

const node = (): Node => ({ words: new Map(), types: new Map(), done: [] });

interface Sequence {
  readonly rule: Rule;
  readonly items: readonly Item[];
}

/**
 * Compiles forms into a trie, branch by branch as words need them: all at once they would cost a call a fifth of a
 * second.
 */
export function compile(rules: readonly Rule[]): Grammar {
  const vocabulary = new Set<string>();
  const byType = new Map<string, Rule[]>();
  const words = new Map<string, Sequence[]>();
  const types = new Map<string, Sequence[]>();
  for (const rule of rules) {
    push(byType, rule.type, rule);
    for (const word of rule.form.match(PARTS) ?? []) if (!/[[\](){}|;]/.test(word)) vocabulary.add(word);
    for (const items of expand(rule.form)) {
      const [first] = items;
      if (first === undefined) continue;
      if ("word" in first) push(words, first.word, { rule, items });
      else push(types, first.type, { rule, items });
    }
  }
  return { rules, byType, vocabulary, behindWord: branches(words), behindType: branches(types) };
}

function push<T>(lists: Map<string, T[]>, key: string, each: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [each]);
  else list.push(each);
}

/** Nodes behind the beginnings of sequences, made at the first request. */
function branches(sequences: Map<string, Sequence[]>): (key: string) => Node | undefined {
  const nodes = new Map<string, Node>();
  return (key) => {
    const unbuilt = sequences.get(key);
    if (unbuilt === undefined) return nodes.get(key);
    sequences.delete(key);
    const made = node();
    nodes.set(key, made);
    for (const { rule, items } of unbuilt) {
      const slots = items.flatMap((item) => ("slot" in item ? [item.slot] : []));
      const arity = rule.form.match(/\{/g)?.length ?? 0;
      items.slice(1).reduce(stepTo, made).done.push({ rule, slots, arity });
    }
    return made;
  };
}

/** Node behind this item, made if it does not exist. */
function stepTo({ words, types }: Node, item: Item): Node {
  const [map, key] = "word" in item ? [words, item.word] : [types, item.type];
  const next = map.get(key);
  if (next !== undefined) return next;
  const made = node();
  map.set(key, made);
  return made;
}
