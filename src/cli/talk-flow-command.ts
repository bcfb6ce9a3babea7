// Command `talk FILE`: a typed conversation with a flow in the terminal, by the interpreter of real calls, without a
// server.

import { parseArgs } from "node:util";
import { delay, wallClock } from "../base/clock.ts";
import { Outbound } from "../base/outbound/outbound-request.ts";
import { Secret } from "../base/secret.ts";
import type { FlowTest } from "../flow/language/compile/compile-tests.ts";
import { readJson } from "../flow/value/json-value.ts";
import type { Program } from "../flow/language/program.ts";
import { piecesOf } from "../flow/engine/run/walk/say.ts";
import type { FlowEffect, FlowSession, ToolOutcome } from "../flow/engine/run/step-contract.ts";
import { contextProblems, contextRemarks } from "../flow/engine/run/prefill.ts";
import { ToolMocks, outcomeOf } from "../flow/author/testing/tool-mocks.ts";
import { firstMocks } from "../flow/author/testing/tried-words.ts";
import { TextRunner } from "../flow/engine/text-runner.ts";
import type { RecordWork, ToolWork } from "../flow/engine/outside-work.ts";
import { ExampleServices, isExampleTool } from "../flow/engine/example-services/example-services.ts";
import { runHttpTool } from "../flow/engine/http-tool.ts";
import { isValueMap, type Value, type ValueMap, valueMap } from "../flow/value/value.ts";
import { silentLog } from "../base/log.ts";
import type { FlowModel } from "../voice/flow-model.ts";
import { configOrSay } from "./command-config.ts";
import { type FlowFile, loadFlowTexts, problemLines, readFlowFiles } from "./flow-files.ts";
import { fetchPages } from "./knowledge-files.ts";
import { invocation } from "./invocation.ts";
import { optionProblem } from "./mistakes/option-problem.ts";

/** Options of `talk` to a server are included: a misspelt one of them leads here. */
const options = ["--context", "--tools", "--secret", "--say", "--audio", "--url", "--key", "--program"];
const usage = `Usage: ${invocation} talk FILE [CALLED FILE]... [--context JSON] [--tools] [--secret NAME=VALUE]...`;
const help =
  "Type the caller's words. /1 presses a key, /silence stays silent, /event NAME [JSON] sends an event, /bye hangs up.";
/** Speaking rate of typed words in a recording. */
const wordsPerSecond = 2.5;

interface Options {
  /** The flow, then the flows it calls. */
  readonly paths: readonly string[];
  readonly context: ValueMap;
  /** Undefined: tools are not called. */
  readonly tools: { readonly secrets: ReadonlyMap<string, Secret> } | undefined;
}

export async function talkFlow(args: readonly string[]): Promise<number> {
  const options = read(args);
  if (typeof options === "string") {
    console.error(options);
    return 2;
  }
  const files = await readFlowFiles(options.paths).then(withPages);
  const [file] = files ?? [];
  if (file === undefined) return 1;
  const { program, tests = [] } = file.loaded;
  if (program === undefined) {
    for (const line of problemLines(file)) console.error(line);
    return 1;
  }
  for (const id of notHere(program))
    console.error(
      `The called flow '${id}' is missing: add its file to the command. Otherwise the conversation ends there.`,
    );
  const model = await modelOrNone();
  const facts = factsOf(options.context, model !== undefined);
  const unfit = contextProblems(program, facts);
  for (const { key, detail } of unfit) console.error(`--context ${key}: ${detail}`);
  if (unfit.length > 0) return 1;
  for (const { key, detail } of contextRemarks(program, facts)) console.error(`--context ${key}: ${detail}`);
  const others = options.tools === undefined ? mocked(tests) : real(program, options.tools.secrets);
  if (others === undefined) return 1;
  console.log(help);
  for (const line of toolNotes(program, options.tools !== undefined)) console.log(line);
  await new Conversation(program, { facts, model, runTools: withExamples(program, others) }).run();
  return 0;
}

/** The flow is not stored: its pages are read at the start of a conversation. */
async function withPages(files: readonly FlowFile[] | undefined): Promise<readonly FlowFile[] | undefined> {
  const config = files && configOrSay();
  if (files === undefined || config === undefined) return undefined;
  const programs = files.flatMap(({ loaded }) => loaded.program ?? []);
  const pages = await fetchPages(programs, new Outbound({ clock: wallClock, allow: config.outboundAllow }));
  for (const [url, read] of pages) {
    if ("problem" in read) console.error(`[${url} could not be read: ${read.problem}]`);
    else console.log(`[${url} was read]`);
  }
  return pages.size === 0 ? files : loadFlowTexts(files, { pages });
}

/** The deployment's own model, if set: it helps to understand, and talks where a flow lets it. */
async function modelOrNone(): Promise<FlowModel | undefined> {
  const config = configOrSay()?.llm;
  if (config === undefined) return undefined;
  const [{ openLlm }, flowModelModule] = await Promise.all([
    import("../providers/open-providers.ts"),
    import("../voice/flow-model.ts"),
  ]);
  const llm = openLlm(config);
  if (llm === undefined) return undefined;
  console.log("[the language model receives your text]");
  return new flowModelModule.FlowModel({
    llm,
    clock: wallClock,
    context: { clock: wallClock, log: silentLog },
  });
}

function factsOf(context: ValueMap, hasModel: boolean): FlowSession {
  return {
    id: "talk",
    channel: "text",
    direction: "inbound",
    startedAtMs: wallClock.wall(),
    context,
    metadata: valueMap([]),
    hasModel,
    usesExamples: true,
  };
}

function toolNotes({ tools }: Program, areReal: boolean): readonly string[] {
  const examples = [...tools.values()].filter(isExampleTool).length;
  const note = areReal
    ? "The tools of the flow are called."
    : "The tools of the flow are not called. Mocks of its tests answer; tools without a mock fail. To call them: --tools";
  return [
    ...(examples > 0 ? ["Example services in this program answer for tools below example.com."] : []),
    ...(examples < tools.size ? [note] : []),
  ];
}

function read(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        context: { type: "string", default: "{}" },
        tools: { type: "boolean", default: false },
        secret: { type: "string", multiple: true, default: [] },
      },
    });
    if (positionals.length === 0) return usage;
    const context = jsonOf(values.context);
    if (context === undefined || !isValueMap(context))
      return `--context must be a JSON object, such as '{"guests": 4}'`;
    const secrets = values.secret.map((pair) => /^([A-Za-z_]\w*)=(.+)$/su.exec(pair));
    if (secrets.includes(null)) return "--secret must be NAME=VALUE, such as CRM_KEY=abc";
    const pairs = secrets.map((match) => [match?.[1] ?? "", new Secret(match?.[2] ?? "")] as const);
    return { paths: positionals, context, tools: values.tools ? { secrets: new Map(pairs) } : undefined };
  } catch (error) {
    return `${optionProblem(error, options)}\n${usage}`;
  }
}

/** Flows that it calls, directly or through others, and that are in no file. */
function notHere(program: Program): ReadonlySet<string> {
  const called = [...program.nodes.values()].flatMap(({ act }) => (act.type === "call" ? [act.flow] : []));
  const further = [...program.calls.values()].flatMap((each) => [...notHere(each)]);
  return new Set([...called.filter((id) => !program.calls.has(id)), ...further]);
}

function jsonOf(text: string): Value | undefined {
  return readJson(new TextEncoder().encode(text));
}

type RunTool = (work: ToolWork, signal: AbortSignal) => Promise<ToolOutcome>;

/** Example services answer if they can, else the others. */
function withExamples(program: Program, others: RunTool): RunTool {
  const examples = new ExampleServices(wallClock);
  return async (work, signal) => {
    const tool = work.flow === program.id ? program.tools.get(work.tool) : undefined;
    if (tool === undefined || !isExampleTool(tool)) return others(work, signal);
    const { arguments: args, idempotencyKey } = work;
    const { timezone, language } = program;
    const outcome = await examples.run({ tool, args, idempotencyKey, timezone, language, signal });
    console.log(`[an example service answers ${answerText(outcome)}]`);
    return outcome;
  };
}

function answerText(outcome: ToolOutcome): string {
  return outcome.ok
    ? JSON.stringify(outcome.body)
    : `with status ${outcome.failure.status ?? outcome.failure.kind}`;
}

/** Runs tools by the first test with an answer for each. */
function mocked(tests: readonly FlowTest[]): RunTool {
  const mocks = new ToolMocks(firstMocks(tests));
  return async ({ tool }, signal) => {
    const answer = mocks.take(tool);
    if (answer === undefined) return { ok: false, failure: { kind: "network" } };
    await delay(wallClock, answer.delayMs, signal);
    return outcomeOf(answer);
  };
}

/**
 * Through the guard, with the operator's exceptions. Undefined, with the problem printed, if the environment is
 * wrong.
 */
function real(program: Program, secrets: ReadonlyMap<string, Secret>): RunTool | undefined {
  const config = configOrSay();
  if (config === undefined) return undefined;
  const outbound = new Outbound({ clock: wallClock, allow: config.outboundAllow });
  return async (work, signal) => {
    const tool = program.tools.get(work.tool);
    // Tool of a called flow, whose file is not known here.
    if (tool === undefined) return { ok: false, failure: { kind: "network" } };
    const host = hostOf(tool.url[0]);
    const secretOf = (name: string) => {
      const value = secrets.get(name);
      return value === undefined ? undefined : { value, hosts: [host] };
    };
    const { timezone, language } = program;
    return runHttpTool(
      { tool, args: work.arguments, idempotencyKey: work.idempotencyKey, timezone, language, signal },
      { owner: "talk", clock: wallClock, outbound, secretOf },
    );
  };
}

/** The author of the file decides the destination of its secrets: the host of each tool is literal. */
function hostOf(literal: unknown): string {
  return (typeof literal === "string" ? URL.parse(literal)?.host : undefined) ?? "";
}

class Conversation {
  readonly #run: TextRunner;
  readonly #lines = console[Symbol.asyncIterator]();
  #working: Promise<undefined> | undefined;
  /** Records each next line. */
  #recorder: ((line: string) => void) | undefined;
  readonly #ended = Promise.withResolvers<undefined>();

  constructor(
    program: Program,
    {
      facts,
      model,
      runTools,
    }: { readonly facts: FlowSession; readonly model: FlowModel | undefined; readonly runTools: RunTool },
  ) {
    this.#run = new TextRunner({
      program,
      facts,
      clock: wallClock,
      outside: {
        runTool: (work, signal) => this.#hold(runTools(work, signal)),
        // Knowledge bases belong to an account, and there is none here.
        search: () => Promise.resolve(undefined),
        propose: (request, signal) =>
          this.#hold(model?.propose(request, signal) ?? Promise.resolve(undefined)),
        utter: (request, signal, speak) =>
          this.#hold(model?.utter(request, signal, speak) ?? Promise.resolve(undefined)),
        summarise: (request, signal) => model?.summarise(request, signal) ?? Promise.resolve(undefined),
        transfer: ({ address, whisper, summary }) => {
          console.log(`[transferred to ${address}: simulated as answered]`);
          if (whisper !== undefined) console.log(`[the other side hears first: ${whisper}]`);
          if (summary !== undefined) console.log(`[the other side reads: ${summary}]`);
          return Promise.resolve({ ok: true });
        },
        press: (keys) => {
          console.log(`[keys sent to the other side: ${keys}]`);
          return Promise.resolve();
        },
        record: (work) => this.#record(work),
      },
      onEffect: (effect) => this.#show(effect),
      hurries: false,
    });
  }

  async run(): Promise<void> {
    using run = this.#run;
    run.send({ type: "start" });
    for (;;) {
      const line = await this.#nextLine();
      if (line === undefined) break;
      this.#take(line.trim());
    }
    run.send({ type: "hang-up" });
    // Nothing is read any more: the process may end.
    process.stdin.pause();
  }

  /** Lines wait for what is being worked on, or a script's next words would come too early. */
  #hold<T>(work: Promise<T>): Promise<T> {
    this.#working = work.then(
      () => undefined,
      () => undefined,
    );
    return work;
  }

  /** Undefined when the caller has left, or the flow. */
  async #nextLine(): Promise<string | undefined> {
    for (let working = this.#working; working !== undefined; working = this.#working) {
      this.#working = undefined;
      await working;
      // Its outcome reaches the flow, which may go on to the next.
      await delay(wallClock, 0, new AbortController().signal);
    }
    const next = await Promise.race([this.#lines.next(), this.#ended.promise]);
    return next === undefined || next.done === true ? undefined : next.value;
  }

  #take(line: string): void {
    const [, command = "", rest = ""] = /^\/(\S+)\s*(.*)$/su.exec(line) ?? [];
    if (line === "") return;
    if (command === "") return this.#say(line);
    if (/^[0-9*#]+$/.test(command)) return this.#run.send({ type: "keys", keys: command });
    if (command === "silence") return this.#run.send({ type: "silence" });
    if (command === "bye") return this.#run.send({ type: "hang-up" });
    const [, name = "", json = ""] = /^(\S+)\s*(.*)$/su.exec(rest) ?? [];
    const data = json === "" ? null : jsonOf(json);
    if (command === "event" && name !== "" && data !== undefined) {
      return this.#run.send({ type: "event", name, data });
    }
    console.log(help);
  }

  #say(text: string): void {
    const recorder = this.#recorder;
    this.#recorder = undefined;
    if (recorder === undefined) this.#run.send({ type: "words", text });
    else recorder(text);
  }

  #record({ variable }: RecordWork): Promise<{ readonly id: string; readonly seconds: number }> {
    console.log(`[recording ${variable}: type the caller's words]`);
    return new Promise((resolve) => {
      this.#recorder = (line) =>
        resolve({ id: "recording", seconds: Math.ceil(line.split(/\s+/u).length / wordsPerSecond) });
    });
  }

  #show(effect: FlowEffect): void {
    if (effect.type === "say") {
      console.log(`agent: ${effect.text}`);
      for (const { sound } of piecesOf(effect)) if (sound !== undefined) console.log(`[heard as ${sound}]`);
    }
    if (effect.type === "emit") console.log(`[event ${effect.event} ${JSON.stringify(effect.data)}]`);
    if (effect.type === "work" && effect.what.type === "tool") {
      console.log(`[${effect.what.tool} ${JSON.stringify(effect.what.logged)}]`);
    }
    if (effect.type === "end") {
      console.log(`[the call ended: ${effect.outcome}]`);
      this.#ended.resolve(undefined);
    }
  }
}
