// Blind batches: phrases written without sight of the rules, each played once through whole flows before any work on
// them. first-results.jsonl keeps the first result of each for ever.

import { join } from "node:path";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import type { Value } from "../../src/flow/value/value.ts";
import { FlowTalk } from "../support/fakes/flow-talk.ts";
import { type Outcome, outcomes } from "./judge.ts";

/** A line of a batch: a caller's turns at the questions of a flow. */
export interface BlindPhrase {
  readonly id: string;
  readonly language: string;
  /** `2027-03-10T10:15` */
  readonly now: string;
  readonly asked: readonly string[];
  readonly variables: Readonly<Record<string, object>>;
  readonly say: readonly string[];
  /** `clear`, `non-answer`, `trap`, … */
  readonly kind: string;
  readonly want: {
    readonly values?: Readonly<Record<string, Value>>;
    readonly ask?: true;
    readonly act?: string;
  };
  /** Values that a read-back may offer when the agent should repeat the question. */
  readonly alt?: readonly Readonly<Record<string, Value>>[];
}

type Values = Readonly<Record<string, Value>>;

/** Values of a flow after the last turn. `confirmed`: after a yes to the following read-back. */
export interface FlowResult {
  readonly stored: Values;
  readonly readBack: Values;
  readonly hasFailed: boolean;
}

export const parseBatch = (text: string): readonly BlindPhrase[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as BlindPhrase);

const closing: Readonly<Record<string, string>> = {
  en: "Is everything right?",
  de: "Stimmt alles so?",
  es: "¿Está todo bien?",
};

/** Units by the names that writers of batches used. */
const units: Readonly<Record<string, string>> = {
  centimetres: "cm",
  feet: "ft",
  gramm: "g",
  grams: "g",
  horas: "hours",
  inches: "in",
  jahre: "years",
  kilo: "kg",
  kilograms: "kg",
  kilometer: "km",
  kilometres: "km",
  kilos: "kg",
  liter: "l",
  litres: "l",
  litros: "l",
  meter: "m",
  meters: "m",
  metres: "m",
  metros: "m",
  miles: "mi",
  minuten: "minutes",
  minutos: "minutes",
  monate: "months",
  noches: "nights",
  nächte: "nights",
  pounds: "lb",
  quadratmeter: "m2",
  semanas: "weeks",
  stunden: "hours",
  tage: "days",
  wochen: "weeks",
};

const unitOf = (unit: string): string => units[unit.toLowerCase()] ?? unit;

const declared = (variable: object): object =>
  "unit" in variable ? { ...variable, unit: unitOf(String(variable.unit)) } : variable;
/** Prefix of variables, because names of batches may belong to expressions, like `last`. */
const prefix = "v_";
const bare = (values: readonly (readonly [string, Value])[]): Values =>
  Object.fromEntries(values.map(([name, value]) => [name.slice(prefix.length), value]));

function flowOf({ language, asked, variables }: BlindPhrase): string {
  const own = Object.entries(variables).map(([name, each]) => [`${prefix}${name}`, declared(each)] as const);
  const questions = asked.map((name) => `${prefix}${name}`);
  const others = own.map(([name]) => name).filter((name) => !questions.includes(name));
  return JSON.stringify({
    voice_flow: 1,
    id: "blind",
    language,
    timezone: "UTC",
    start: "question",
    defaults: { give_up: "over" },
    variables: { ...Object.fromEntries(own), is_right: { type: "boolean", ask: closing[language] } },
    nodes: {
      question: {
        ask: questions.length === 1 ? questions[0] : questions,
        ...(others.length > 0 && { listen_for: others }),
        next: "closing",
      },
      closing: { ask: "is_right", next: "over" },
      over: { say: ".", end: "done" },
    },
  });
}

/** Plays a phrase; undefined: no flow can ask this ("how many hands?"). */
export function hearBlind(phrase: BlindPhrase): FlowResult | undefined {
  const { program } = loadFlow(flowOf(phrase));
  if (program === undefined) return undefined;
  const talk = new FlowTalk(program);
  talk.wallMs = Date.parse(`${phrase.now}:00Z`);
  talk.state = { ...talk.state, facts: { ...talk.state.facts, startedAtMs: talk.wallMs } };
  talk.start();
  for (const said of phrase.say) if (talk.outcome === undefined) talk.hear(said);
  const frame = talk.state.frames[0];
  const pending = frame?.phase.type === "asking" ? frame.phase.pending : null;
  const read = pending?.type === "confirm" ? pending.values : [];
  const stored = Object.entries(frame?.values ?? {}).filter(
    ([name]) => name.startsWith(prefix) && !read.some((each) => each.name === name),
  );
  const failures = Object.values(frame?.failures ?? {}).reduce((sum, each) => sum + each.noMatch, 0);
  return {
    stored: bare(stored),
    readBack: bare(read.map(({ name, value }) => [name, value])),
    hasFailed: failures > 0,
  };
}

const same = (value: Value | undefined, other: Value | undefined): boolean =>
  typeof value === "string" && typeof other === "string"
    ? value.toLowerCase() === other.toLowerCase()
    : Bun.deepEquals(value, other);
const within = (values: Values, wanted: Values): boolean =>
  Object.entries(values).every(([name, value]) => same(value, wanted[name]));

export function blindOutcome(
  { stored, readBack, hasFailed }: FlowResult,
  { want, alt = [] }: BlindPhrase,
): Outcome {
  const isEmpty = Object.keys({ ...stored, ...readBack }).length === 0;
  if (want.values === undefined) {
    if (Object.keys(stored).length > 0) return "wrong";
    if (isEmpty) return want.act !== undefined && hasFailed ? "asked" : "right";
    return alt.some((each) => within(readBack, each)) ? "right" : "wrongReadBack";
  }
  if (!within(stored, want.values)) return "wrong";
  if (!within(readBack, want.values)) return "wrongReadBack";
  const isWhole = Object.keys(want.values).every((name) => name in stored || name in readBack);
  if (!isWhole) return "asked";
  return Object.keys(readBack).length > 0 ? "readBack" : "right";
}

/** Number of each outcome, by `en clear`, `de trap` …. */
export type BlindCounts = Readonly<Record<string, Readonly<Record<Outcome, number>>>>;

export function countsOf(judged: readonly (readonly [BlindPhrase, Outcome])[]): BlindCounts {
  const counts: Record<string, Record<Outcome, number>> = {};
  for (const [{ language, kind }, outcome] of judged) {
    const own = (counts[`${language} ${kind}`] ??= Object.fromEntries(
      outcomes.map((each) => [each, 0]),
    ) as Record<Outcome, number>);
    own[outcome]++;
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => a.localeCompare(b)));
}

export interface FirstResult {
  readonly batch: string;
  /** Short description of the author. */
  readonly author: string;
  readonly date: string;
  readonly commit: string;
  /** Understanding system: `lists of rules` (until November 2026), `tried grammar`, `grammar`. */
  readonly system: string;
  readonly n: number;
  readonly counts: BlindCounts;
}

const table = join(import.meta.dir, "first-results.jsonl");

export async function firstResults(): Promise<readonly FirstResult[]> {
  if (!(await Bun.file(table).exists())) return [];
  const lines = (await Bun.file(table).text()).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as FirstResult);
}

/** Adds a result; a batch and a system have only one first result. */
export async function keepFirstResult(result: FirstResult): Promise<boolean> {
  const results = await firstResults();
  if (results.some(({ batch, system }) => batch === result.batch && system === result.system)) return false;
  await Bun.write(table, `${[...results, result].map((each) => JSON.stringify(each)).join("\n")}\n`);
  return true;
}

/** Lines such as `en clear  98: right 80.1 % …`. */
export const toldCounts = (counts: BlindCounts): readonly string[] =>
  Object.entries(counts).map(([name, own]) => {
    const n = Object.values(own).reduce((sum, each) => sum + each, 0);
    const shares = outcomes.map(
      (each) => `${each} ${String(own[each])} (${((100 * own[each]) / n).toFixed(1)} %)`,
    );
    return `${name.padEnd(16)} ${String(n).padStart(4)}: ${shares.join(", ")}`;
  });
