// Flow benchmark: how fast flows are read, checked and compiled, an ordinary one, the largest, and such as are made
// to be slow; how fast they run, and how fast answers are understood.

import { english } from "../../src/flow/locale/en/pack.ts";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { FlowTests } from "../../src/flow/author/testing/flow-tests.ts";
import { understand } from "../../src/flow/engine/understand/understand.ts";
import { hearingFor, readCorpus } from "../flow/engine/understand/corpus.ts";
import { random } from "../support/random.ts";

const seed = 1;
const ordinary = "public/flows/table-booking.flow.yaml";
const limitBytes = 256 * 1_024;

/** What this thread has worked: what else the machine does is not counted. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

export async function run(): Promise<void> {
  const text = await Bun.file(ordinary).text();
  const lines = text.trimEnd().split("\n").length;
  const ms = median(timesOf(text, 300));
  console.log(`  a flow of ${lines} lines      ${ms.toFixed(2)} ms, ${Math.round(1_000 / ms)} a second`);
  for (const [name, body] of large()) {
    const kib = Math.round(Buffer.byteLength(body) / 1_024);
    const times = timesOf(body, 7);
    const { problems, program } = loadFlow(body);
    const result = program === undefined ? `${problems.length} problems` : `${program.nodes.size} nodes`;
    console.log(
      `  ${name.padEnd(24)} ${String(kib).padStart(3)} KiB  ${median(times).toFixed(0)} ms  (${result})`,
    );
  }
  running(text);
  await understanding();
}

const runForMs = 2_000;

/** The embedded tests of an ordinary flow, again and again. */
function running(text: string): void {
  const { program, tests } = loadFlow(text);
  if (program === undefined || tests === undefined) throw new Error(`${ordinary} has errors`);
  let steps = 0;
  const from = cpuMs();
  const elapsed = (): number => cpuMs() - from;
  while (elapsed() < runForMs) {
    for (const _ of new FlowTests(text, { program, tests }).run()) steps++;
  }
  console.log(`  steps of the engine      ${Math.round((1_000 * steps) / elapsed())} a second`);
}

/** The clock of a thread ticks slowly: each utterance is understood so often, and its mean counts. */
const repeats = 100;

/** Every answer of the English corpus, to the question that it answers. */
async function understanding(): Promise<void> {
  const times: number[] = [];
  for (const example of await readCorpus("en")) {
    const hearing = hearingFor(example, english);
    understand(example.utterance, hearing);
    const from = cpuMs();
    for (let i = 0; i < repeats; i++) understand(example.utterance, hearing);
    times.push((cpuMs() - from) / repeats);
  }
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  console.log(
    `  answers understood       ${Math.round(1_000 / mean)} a second, p99 ${p99.toFixed(2)} ms ` +
      `(${times.length} answers)`,
  );
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
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

const head = "voice_flow: 1\nid: f\nlanguage: en\nstart: n0\n";

interface Frame {
  readonly before: string;
  readonly after: string;
  readonly max: number;
}

/** As many pieces as fit. */
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
