// Language of a recogniser, in the notation of each vendor.

import { expect, test } from "bun:test";
import { Secret } from "../../../src/base/secret.ts";
import { openStt } from "../../../src/providers/open-stt.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";
import { FakeSocketServer } from "../../support/providers/fake-socket.ts";
import { contextOf, type SttVendor } from "../../support/providers/stt/stt-vendors.ts";
import { until } from "../../support/until.ts";

const inQuery: readonly (readonly [SttVendor, string, string, string | null])[] = [
  ["deepgram", "nova-3", "language", "de-DE"],
  ["deepgram-flux", "flux-general-multi", "language_hint", "de"],
  ["deepgram-flux", "flux-general-en", "language_hint", null],
  ["elevenlabs", "scribe_v2_realtime", "language_code", "de"],
  ["assemblyai", "universal-3-6-pro", "language_codes", `["de"]`],
  ["assemblyai", "universal-streaming-multilingual", "language_codes", null],
];

/** Opens a session against a server that only listens, and gives up as soon as `seen` returns something. */
async function look<T>(name: SttVendor, model: string, seen: (server: FakeSocketServer) => T | undefined) {
  const quiet = { text: () => undefined, binary: () => undefined };
  await using server = await FakeSocketServer.open(() => quiet);
  const call = new AbortController();
  const settings = { provider: name, baseUrl: server.url, model, voice: "", language: "de-DE" };
  const stt = openStt({ ...settings, apiKey: new Secret("key-0123456789") });
  const opening = stt?.open(() => {}, contextOf(new VirtualClock(), []), call.signal).catch(() => undefined);
  await until("what is looked for", () => seen(server) !== undefined);
  const found = seen(server);
  call.abort();
  await opening;
  return found;
}

for (const [name, model, field, value] of inQuery) {
  test(`${name} ${model}: ${field} is ${value}`, async () => {
    const query = await look(name, model, ({ connections }) => {
      const head = connections[0]?.head;
      return head?.path === "" ? undefined : head?.query;
    });
    expect(query?.get(field)).toBe(value);
  });
}

test("soniox and openai get the language in their first message", async () => {
  const first = (server: FakeSocketServer) => server.connections[0]?.texts[0];
  expect(await look("soniox", "stt-rt-v5", first)).toContain(`"language_hints":["de"]`);
  expect(await look("openai", "gpt-live-transcribe", first)).toContain(`"language":"de"`);
});
