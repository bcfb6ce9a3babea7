// Rules: `form` is words, `{type}` slots, `[optional]` and `(this|that)`; compiled into one trie that all rules share.

export interface Rule {
  readonly type: string;
  readonly form: string;
  /** The value of the slots in order; `undefined` rejects. Without it: the first slot, or true. */
  readonly value?: (...slots: any[]) => unknown;
  /** What this reading costs against another of the same words. */
  readonly cost?: number;
  /** The reverse: what to put into the slots to say a value. */
  readonly say?: (value: any) => readonly unknown[] | undefined;
}

type Item = { readonly word: string } | { readonly type: string; readonly slot: number };

export interface Node {
  readonly words: Map<string, Node>;
  readonly types: Map<string, Node>;
  readonly done: { readonly rule: Rule; readonly slots: readonly number[]; readonly arity: number }[];
}

export interface Grammar {
  readonly root: Node;
  readonly rules: readonly Rule[];
  readonly byType: ReadonlyMap<string, readonly Rule[]>;
  /** Every word of a rule. */
  readonly vocabulary: ReadonlySet<string>;
}

/** `monday|mon=1 tuesday=2`: words (with `_` for a space) of a class and their values; without `=` the word itself. */
export function words(type: string, list: string, cost = 0): readonly Rule[] {
  return list
    .trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [names = "", given] = entry.split("=");
      const value = given === undefined ? undefined : /^-?[\d.]+$/.test(given) ? Number(given) : given;
      return names.split("|").map((name) => {
        const form = name.replaceAll("_", " ");
        const own = value ?? form;
        return {
          type,
          form,
          cost,
          value: () => own,
          say: (said: unknown) => (said === own ? [] : undefined),
        };
      });
    });
}

/** All plain sequences that a form stands for. */
export function expand(form: string): readonly (readonly Item[])[] {
  const parts = form.match(/\{\w+\}|[[\]()|]|[^\s[\](){}|]+/g) ?? [];
  let at = 0;
  let slots = 0;
  const choice = (): Item[][] => {
    let all: Item[][] = [];
    let sequences: Item[][] = [[]];
    for (; at < parts.length; at++) {
      const part = parts[at] as string;
      if (part === "]" || part === ")") break;
      if (part === "|") {
        all = [...all, ...sequences];
        sequences = [[]];
      } else if (part === "[" || part === "(") {
        at++;
        const inner = part === "[" ? [...choice(), []] : choice();
        sequences = sequences.flatMap((before) => inner.map((after) => [...before, ...after]));
      } else {
        const item = part.startsWith("{") ? { type: part.slice(1, -1), slot: slots++ } : { word: part };
        sequences = sequences.map((before) => [...before, item]);
      }
    }
    return [...all, ...sequences];
  };
  return choice().filter((sequence) => sequence.length > 0);
}

const node = (): Node => ({ words: new Map(), types: new Map(), done: [] });

export function compile(rules: readonly Rule[]): Grammar {
  const root = node();
  const vocabulary = new Set<string>();
  const byType = new Map<string, Rule[]>();
  for (const rule of rules) {
    byType.set(rule.type, [...(byType.get(rule.type) ?? []), rule]);
    const arity = rule.form.match(/\{/g)?.length ?? 0;
    for (const sequence of expand(rule.form)) {
      let to = root;
      const slots: number[] = [];
      for (const item of sequence) {
        const [map, key] = "word" in item ? [to.words, item.word] : [to.types, item.type];
        if ("word" in item) vocabulary.add(item.word);
        else slots.push(item.slot);
        let next = map.get(key);
        if (next === undefined) map.set(key, (next = node()));
        to = next;
      }
      to.done.push({ rule, slots, arity });
    }
  }
  return { root, rules, byType, vocabulary };
}
