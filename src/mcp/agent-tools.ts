// Agent tools: the loop of a coding agent that writes a flow: read up, check, test, try and save. The holder of the
// flows does the work: a folder on this machine, or the API of a server.

import { Type } from "typebox";
import { mustBe } from "../base/words/schema-sentence.ts";
import { type Diagnostic, diagnosticLine, Fault } from "../base/fault.ts";
import { type TestAnswer, testLines } from "../flow/author/testing/test-answer.ts";
import { triedCharsMax, triedTurnsMax } from "../flow/author/testing/tried-limits.ts";
import type { TriedWords } from "../flow/author/testing/tried-words.ts";
import type { Tool, ToolAnswer, ToolWords } from "./mcp-tool.ts";
import { noSuchTopic, referenceOf, referenceTopics } from "./reference-topics.ts";
import type { JsonObject } from "./rpc-message.ts";

export interface KeptFlow {
  /** Name of the flow here: a file's name, or an id. */
  readonly flow: string;
  readonly yaml: string;
  /** Revision of this very text. */
  readonly revision: string;
}

export interface SavedFlow {
  readonly flow: string;
  readonly revision: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface FlowChange {
  /** Absent: a new one. */
  readonly flow: string | undefined;
  readonly name: string | undefined;
  readonly yaml: string;
  /** Even with errors. */
  readonly draft: boolean;
  /** Changes the flow only if this is still the newest revision. */
  readonly revision: string | undefined;
}

/** Places of flows, and the work on them. Each operation rejects with the Fault that refuses it. */
export interface FlowWork {
  /** Term for a flow here, for the descriptions. */
  readonly named: string;
  readonly list: () => Promise<readonly { readonly flow: string; readonly name: string }[]>;
  readonly get: (flow: string) => Promise<KeptFlow>;
  readonly save: (change: FlowChange) => Promise<SavedFlow>;
  readonly check: (yaml: string) => Promise<readonly Diagnostic[]>;
  /** Rejects with `flow/invalid` for a flow that cannot run; so does `say`. */
  readonly test: (yaml: string) => Promise<TestAnswer>;
  readonly say: (yaml: string, says: readonly string[]) => Promise<TriedWords>;
  /** Number of simulated callers: maximum and default. */
  readonly callers: { readonly max: number; readonly usual: number };
  /** `callers` with the seeds from `seed` on. */
  readonly simulate: (
    yaml: string,
    wanted: { readonly callers: number; readonly seed: number },
  ) => Promise<ToolAnswer>;
}

export const flowInstructions =
  "Build a voice agent as a flow: read flow_reference, write YAML with tests in it, correct what flow_check reports, run" +
  "flow_test until it passes, talk to it with flow_say, then flow_save. These tools place no call and cost nothing.";

const yamlOf = (what: string) => Type.String({ description: `${what}; at most 256 KiB` });
const closed = { additionalProperties: false };

/** Flow for a tool: a stored one or a text. */
function ofFlow({ named }: Pick<FlowWork, "named">) {
  return {
    flow: Type.Optional(Type.String({ maxLength: 512, description: `${named}; or give yaml` })),
    yaml: Type.Optional(yamlOf("The text of a flow, which need not be stored")),
  };
}

/** The right that each tool needs is decided by its shell. */
export function agentTools(work: FlowWork): readonly Tool[] {
  return [
    tool(words.reference, { topic: topicShape }, async ({ topic = "start" }) => {
      const text = await referenceOf(String(topic));
      if (text === undefined)
        return { text: noSuchTopic(String(topic)), data: { topics: referenceTopics }, failed: true };
      return { text, data: { topic } };
    }),
    tool(words.check, ofFlow(work), async (args) => checked(await work.check(await yamlIn(args, work)))),
    tool(words.test, ofFlow(work), async (args) => {
      const answer = await work.test(await yamlIn(args, work));
      return { text: testLines(answer).join("\n"), data: answer, failed: !answer.passed };
    }),
    tool(words.say, { ...ofFlow(work), says: saysShape }, async (args) =>
      tried(await work.say(await yamlIn(args, work), args["says"] as readonly string[])),
    ),
    tool(words.simulate, simulateShape(work), async (args) => {
      const { callers = work.callers.usual, seed = 1 } = args as { callers?: number; seed?: number };
      return await work.simulate(await yamlIn(args, work), { callers, seed });
    }),
    tool(words.list, {}, async () => {
      const flows = await work.list();
      const lines = flows.map(({ flow, name }) => `${flow}  ${name}`);
      return { text: lines.length === 0 ? "There is no flow yet." : lines.join("\n"), data: { flows } };
    }),
    tool(words.get, { flow: Type.String({ maxLength: 512, description: work.named }) }, async ({ flow }) => {
      const kept = await work.get(String(flow));
      return { text: kept.yaml, data: { flow: kept.flow, revision: kept.revision } };
    }),
    tool(words.save, saveShape(work), async (args) => {
      const { flow, revision, diagnostics } = await work.save(changeIn(args));
      const problems = diagnostics.map(diagnosticLine);
      const text = [`Saved as ${flow}, revision ${revision}.`, ...problems].join("\n");
      return { text, data: { flow, revision, diagnostics } };
    }),
  ];
}

/** Publishes a flow for later callers, once its tests pass. */
export function publishTool(work: FlowWork): Tool {
  const { revision } = saveShape(work);
  const yaml = Type.Optional(yamlOf("The whole text. Default: the stored text, which may be a draft"));
  const confirm = Type.Literal(true, { description: "true: the owner of the flow has agreed" });
  const shape = {
    flow: Type.String({ maxLength: 512, description: work.named }),
    yaml,
    revision,
    confirm,
  };
  return tool(words.publish, shape, async (args) => {
    const kept = args["yaml"] === undefined ? await work.get(String(args["flow"])) : undefined;
    const text = kept?.yaml ?? String(args["yaml"]);
    const tested = await work.test(text);
    const data = { flow: args["flow"], passed: tested.passed };
    if (!tested.passed) return { text: testLines(tested).join("\n"), data, failed: true };
    // Revision of the latest reading, or none: another client may save meanwhile.
    const change = { ...changeIn({ revision: kept?.revision, ...args }), yaml: text };
    const { revision: live, diagnostics } = await work.save(change);
    const announcement = `Revision ${live} of ${String(args["flow"])} is live: calls that begin from now on follow it.`;
    const lines = [announcement, ...diagnostics.map(diagnosticLine)];
    return { text: lines.join("\n"), data: { ...data, revision: live, diagnostics } };
  });
}

const words = {
  reference: {
    name: "flow_reference",
    title: "Flow language",
    description:
      "The flow language, one topic at a time. Begin with `start`, then `example`; `node`, `variable` and `test` list their keys.",
    does: "read",
  },
  check: {
    name: "flow_check",
    title: "Check a flow",
    description: "Every problem of a flow, with its line, its code and the remedy.",
    does: "read",
  },
  test: {
    name: "flow_test",
    title: "Run a flow's tests",
    description:
      "Plays the conversations under `tests` in virtual time, and reports failures with their places and untested edges.",
    does: "read",
  },
  say: {
    name: "flow_say",
    title: "Talk to a flow in text",
    description:
      "Plays a call to a flow from its beginning with the caller's words, turn by turn, and returns the whole conversation. To continue, call this tool again with one more turn. Mocks of the flow's tests replace tools.",
    does: "read",
  },
  simulate: {
    name: "flow_simulate",
    title: "Simulate callers of a flow",
    description:
      "Simulates callers of many kinds, random and repeatable: reports reached nodes, repeated questions, and edges" +
      "that no caller and no test takes.",
    does: "read",
  },
  list: {
    name: "flow_list",
    title: "List flows",
    description: "All stored flows.",
    does: "read",
  },
  get: {
    name: "flow_get",
    title: "Read a flow",
    description: "The text and the revision of a flow.",
    does: "read",
  },
  save: {
    name: "flow_save",
    title: "Save a flow",
    description:
      "Stores a flow; calls that begin from now on follow it. A flow with errors is rejected unless `draft` is true.",
    does: "write",
  },
  publish: {
    name: "flow_publish",
    title: "Publish a flow",
    description:
      "Runs the tests of a stored flow. If all pass, makes its text, or the given one, the live revision.",
    does: "expose",
  },
} as const satisfies Readonly<Record<string, ToolWords>>;

const topicShape = Type.Optional(
  Type.String({
    maxLength: 64,
    description: `One of ${referenceTopics.join(", ")}, or the code of a problem, such as VF100. Default: start`,
  }),
);
const saysShape = Type.Array(Type.String({ minLength: 1, maxLength: triedCharsMax }), {
  maxItems: triedTurnsMax,
  description: "Caller's input, in order: words, keys such as /12#, /silence, or /bye to hang up",
});

const simulateShape = (work: FlowWork) => ({
  ...ofFlow(work),
  callers: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: work.callers.max,
      description: `Default ${work.callers.usual}. Fewer callers are simulated if the time limit is reached`,
    }),
  ),
  seed: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2 ** 31, description: "Seed of the first caller. Default 1" }),
  ),
});

const saveShape = ({ named }: FlowWork) => ({
  flow: Type.Optional(Type.String({ maxLength: 512, description: `${named}. Default: a new flow` })),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: "\\S",
      [mustBe]: "a name",
      description: "Name for people. A file keeps its own name",
    }),
  ),
  yaml: yamlOf("The whole text"),
  draft: Type.Optional(Type.Boolean({ description: "true: store it although it has errors" })),
  revision: Type.Optional(
    Type.String({
      maxLength: 64,
      description: "As flow_get returns it: rejected if the flow has changed since",
    }),
  ),
});

/** A tool with closed arguments: a misspelt name would otherwise be dropped silently. */
export function tool(
  about: ToolWords,
  properties: Tool["input"]["properties"],
  run: (args: JsonObject, signal: AbortSignal) => Promise<ToolAnswer>,
): Tool {
  return { ...about, input: Type.Object({ ...properties }, closed), run };
}

/** The given text, or that of the named flow. */
async function yamlIn({ flow, yaml }: JsonObject, { get }: Pick<FlowWork, "get">): Promise<string> {
  if (typeof yaml === "string") return yaml;
  if (typeof flow === "string") return (await get(flow)).yaml;
  throw new Fault("request/invalid", "Give the flow's id or its yaml.");
}

function changeIn({ flow, name, yaml, draft, revision }: JsonObject): FlowChange {
  const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  return {
    flow: text(flow),
    name: text(name),
    yaml: text(yaml) ?? "",
    draft: draft === true,
    revision: text(revision),
  };
}

function checked(diagnostics: readonly Diagnostic[]): ToolAnswer {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const verdict = errors === 0 ? "No errors." : `${errors === 1 ? "One error" : `${errors} errors`}:`;
  const errorsFirst = diagnostics.toSorted(
    (a, b) => Number(b.severity === "error") - Number(a.severity === "error"),
  );
  const text = [verdict, ...errorsFirst.map(diagnosticLine)].join("\n");
  return { text, data: { passed: errors === 0, diagnostics } };
}

function tried({ transcript, nodes, outcome, stopped }: TriedWords): ToolAnswer {
  const lines = transcript.map(({ from, text }) => `${from}: ${text}`);
  const standing =
    outcome === null ? `The flow is at ${nodes.at(-1) ?? "its start"}.` : `The call is over: ${outcome}.`;
  const end = stopped === null ? standing : `The conversation could not continue:${stopped}.`;
  const data = { transcript, nodes, outcome, stopped };
  return { text: [...lines, end].join("\n"), data, failed: stopped !== null };
}
