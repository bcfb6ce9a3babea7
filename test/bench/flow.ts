// Flow benchmark: the speed of reading, checking and compiling an ordinary flow, the largest one, and hostile ones; of
// running them, and of understanding answers.

import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { FlowTests } from "../../src/flow/author/testing/flow-tests.ts";
import { understand } from "../../src/flow/engine/understand/understand.ts";
import { pointOf, readPhrases } from "../phrases/corpus.ts";
import { random } from "../support/random.ts";
import { type Figure, FigureList, type Figures } from "./figures.ts";
import { quantile } from "./pinned.ts";

const seed = 1;
const ordinary = "public/flows/table-booking.flow.yaml";
const limitBytes = 256 * 1_024;

/** Processor time of this thread: other load of the machine does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

export { claimsOf as claims } from "./figures.ts";

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const list = new FigureList(tell);
  const text = await Bun.file(ordinary).text();
  const lines = text.trimEnd().split("\n").length;
  const ordinaryMs = median(timesOf(text, isQuick ? 30 : 300));
  list.add({ of: `a flow of ${lines} lines`, value: ordinaryMs, unit: "ms", atMost: 6 });
  for (const [name, body] of large()) {
    const kib = Math.round(Buffer.byteLength(body) / 1_024);
    const { problems, program } = loadFlow(body);
    const note = program === undefined ? `${problems.length} problems` : `${program.nodes.size} nodes`;
    const value = median(timesOf(body, isQuick ? 1 : 7));
    list.add({ of: `${name}, ${kib} KiB`, value, unit: "ms", note, atMost: 220 });
  }
  // The first steps warm up the code.
  running(text, 1_000);
  list.add(running(text, isQuick ? 500 : 2_000), ...(await understanding(isQuick ? 20 : 100)));
  return list;
}

/** Runs the embedded tests of an ordinary flow repeatedly, for milliseconds of this thread's work. */
function running(text: string, forMs: number): Figure {
  const { program, tests } = loadFlow(text);
  if (program === undefined || tests === undefined) throw new Error(`${ordinary} has errors`);
  let steps = 0;
  const from = cpuMs();
  const elapsed = (): number => cpuMs() - from;
  while (elapsed() < forMs) {
    for (const _ of new FlowTests(text, { program, tests }).run()) steps++;
  }
  return { of: "steps of the engine", value: (1_000 * steps) / elapsed(), unit: "a second", atLeast: 7_000 };
}

/**
 * Every answer of the English corpus, `repeats` times, because the clock of a thread ticks slowly: the mean is the
 * figure.
 */
async function understanding(repeats: number): Promise<readonly Figure[]> {
  const times: number[] = [];
  const short = (await readPhrases("en")).filter(({ where }) => where.startsWith("en/answers."));
  for (const phrase of short) {
    const hearing = pointOf(phrase);
    understand(phrase.said, hearing);
    const from = cpuMs();
    for (let i = 0; i < repeats; i++) understand(phrase.said, hearing);
    times.push((cpuMs() - from) / repeats);
  }
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  const sorted = times.toSorted((a, b) => a - b);
  return [
    { of: "answers understood", value: 1_000 / mean, unit: "a second", atLeast: 39_000 },
    { of: "an answer understood, p99", value: quantile(sorted, 0.99), unit: "ms", atMost: 0.1 },
  ];
}

function timesOf(text: string, count: number): readonly number[] {
  for (let i = 0; i < count / 3; i++) loadFlow(text);
  return Array.from({ length: count }, () => {
    const from = cpuMs();
    loadFlow(text);
    return cpuMs() - from;
  });
}

function median(times: readonly number[]): number {
  return quantile(
    times.toSorted((a, b) => a - b),
    0.5,
  );
}

const head = "voice_flow: 1\nid: f\nlanguage: en\nstart: n0\n";

interface Frame {
  readonly before: string;
  readonly after: string;
  readonly max: number;
}

/** Text with as many pieces as fit. */
function filledWith(piece: (i: number) => string, { before, after, max }: Frame): string {
  let middle = "";
  for (let i = 0; i < max && before.length + middle.length + after.length + 400 < limitBytes; i++)
    middle += piece(i);
  return before + middle + after;
}

function many(count: number, piece: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => piece(i)).join("");
}

const ended = "  bye: {end: done}\n";

function large(): readonly (readonly [name: string, text: string])[] {
  return [
    ["questions", questions()],
    ["handlers and questions", handlers()],
    ["what clears what", clearing()],
    ["names that are not there", unknown()],
  ];
}

function questions(): string {
  const dice = random(seed);
  const variable = (i: number): string =>
    `  v${i}: {type: number, min: 1, max: ${i + 2}, ask: "How many of kind ${i}?"}\n`;
  const node = (i: number): string =>
    `  n${i}:\n    ask: v${i % 250}\n` +
    `    say: "You said {{ v${dice.int(0, 249)} ?? 'nothing' }}. How many of number ${i} do you want now, please?"\n` +
    `    no_match: ["Sorry, how many of them?", "Please say a number, such as two or three."]\n` +
    `    next: [{if: v${i % 250} > 3 and not filled(session.from), goto: n${dice.int(0, 700)}}, {else: n${(i + 1) % 701}}]\n`;
  const before = `${head}variables:\n${many(250, variable)}defaults: {give_up: bye}\nnodes:\n`;
  return filledWith(node, { before, after: ended, max: 781 });
}

function handlers(): string {
  const handler = (i: number): string =>
    `  h${i}: {phrases: [say p${i}], set: {v: 1}, say: "{{ v }}", next: n0}\n`;
  const before =
    `${head}variables: {v: {type: number}, c: {type: choice, ask: Which?, options: [{id: a}]}}\n` +
    `handlers:\n${many(2_500, handler)}nodes:\n`;
  const node = (i: number): string => `  n${i}: {ask: c, give_up: bye, next: n${i + 1}}\n`;
  return filledWith(node, { before, after: `  n900: {say: Bye., next: bye}\n${ended}`, max: 900 });
}

function clearing(): string {
  const variable = (i: number): string =>
    `  v${i}: {type: text, ask: "{{ v${i} }}", depends_on: [v${i + 1}]}\n`;
  const before = `${head}variables:\n${many(1_500, variable)}  v1500: {type: text}\nnodes:\n`;
  const node = (i: number): string =>
    `  n${i}: {ask: [v1500, v${i}], give_up: bye, next: n${(i + 1) % 900}}\n`;
  return filledWith(node, { before, after: ended, max: 900 });
}

function unknown(): string {
  const before = `${head}variables:\n${many(3_500, (i) => `  variable_${i}: {type: text, input: true}\n`)}nodes:\n`;
  const node = (i: number): string => `  n${i}: {say: "{{ varable_${i}_x }}", next: nx${i}}\n`;
  return filledWith(node, { before, after: "", max: 900 });
}
