// Stored prompts: constant lines of a flow are made when it is stored, made again when it is changed, and deleted with
// the flow.

import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { KeptSpeech } from "../../../src/speech/voices/kept-speech.ts";
import type { VoiceAhead } from "../../../src/speech/voices/pool-tts.ts";
import { hummingTts } from "../../support/fakes/fake-speech.ts";
import { json } from "../../support/json-request.ts";
import { signUpAt } from "../../support/people.ts";
import { serveTest, warmSpeech } from "../../support/servers/served.ts";
import { tempFolder } from "../../support/servers/store.ts";
import { until } from "../../support/until.ts";

let folder: ReturnType<typeof tempFolder>;
beforeEach(() => void (folder = tempFolder()));
afterEach(() => folder[Symbol.dispose]());

/** A voice that speaks everything at once. */
function instantVoice(kept: KeptSpeech): VoiceAhead {
  return {
    nameOf: (text) => KeptSpeech.nameOf(text),
    isKnown: (text) => kept.has(KeptSpeech.nameOf(text)),
    make: async (text) => {
      await kept.put(KeptSpeech.nameOf(text), { pcm: new Int16Array(160), words: [] });
      return "made";
    },
  };
}

const flow = (question: string): string => `voice_flow: 1
id: tables
language: en
start: ask
defaults: {give_up: bye}
variables: {day: {type: date, ask: "${question}"}}
nodes:
  ask: {ask: day, next: bye}
  bye: {say: "Until {{day}}.", end: done}
`;

test("stored prompts: they are made, changed and deleted with their flow", async () => {
  const kept = new KeptSpeech({
    directory: join(folder.path, "prompts"),
    mibMax: 8,
    maker: () => Promise.resolve("one"),
    clock: wallClock,
    log: silentLog,
  });
  const tts = { ...hummingTts(), speaks: ["en"] };
  const ahead = { voice: instantVoice(kept), kept };
  await using server = await serveTest({ SPEECH: "on" }, { speech: { ...warmSpeech, tts, ahead } });
  const { service } = await signUpAt(server);
  const isKept = (text: string): boolean => kept.has(KeptSpeech.nameOf(text));
  const upload = json("POST", { name: "Tables", yaml_content: flow("On which day do you sail?") }, service);
  const { id } = (await (await server.ask("/v1/flows", upload)).json()) as { id: string };
  await until("its question", () => isKept("On which day do you sail?"));
  // The default flow is prepared as well.
  await until("the built-in flow", () => isKept("Take your time."));
  const owner = (await kept.owners()).find((each) => each.endsWith(`/${id}`));
  expect(owner).toBeDefined();

  await server.ask(
    `/v1/flows/${id}`,
    json("PUT", { yaml_content: flow("On what day do you sail?") }, service),
  );
  await until("its new question", () => isKept("On what day do you sail?"));
  expect(isKept("On which day do you sail?")).toBe(false);

  expect((await server.ask(`/v1/flows/${id}`, { method: "DELETE", headers: service })).status).toBe(204);
  expect(await kept.owners()).not.toContain(owner!);
  expect(isKept("On what day do you sail?")).toBe(false);
});
