// Standing of a provider that an account chose: whether it works on this server, and which field mends it.

import { expect, test } from "bun:test";
import { Secret } from "../../src/base/secret.ts";
import { standingOf, takesKey } from "../../src/calls/provider-standing.ts";
import { readConfig } from "../../src/config.ts";

const deployment = readConfig({}).providers;
const parts = { deployment, prices: [] };
const choice = (name: string, key?: string) => ({
  name,
  key: key === undefined ? undefined : new Secret(key),
  model: undefined,
  voice: undefined,
});

test("provider standing: a vendor without any key is refused at the key, and ready with the account's own", () => {
  expect(standingOf("stt", choice("deepgram"), parts)).toMatchObject({
    state: "refused",
    why: "no-key",
    field: "api_key",
    says: "Deepgram Nova needs a key of yours, because this server has none for it.",
  });
  expect(standingOf("stt", choice("deepgram", "k"), parts)).toMatchObject({ state: "ready", ownKey: true });
});

test("provider standing: a server's key without a price is refused at the model", () => {
  const keys = new Map([["deepgram", new Secret("k")]]);
  expect(
    standingOf("stt", choice("deepgram"), { ...parts, deployment: { ...deployment, keys } }),
  ).toMatchObject({
    state: "refused",
    why: "no-price",
    field: "model",
  });
});

test("provider standing: a server that only the operator can name is refused with the variable", () => {
  expect(standingOf("tts", choice("openai-speech"), parts)).toMatchObject({
    why: "no-address",
    field: "provider",
    operatorSets: "TTS_URL",
  });
});

test("provider standing: built-in engines are ready, and a key counts only where one is accepted", () => {
  expect(standingOf("tts", choice("builtin"), parts)).toEqual({
    state: "ready",
    settings: undefined,
    ownKey: false,
  });
  const key = new Secret("k");
  expect(takesKey("stt", { name: "deepgram", key })).toBe(true);
  expect(takesKey("stt", { name: "deepgram", key: undefined })).toBe(false);
  expect(takesKey("stt", { name: "vosk", key })).toBe(false);
});
