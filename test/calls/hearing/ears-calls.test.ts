// A call with OpenAI's realtime model as its recogniser: real sockets to the caller and to a server that speaks the
// vendor's protocol. The flow decides, the account pays, and neither the key nor the prompt reaches the caller. Only
// the detector of speech and the voice are instant.

import { expect, test } from "bun:test";
import { openApp } from "../../../src/app.ts";
import { bytesOf } from "../../../src/audio/frame.ts";
import { openLog } from "../../../src/base/log.ts";
import { readConfig } from "../../../src/config.ts";
import { connect, type ReceivedMessages, type WsClient } from "../../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { json } from "../../support/json-request.ts";
import { answer, signUpAt } from "../../support/people.ts";
import { FakeSocketServer } from "../../support/providers/fake-socket.ts";
import { earsKey, fakeEars } from "../../support/providers/stt/fake-openai-ears.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { chosenStore } from "../../support/stores/chosen-store.ts";

const flow = `
voice_flow: 1
id: coffees
name: Coffees
language: en
start: ask
variables:
  coffees: {type: number, integer: true, max: 9, ask: How many coffees?}
nodes:
  ask: {ask: coffees, give_up: done, next: done}
  done: {say: "{{ coffees }} it is.", end: ordered}
`;

const ownKey = "own-ears-key-9876543210";

interface Told {
  readonly outcome: string;
  readonly transcript: readonly { readonly text: string }[];
  readonly usage: {
    readonly items: readonly {
      readonly unit: string;
      readonly amount: number;
      readonly own_key: boolean;
      readonly cost_usd_cents: number;
    }[];
  };
  readonly cost_usd_cents: number;
}

/** Cost of a session's providers, without its time, in cents. */
const forProviders = ({ cost_usd_cents: cost, usage: { items } }: Told): number => {
  const all = items.reduce((sum, item) => sum + item.cost_usd_cents, 0);
  // The session's time is whole seconds at a twentieth of a cent each.
  expect((cost - all) * 20).toBeCloseTo(Math.round((cost - all) * 20), 4);
  return all;
};

const said = (text: string) => (it: ReceivedMessages) =>
  it.type === "bot-output" && it.data?.["spoken_status"] === "completed" && it.data["text"] === text;

async function say(client: WsClient, text: string): Promise<void> {
  for (const frame of speak(text, 1_500)) client.sendAudio(bytesOf(frame));
  await Promise.resolve();
}

test("a call by ears asks the model the open question, and the account pays for its tokens", async () => {
  const reading = { set: { coffees: { value: 2, quote: "naïve number" } } };
  const keys = [earsKey, ownKey];
  await using vendor = await FakeSocketServer.open(fakeEars({ answerOf: () => reading, keys }));
  const logged: string[] = [];
  const log = openLog({ level: "debug", format: "json", write: (line) => void logged.push(line) });
  const environment = {
    DATA_DIR: ":memory:",
    STT_PROVIDER: "openai-realtime-ears",
    STT_URL: vendor.url,
    STT_API_KEY: earsKey,
  };
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  await using opened = await chosenStore();
  await using server = await openApp(readConfig(environment), { log, speech, store: opened.store });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${server.app.server?.port}`;
  const served = { ask: (path: string, init?: RequestInit) => fetch(url + path, init) };
  const person = await signUpAt(served);
  const stored = json("POST", { name: "Coffees", yaml_content: flow }, person.service);
  const { id } = await answer<{ id: string }>(served.ask("/v1/flows", stored), 201);

  const called = async (): Promise<Told> => {
    const asked = json("POST", { flow_id: id }, person.service);
    const session = await answer<{ ws_url: string; session_id: string }>(served.ask("/v1/sessions", asked));
    const client = await connect(session.ws_url);
    await client.ready();
    await client.message(said("How many coffees?"));
    await say(client, "my naïve number");
    await client.message(said("2 coffees, is that right?"));
    await say(client, "yes");
    await client.closed;
    return answer<Told>(served.ask(`/v1/sessions/${session.session_id}`, { headers: person.login }));
  };

  const first = await called();
  expect(first.outcome).toBe("ordered");
  expect(first.transcript.map(({ text }) => text)).toEqual([
    "How many coffees?",
    "my naïve number",
    "2 coffees, is that right?",
    "yes",
    "2 it is.",
  ]);
  const amounts = Object.fromEntries(first.usage.items.map(({ unit, amount }) => [unit, amount]));
  expect(amounts).toMatchObject({ input_tokens: 872, cached_input_tokens: 128, output_tokens: 80 });
  // Text: 1,000 tokens at $0.60 a million and 80 at $2.40; audio: $10 a million tokens, and $0.017 a minute.
  const sound = (amounts["audio_input_tokens"] ?? 0) + (amounts["cached_audio_tokens"] ?? 0);
  const cents = 0.06 + 0.0192 + sound * 0.001 + ((amounts["audio_ms"] ?? 0) * 1.7) / 60_000;
  expect(forProviders(first)).toBeCloseTo(cents, 5);

  await answer(served.ask("/v1/providers", json("PATCH", { stt_api_key: ownKey }, person.login)));
  const second = await called();
  expect(second.outcome).toBe("ordered");
  expect(forProviders(second)).toBe(0);
  const givenKeys = vendor.connections.map(({ head }) => head.headers.get("authorization"));
  expect(givenKeys).toEqual([`Bearer ${earsKey}`, `Bearer ${ownKey}`]);
  expect(vendor.problems).toEqual([]);
  expect(logged.join("")).not.toMatch(/ears-key|coffees\?|naïve|phone agent/);
}, 240_000);
