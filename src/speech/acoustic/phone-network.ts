// Phone network: a word graph spelled out in phones, each a hidden Markov model of three states in its context. What a
// phone sounds like depends on its neighbours, also on those in the words before and after.

import type { AcousticUnits } from "./acoustic-units.ts";
import { scoreOfLog, logOf } from "./log-score.ts";
import type { PronouncingDictionary } from "./pronunciations.ts";
import type { WordArc, WordGraph } from "./word-graph.ts";

/** What each word more costs: log(0.65) at the weight of the language, in units of paths. */
const wordPenalty = scoreOfLog(Math.trunc(logOf(Math.fround(0.65)) * 6.5));

export interface PhoneNetwork {
  readonly states: number;
  readonly start: number;
  readonly final: number;
  readonly phones: number;
  readonly silence: number;
  /** Of each node: where the misfits of its three states are found. */
  readonly slots: Int32Array;
  /** Of each node: costs of staying and going on, 0-0, 0-1, 1-1, 1-2, 2-2, 2-end. */
  readonly transitions: Int32Array;
  /** Of each node: what it costs to enter. */
  readonly entering: Int32Array;
  /** Of each node: the word that ends with it, or -1. */
  readonly endingArc: Int32Array;
  /** Of each node: its phone as its neighbours see it. */
  readonly phoneOf: Int32Array;
  /** Of each last node of a word: which phones may stand after the word, as bits. */
  readonly afterLow: Int32Array;
  readonly afterHigh: Int32Array;
  /** Of each node: those that follow within the word, from `nextFrom[node]` to before `nextFrom[node + 1]`. */
  readonly nextFrom: Int32Array;
  readonly next: Int32Array;
  /** Of each state and each phone before: the first nodes of its words, from `rootFrom[state * phones + phone]` on. */
  readonly rootFrom: Int32Array;
  readonly roots: Int32Array;
  /** Of each state: where it leads without a word, and at what cost. */
  readonly jumpFrom: Int32Array;
  readonly jumpTo: Int32Array;
  readonly jumpScore: Int32Array;
  /** Of each word: its state afterwards, its name, and whether it ends alike before all phones. */
  readonly arcTo: Int32Array;
  readonly arcs: readonly NetworkWord[];
}

export interface NetworkWord {
  /** With the number of its pronunciation: "zero(2)". */
  readonly name: string;
  readonly isFiller: boolean;
  /** What follows does not change how it sounds. */
  readonly isAlone: boolean;
}

interface Node {
  readonly senones: readonly [number, number, number];
  readonly transitions: Int32Array;
  readonly entering: number;
  readonly phone: number;
  /** Phones that may stand before it, or after it where it is a word's last. */
  readonly beside: Set<number>;
  readonly next: Node[];
  readonly arc: number;
  id: number;
}

/** How words are spelled and phones sound. */
interface Spelled {
  readonly dictionary: PronouncingDictionary;
  readonly units: AcousticUnits;
  /** Where the misfit of each senone is found. */
  readonly slotOfSenone: Uint16Array;
}

/** Throws for a word that has no pronunciation. */
export function phoneNetworkOf(graph: WordGraph, spelled: Spelled): PhoneNetwork {
  return new Spelling(graph, spelled).network();
}

/** One pronunciation of a word between two states. */
interface SpokenArc {
  readonly arc: WordArc;
  readonly from: number;
  readonly phones: readonly number[];
  readonly id: number;
}

class Spelling {
  readonly #graph: WordGraph;
  readonly #units: AcousticUnits;
  readonly #slots: Uint16Array;
  readonly #spoken: SpokenArc[] = [];
  readonly #words: NetworkWord[] = [];
  readonly #nodes: Node[] = [];
  /** Of each state: phones that may come before the words that leave it, and after those that reach it. */
  readonly #before: Set<number>[];
  readonly #after: Set<number>[];

  constructor(graph: WordGraph, { dictionary, units, slotOfSenone }: Spelled) {
    this.#graph = graph;
    this.#units = units;
    this.#slots = slotOfSenone;
    for (const [from, arcs] of graph.arcs.entries())
      for (const arc of arcs) this.#speak(from, arc, dictionary);
    this.#before = graph.arcs.map(() => new Set([units.silence]));
    this.#after = graph.arcs.map(() => new Set([units.silence]));
    this.#findNeighbours();
  }

  network(): PhoneNetwork {
    const { graph, spoken } = { graph: this.#graph, spoken: this.#spoken };
    const roots = graph.arcs.map((): Node[] => []);
    const begun = graph.arcs.map(() => new Map<number, Node>());
    for (const one of spoken) {
      const [own, shared] = [roots[one.from], begun[one.from]];
      if (own !== undefined && shared !== undefined) this.#spell(one, own, shared);
    }
    const nodes = this.#nodes;
    const [rootFrom, rootList] = lists(
      roots.flatMap((some) =>
        this.#units.phones.map((_, before) =>
          some.filter(({ beside }) => beside.has(before)).map(({ id }) => id),
        ),
      ),
    );
    const [nextFrom, next] = lists(nodes.map((node) => node.next.map(({ id }) => id)));
    const jumps = graph.jumps.map((some) => [...some]);
    const [jumpFrom, jumpTo] = lists(jumps.map((some) => some.map(([to]) => to)));
    return {
      states: graph.arcs.length,
      start: graph.start,
      final: graph.final,
      phones: this.#units.phones.length,
      silence: this.#units.silence,
      slots: Int32Array.from(
        nodes.flatMap(({ senones }) => senones.map((senone) => this.#slots[senone] ?? 0)),
      ),
      transitions: Int32Array.from(nodes.flatMap(({ transitions }) => [...transitions])),
      entering: Int32Array.from(nodes, ({ entering }) => entering),
      endingArc: Int32Array.from(nodes, ({ arc }) => arc),
      phoneOf: Int32Array.from(nodes, ({ phone }) => phone),
      afterLow: Int32Array.from(nodes, ({ beside }) => bits(beside, 0)),
      afterHigh: Int32Array.from(nodes, ({ beside }) => bits(beside, 32)),
      nextFrom,
      next,
      rootFrom,
      roots: rootList,
      jumpFrom,
      jumpTo,
      jumpScore: Int32Array.from(jumps.flatMap((some) => some.map(([, log]) => scoreOfLog(log)))),
      arcTo: Int32Array.from(spoken, ({ arc }) => arc.to),
      arcs: this.#words,
    };
  }

  #speak(from: number, arc: WordArc, dictionary: PronouncingDictionary): void {
    const { phones: names } = this.#units;
    const ways = dictionary.pronunciationsOf(arc.word);
    if (ways.length === 0) throw new Error(`No pronunciation of ${arc.word} is known`);
    for (const { name, phones } of ways) {
      const spoken = phones.map((phone) => names.indexOf(phone));
      this.#spoken.push({ arc, from, phones: spoken, id: this.#words.length });
      this.#words.push({ name, isFiller: arc.isFiller, isAlone: arc.isFiller || spoken.length === 1 });
    }
  }

  #findNeighbours(): void {
    const { silence } = this.#units;
    for (const { arc, from, phones } of this.#spoken) {
      this.#after[from]?.add(arc.isFiller ? silence : (phones[0] ?? silence));
      this.#before[arc.to]?.add(arc.isFiller ? silence : (phones.at(-1) ?? silence));
    }
    const [before, after] = [this.#before, this.#after].map((sets) => sets.map((set) => [...set]));
    for (const [from, jumps] of this.#graph.jumps.entries()) {
      for (const to of jumps.keys()) {
        for (const phone of before?.[from] ?? []) this.#before[to]?.add(phone);
        for (const phone of after?.[to] ?? []) this.#after[from]?.add(phone);
      }
    }
  }

  /** `begun`: first phones of words of this state, by the phone and the next. Words that begin alike share them. */
  #spell(spoken: SpokenArc, roots: Node[], begun: Map<number, Node>): void {
    const { phones, arc } = spoken;
    const [first, second] = phones;
    if (first === undefined) return;
    if (second === undefined) return this.#spellAlone(spoken, first, roots);
    const key = first * this.#units.phones.length + second;
    let at = begun.get(key);
    if (at === undefined) {
      at = this.#beginning(first, second, sorted(this.#before[spoken.from]));
      begun.set(key, at);
      roots.push(at);
    }
    for (let n = 1; n < phones.length - 1; n++) at = this.#inner(at, phones, n);
    this.#ending(at, spoken, sorted(this.#after[arc.to]));
  }

  /** The engine that the model's weights were tuned with hears each word as it begins after the first of these. */
  #beginning(first: number, second: number, before: readonly number[]): Node {
    const left = before[0] ?? this.#units.silence;
    const senones = this.#units.senonesOf(first, { left, right: second, position: "begin" });
    const node = this.#node({ senones, phone: first, entering: wordPenalty });
    for (const phone of before) node.beside.add(phone);
    return node;
  }

  #inner(from: Node, phones: readonly number[], at: number): Node {
    const [left = 0, phone = 0, right = 0] = phones.slice(at - 1, at + 2);
    const senones = this.#units.senonesOf(phone, { left, right, position: "internal" });
    const known = from.next.find((node) => node.arc < 0 && isSame(node.senones, senones));
    if (known !== undefined) return known;
    const node = this.#node({ senones, phone, entering: 0 });
    from.next.push(node);
    return node;
  }

  #ending(from: Node, { arc, phones, id }: SpokenArc, after: readonly number[]): void {
    const [left = 0, phone = 0] = phones.slice(-2);
    const entering = scoreOfLog(arc.log);
    const ends: Node[] = [];
    for (const right of after) {
      const senones = this.#units.senonesOf(phone, { left, right, position: "end" });
      let node = ends.find((one) => isSame(one.senones, senones));
      if (node === undefined) {
        node = this.#node({ senones, phone, entering, arc: id });
        ends.push(node);
      }
      node.beside.add(right);
    }
    from.next.push(...ends);
  }

  /** A word of one phone. What follows it is taken for silence. */
  #spellAlone({ arc, id, from }: SpokenArc, phone: number, roots: Node[]): void {
    const { silence } = this.#units;
    const entering = scoreOfLog(arc.log) + wordPenalty;
    if (arc.isFiller) {
      const senones = this.#units.senonesOf(phone);
      const node = this.#node({ senones, phone: silence, spokenPhone: phone, entering, arc: id });
      for (const before of this.#units.phones.keys()) node.beside.add(before);
      roots.push(node);
      return;
    }
    const own: Node[] = [];
    for (const left of sorted(this.#before[from])) {
      const senones = this.#units.senonesOf(phone, { left, right: silence, position: "single" });
      let node = own.find((one) => isSame(one.senones, senones));
      if (node === undefined) {
        node = this.#node({ senones, phone, entering, arc: id });
        own.push(node);
      }
      node.beside.add(left);
    }
    roots.push(...own);
  }

  #node(made: {
    readonly senones: readonly [number, number, number];
    readonly phone: number;
    /** What is said, where neighbours see another phone. */
    readonly spokenPhone?: number;
    readonly entering: number;
    readonly arc?: number;
  }): Node {
    const { senones, phone, spokenPhone = phone, entering, arc = -1 } = made;
    const transitions = this.#units.transitionsOf(spokenPhone);
    const id = this.#nodes.length;
    const node = { senones, phone, entering, transitions, beside: new Set<number>(), next: [], arc, id };
    this.#nodes.push(node);
    return node;
  }
}

const sorted = (phones: ReadonlySet<number> = new Set()): readonly number[] =>
  [...phones].sort((a, b) => a - b);

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((senone, at) => senone === b[at]);

/** Of 32 phones from one on: those that are in the set. */
function bits(phones: ReadonlySet<number>, from: number): number {
  let all = 0;
  for (const phone of phones) if (phone >= from && phone < from + 32) all |= 1 << (phone - from);
  return all;
}

/** Lists of numbers one behind the other, and where each begins. */
function lists(all: readonly (readonly number[])[]): [from: Int32Array, list: Int32Array] {
  const from = new Int32Array(all.length + 1);
  for (const [at, some] of all.entries()) from[at + 1] = (from[at] ?? 0) + some.length;
  return [from, Int32Array.from(all.flat())];
}
