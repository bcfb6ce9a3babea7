// Example courses: each shipped flow over a real socket, typed, on a server without accounts and outside connections:
// its call ends as its caller wishes, and a transfer is reported at once. Only hearing and speaking are instant.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { initialState } from "../../../src/flow/engine/run/initial-state.ts";
import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import { agentTurn, type HeardCall } from "../../support/callers/agent-turn.ts";
import { dial } from "../../support/callers/phone.ts";
import { music } from "../../support/callers/sounds.ts";
import { exampleCourses } from "../../support/example-courses.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { json } from "../../support/json-request.ts";
import { answer, signUpAt } from "../../support/people.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";
import { until } from "../../support/until.ts";

interface Replayed {
  readonly result: string;
  readonly from_record: object | null;
  readonly after: { readonly end: string } | null;
}

let served: TestServer;

beforeAll(async () => {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  served = await serveTest({}, { speech });
});

afterAll(async () => {
  await served[Symbol.asyncDispose]();
});

const flows = [...new Bun.Glob("*.flow.yaml").scanSync("public/flows")];

test("example courses: each shipped flow has a course", () => {
  const shipped = flows.map((file) => file.replace(".flow.yaml", "")).toSorted();
  expect(exampleCourses.map(({ flow }) => flow).toSorted()).toEqual(shipped);
});

test.concurrent.each(exampleCourses)(
  "example courses: $flow, typed",
  async ({ flow, turns, outcome, callerBegins = false }) => {
    await using line = await dial(`${served.url()}/ws?mode=flow&program_id=${flow}`);
    const call: HeardCall = { said: [], outcome: undefined, failures: [] };
    let isOver = !callerBegins && (await agentTurn(line, call));
    for (const [says, answer, how] of turns) {
      const before = call.said.length;
      if (how === "recorded") await line.say(music());
      else line.client.send({ type: "send-text", data: { content: says } });
      isOver = await agentTurn(line, call);
      expect(call.said.slice(before).join(" ")).toMatch(answer);
    }
    while (!isOver) isOver = await agentTurn(line, call);
    expect([call.outcome, call.failures]).toEqual([outcome, []]);
    expect((await line.client.closed).code).toBe(1_000);
  },
);

/** The examples of a flow's inputs. */
function contextOf(text: string): object {
  const { program } = loadFlow(text);
  const facts = { id: "ses_1", channel: "voice", direction: "inbound", startedAtMs: Date.now() } as const;
  const more = { context: {}, metadata: {}, hasModel: false, usesExamples: true };
  const [frame] = initialState(program!, { ...facts, ...more }).frames;
  const inputs = [...program!.variables.values()].filter(({ input }) => input);
  return Object.fromEntries(
    inputs.map(({ name }) => [name, frame!.values[name] ?? null]).filter(([, value]) => value !== null),
  );
}

/** Flows whose record lacks a part of the call, and the part. */
const lacking: Readonly<Record<string, string>> = { "help-desk": "recording" };

test.each(exampleCourses)(
  "example courses: a replayed call of $flow says the same",
  async ({ flow, turns, callerBegins = false }) => {
    const { login, service } = await signUpAt(served);
    const text = await Bun.file(`public/flows/${flow}.flow.yaml`).text();
    const body = json("POST", { name: flow, yaml_content: text }, login);
    const { id } = await answer<{ id: string }>(served.ask("/v1/flows", body), 201);
    const begun = served.ask(
      "/v1/sessions",
      json("POST", { flow_id: id, context: contextOf(text) }, service),
    );
    const { ws_url: socket } = await answer<{ ws_url: string }>(begun);
    {
      await using line = await dial(socket.replace(/^ws:\/\/[^/]+/, served.url()));
      const call: HeardCall = { said: [], outcome: undefined, failures: [] };
      let isOver = !callerBegins && (await agentTurn(line, call));
      for (const [says, , how] of turns) {
        if (how === "recorded") await line.say(music());
        else line.client.send({ type: "send-text", data: { content: says } });
        isOver = await agentTurn(line, call);
      }
      while (!isOver) isOver = await agentTurn(line, call);
      await line.client.closed;
    }
    const replay = async () => {
      const tried = served.ask(`/v1/flows/${id}/replay`, json("POST", {}, login));
      return (await answer<{ calls: readonly Replayed[] }>(tried)).calls;
    };
    await until("the record", async () => (await replay()).length > 0);
    const [replayed] = await replay();
    expect([replayed?.result, replayed?.from_record, replayed?.after?.end]).toEqual([
      "same",
      null,
      lacking[flow] ?? "ended",
    ]);
  },
);
