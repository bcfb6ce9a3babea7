// Each shipped flow over a real socket, typed, on a server without accounts and outside connections: its call ends as
// its caller wishes, and a transfer is reported at once. Only hearing and speaking are instant.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { agentTurn, type HeardCall } from "../../support/callers/agent-turn.ts";
import { dial } from "../../support/callers/phone.ts";
import { music } from "../../support/callers/sounds.ts";
import { exampleCourses } from "../../support/example-courses.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

let served: TestServer;

beforeAll(async () => {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  served = await serveTest({}, { speech });
});

afterAll(async () => {
  await served[Symbol.asyncDispose]();
});

const flows = [...new Bun.Glob("*.flow.yaml").scanSync("public/flows")];

test("example courses: each shipped flow has one", () => {
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
