// Trial of providers: POST /v1/providers/try sends a small real request to the account's choice, and returns its answer
// or the reason in words.

import { expect, test } from "bun:test";
import { hummingTts, loudnessVad, scriptedStt } from "../../support/fakes/fake-speech.ts";
import { failureOf } from "../../support/failure-of.ts";
import { json } from "../../support/json-request.ts";
import { answer, type Person, problem, signUpAt } from "../../support/people.ts";
import { never } from "../../support/providers/stream-server.ts";
import { ChatServer, wellBehaved } from "../../support/servers/chat-server.ts";
import { type TestServer, serveTest } from "../../support/servers/served.ts";

interface Tried {
  readonly ok: boolean;
  readonly says: string;
  readonly first_ms: number | null;
  readonly wav_base64: string | null;
}

const attempt = (served: TestServer, { service }: Person, kind: string) =>
  served.ask("/v1/providers/try", json("POST", { kind }, service));

test("trial: voice, recogniser and model answer as in a call, and failures are described in words", async () => {
  await using chat = await ChatServer.open();
  const speech = {
    ready: Promise.resolve(),
    stt: scriptedStt({ text: "one two three" }),
    tts: hummingTts(),
    vad: loudnessVad(),
  };
  const environment = { LLM_BASE_URL: chat.baseUrl, LLM_MODEL: "tiny", LLM_API_KEY: "sk-0123456789abcdef" };
  await using served = await serveTest(environment, { speech });
  const person = await signUpAt(served);
  const voice = await answer<Tried>(attempt(served, person, "tts"));
  expect([voice.ok, voice.says]).toEqual([true, '"This is the voice of your agent.", 0.6 s of audio']);
  expect(
    Buffer.from(voice.wav_base64 ?? "", "base64")
      .subarray(0, 4)
      .toString(),
  ).toBe("RIFF");
  const ears = await answer<Tried>(attempt(served, person, "stt"));
  expect([ears.ok, ears.says, ears.wav_base64]).toEqual([true, '"one two three"', null]);
  chat.script(wellBehaved("I am", " ready."));
  const model = await answer<Tried>(attempt(served, person, "llm"));
  expect([model.ok, model.says]).toEqual([true, "I am ready."]);
  expect(model.first_ms).not.toBeNull();
  chat.script({ status: 401, body: JSON.stringify({ error: { message: "Incorrect API key provided" } }) });
  const refused = await answer<Tried>(attempt(served, person, "llm"));
  expect([refused.ok, refused.says]).toEqual([false, "It refused the key: check it with the provider."]);
  chat.script(wellBehaved());
  expect(await answer<Tried>(attempt(served, person, "llm"))).toMatchObject({
    ok: false,
    says: "It answered without a word.",
  });
  const { balance_usd_cents: left } = await answer<Record<string, number>>(
    served.ask("/v1/credits/balance", { headers: person.login }),
  );
  expect(left).toBe(200);
});

test("trial: a missing model, key or engine is named", async () => {
  await using served = await serveTest();
  const person = await signUpAt(served);
  expect(await answer<Tried>(attempt(served, person, "llm"))).toMatchObject({
    ok: false,
    says: "There is no language model: choose a provider that has one.",
  });
  expect((await answer<Tried>(attempt(served, person, "tts"))).says).toBe(
    "Speech is switched off on this server.",
  );
  const patch = (body: object) => served.ask("/v1/providers", json("PATCH", body, person.login));
  await answer(patch({ stt_provider: "deepgram", stt_api_key: "dg-0123456789abcdef" }));
  await answer(patch({ stt_api_key: null }));
  await problem(attempt(served, person, "stt"), 422, "provider/unusable");
  await problem(attempt(served, person, "vad"), 422, "request/invalid");
});

test("trial: a trial whose client leaves is cancelled at the model", async () => {
  await using chat = await ChatServer.open({ headGate: never });
  await using served = await serveTest({ LLM_BASE_URL: chat.baseUrl, LLM_MODEL: "tiny" });
  const { service } = await signUpAt(served);
  const asker = new AbortController();
  const url = `${served.url()}/v1/providers/try`;
  const asked = fetch(url, { ...json("POST", { kind: "llm" }, service), signal: asker.signal });
  const { closed } = await chat.request(0);
  asker.abort();
  expect(await failureOf(asked)).toContain("aborted");
  await closed;
});
