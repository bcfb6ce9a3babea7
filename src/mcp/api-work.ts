// Work on stored flows for an agent: each tool is a request to a route of the API, which checks, counts and records
// it like any other.

import { Type } from "typebox";
import { type Diagnostic, Fault, type FaultCode, faults } from "../base/fault.ts";
import type { TestAnswer } from "../flow/author/testing/test-answer.ts";
import type { TriedWords } from "../flow/author/testing/tried-words.ts";
import { type FlowChange, type FlowWork, tool } from "./agent-tools.ts";
import type { Tool } from "./mcp-tool.ts";
import { isObject, type JsonObject } from "./rpc-message.ts";

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT";
  /** Including the query. */
  readonly path: string;
  readonly body?: JsonObject;
  /** Revision that it may change. */
  readonly ifMatch?: string;
}

/** Sends a request with the caller's credentials, and resolves with the answer. */
export type SendToApi = (request: ApiRequest) => Promise<Response>;

interface StoredFlow {
  readonly id: string;
  readonly name: string;
  readonly yaml_content: string;
  readonly revision: number;
}

interface Call {
  readonly id: string;
  readonly flow_name: string | null;
  readonly flow_id: string | null;
  readonly created_at: string;
  readonly status: string;
  readonly duration_ms: number;
  readonly outcome: string | null;
  readonly end_reason: string | null;
}

interface Session {
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly duration_secs: number;
}

interface Simulated {
  readonly passed: boolean;
  readonly text: string;
}

interface WholeSession extends Session {
  readonly outcome: string | null;
  readonly transcript: readonly { readonly role: string; readonly text: string; readonly at_secs: number }[];
}

export function apiWork(send: SendToApi): FlowWork {
  const ask = async <T>(request: ApiRequest): Promise<T> => (await answerOf(await send(request))) as T;
  const post = <T>(path: string, body: JsonObject): Promise<T> => ask({ method: "POST", path, body });
  return {
    named: "The id of a stored flow",
    list: async () => {
      const flows = await ask<readonly StoredFlow[]>({ method: "GET", path: "/v1/flows" });
      return flows.map(({ id: flow, name }) => ({ flow, name }));
    },
    async get(flow) {
      const {
        id,
        yaml_content: yaml,
        revision,
      } = await ask<StoredFlow>({ method: "GET", path: pathOf(flow) });
      return { flow: id, yaml, revision: String(revision) };
    },
    async save(change) {
      const saved = await ask<StoredFlow & { diagnostics: readonly Diagnostic[] }>(saving(change));
      return { flow: saved.id, revision: String(saved.revision), diagnostics: saved.diagnostics };
    },
    async check(yaml) {
      const { diagnostics } = await post<{ diagnostics: readonly Diagnostic[] }>("/v1/flows/check", {
        yaml_content: yaml,
      });
      return diagnostics;
    },
    test: (yaml) => post<TestAnswer>("/v1/flows/test", { yaml_content: yaml }),
    callers: { max: 100, usual: 20 },
    async simulate(yaml, wanted) {
      const body = { yaml_content: yaml, ...wanted };
      const { text, ...data } = await post<Simulated>("/v1/flows/simulate", body);
      return { text, data, failed: !data.passed };
    },
    say: (yaml, says) => post<TriedWords>("/v1/flows/say", { yaml_content: yaml, says }),
  };
}

/** Results of calls. */
export function callTools(send: SendToApi): readonly Tool[] {
  const call = Type.String({ maxLength: 512, description: "The id of a call" });
  return [
    tool(callWords.search, searchShape, async (args) => {
      const query = new URLSearchParams();
      for (const [name, asked] of Object.entries(searchKeys))
        if (args[name] !== undefined) query.set(asked, String(args[name] as string | number | boolean));
      const path = `/v1/calls?${query.toString()}`;
      const page = await answerOf(await send({ method: "GET", path }));
      const { calls, next_cursor: next } = page as { calls: readonly Call[]; next_cursor: string | null };
      const more = next === null ? [] : [`There are more calls: call again with cursor ${next}.`];
      const lines = calls.length === 0 ? ["No calls match."] : calls.map(lineOf);
      return { text: [...lines, ...more].join("\n"), data: { calls, next_cursor: next } };
    }),
    tool(callWords.get, { call }, async (args) => {
      const path = pathOfCall(String(args["call"]));
      const whole = (await answerOf(await send({ method: "GET", path }))) as WholeSession & JsonObject;
      // The app's facts about callers are not needed to repair a flow.
      const { context: _, metadata: _also, ...shown } = whole;
      const lines = whole.transcript.map(
        ({ role, text, at_secs: at }) => `${at.toFixed(1)} s  ${role}: ${text}`,
      );
      const text = [`${whenOf(whole)}; outcome: ${whole.outcome ?? "none"}`, ...lines].join("\n");
      return { text, data: shown };
    }),
  ];
}

const wordOf = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));
const searchShape = {
  words: wordOf("All of these words occur in the call, in any order; masked words are not found"),
  flow: wordOf("Calls of the flow with this id"),
  status: Type.Optional(Type.Enum(["waiting", "running", "ended"])),
  outcome: wordOf("Calls whose flow ended with this outcome"),
  end_reason: wordOf("Calls that ended for this reason, such as completed or idle"),
  failed: Type.Optional(Type.Boolean({ description: "true: only calls that did not end as planned" })),
  tag: wordOf("Calls with this tag"),
  from: wordOf("Created at this time or later: RFC 3339, or a day in UTC"),
  to: wordOf("Created before this time"),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: "Default 50" })),
  cursor: wordOf("The next_cursor of the previous page"),
};
/** Names in the route. */
const searchKeys: Readonly<Record<keyof typeof searchShape, string>> = {
  words: "q",
  flow: "flow_id",
  status: "status",
  outcome: "outcome",
  end_reason: "end_reason",
  failed: "failed",
  tag: "tag",
  from: "from",
  to: "to",
  limit: "limit",
  cursor: "cursor",
};

function lineOf(call: Call): string {
  const { id, created_at: at, status, duration_ms: ms, flow_name: flow, flow_id: flowId } = call;
  const length = status === "ended" ? `${Math.round(ms / 1_000)} s` : status;
  const end = call.outcome ?? call.end_reason;
  return [id, `${at}, ${length}`, flow ?? flowId ?? "assistant", ...(end === null ? [] : [end])].join("  ");
}

/** For API keys only, like the route. */
export function startTool(send: SendToApi): Tool {
  const flow = Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: "Id of a stored flow. Default: the assistant",
    }),
  );
  return tool(callWords.start, { flow }, async (args) => {
    const body = args["flow"] === undefined ? {} : { flow_id: args["flow"] };
    const started = (await answerOf(
      await send({ method: "POST", path: "/v1/sessions", body }),
    )) as JsonObject;
    const text = `Session ${String(started["session_id"])} waits for a caller at ${String(started["ws_url"])}.`;
    return { text, data: started };
  });
}

const callWords = {
  search: {
    name: "calls_search",
    title: "Find calls",
    description:
      "Calls of the account, newest first: with certain words, of one flow, with one outcome, or failed.",
    does: "read",
  },
  get: {
    name: "call_get",
    title: "Read a call",
    description:
      "Transcript of a call, its end, and the times of turns and tools, without context and metadata.",
    does: "read",
  },
  start: {
    name: "session_start",
    title: "Start a session",
    description: "Returns a link at which a person can talk to a flow. Reserves the credits of one minute.",
    does: "write",
  },
} as const;

function saving({ flow, name, yaml, draft, revision }: FlowChange): ApiRequest {
  const query = draft ? "?draft=true" : "";
  if (flow === undefined) {
    const body = { name: name ?? nameIn(yaml), yaml_content: yaml };
    return { method: "POST", path: `/v1/flows${query}`, body };
  }
  const body = { ...(name !== undefined && { name }), yaml_content: yaml };
  const ifMatch = revision === undefined ? {} : { ifMatch: `"${revision}"` };
  return { method: "PUT", path: `${pathOf(flow)}${query}`, body, ...ifMatch };
}

/** Characters without a meaning in a path: dots would lead to another route. */
const idOnly = /^[\w-]+$/;

function pathOf(flow: string): string {
  if (idOnly.test(flow)) return `/v1/flows/${flow}`;
  throw new Fault("flow/not-found", "There is no such flow. flow_list returns the ids of all flows.");
}

function pathOfCall(call: string): string {
  if (idOnly.test(call)) return `/v1/sessions/${call}`;
  throw new Fault(
    "session/not-found",
    "There is no such call. calls_search returns the ids of the latest calls.",
  );
}

/** A new flow gets the name in its text. */
function nameIn(yaml: string): string {
  const [, name] = /^(?:name|id):[ \t]*["']?([\w .-]{1,100})/m.exec(yaml) ?? [];
  return name?.trim() || "Flow";
}

function whenOf({ started_at: at, ended_at: ended, duration_secs: seconds }: Session): string {
  const when = new Date(at * 1_000).toISOString();
  return `${when}, ${ended === null ? "running" : `${Math.round(seconds)} s`}`;
}

/** Rejects with the Fault in the API's problem document. */
async function answerOf(response: Response): Promise<unknown> {
  const body: unknown = response.status === 204 ? undefined : await response.json();
  if (response.ok) return body;
  const { code, detail, errors, diagnostics } = isObject(body) ? body : {};
  const faultCode =
    typeof code === "string" && Object.hasOwn(faults, code) ? (code as FaultCode) : "internal";
  throw new Fault(
    faultCode,
    typeof detail === "string" ? detail : `The server answered ${response.status}.`,
    {
      ...(Array.isArray(errors) && { errors: errors as { pointer: string; detail: string }[] }),
      ...(Array.isArray(diagnostics) && { diagnostics: diagnostics as Diagnostic[] }),
    },
  );
}
