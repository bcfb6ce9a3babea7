// Order of providers: the provider of a session, its replacements, and who pays for each.

import { expect, test } from "bun:test";
import { Secret } from "../../src/base/secret.ts";
import { candidatesOf, enginesOf, speaksLanguage } from "../../src/calls/provider-order.ts";
import type { ProviderSettings } from "../../src/providers/provider-contract.ts";
import type { DeploymentProviders } from "../../src/providers/provider-settings.ts";

function settings(provider: string, more: Partial<ProviderSettings> = {}): ProviderSettings {
  return {
    provider,
    baseUrl: "",
    apiKey: new Secret("shared"),
    model: "m",
    voice: "",
    language: "en",
    ...more,
  };
}

function deployment(own: ProviderSettings | undefined, ...stt: (ProviderSettings | "builtin")[]) {
  const fallbacks = { stt, tts: [], llm: [] };
  return { stt: own, tts: undefined, llm: undefined, keys: new Map(), fallbacks } as DeploymentProviders;
}

test("order: the account's choice precedes the server's and its fallbacks; each is listed once, and shared ones at the service's cost", () => {
  const first = settings("deepgram", { apiKey: new Secret("own") });
  const server = settings("vosk");
  const parts = { deployment: deployment(server, "builtin", server, "builtin"), prices: [] };
  expect(enginesOf({ kind: "stt", first, ownKey: true }, parts)).toEqual([
    { settings: first, ownKey: true },
    { settings: server, ownKey: false },
    "builtin",
  ]);
});

test("order: the account's own list precedes the service's, and unpayable ones are left out", () => {
  const first = settings("deepgram", { apiKey: new Secret("own") });
  const second = { settings: settings("soniox", { apiKey: new Secret("own-2") }), ownKey: true };
  const unpriced = { settings: settings("elevenlabs"), ownKey: false };
  const parts = { deployment: deployment(settings("vosk"), "builtin"), prices: [] };
  const fallbacks = [second, unpriced, "builtin", second] as const;
  expect(enginesOf({ kind: "stt", first, ownKey: true, fallbacks }, parts)).toEqual([
    { settings: first, ownKey: true },
    second,
    "builtin",
    { settings: settings("vosk"), ownKey: false },
  ]);
});

test("order: built-in ones need no provider, and a vendor without a price is not given away", () => {
  const parts = { deployment: deployment(undefined, settings("soniox")), prices: [] };
  expect(enginesOf({ kind: "stt", first: undefined, ownKey: false }, parts)).toEqual([]);
  const first = settings("vosk");
  expect(enginesOf({ kind: "stt", first, ownKey: false }, parts)).toEqual([
    { settings: first, ownKey: false },
  ]);
});

test("order: keys fail separately, and are never shown", () => {
  const engine = (key: string) => ({
    settings: settings("deepgram", { apiKey: new Secret(key) }),
    ownKey: true,
  });
  const open = () => ({});
  const [one, other] = candidatesOf([engine("key-1"), engine("key-2")], { open }) ?? [];
  expect(one?.breakerId).not.toBe(other?.breakerId);
  expect(JSON.stringify([one, other])).not.toContain("key-");
  const [same] = candidatesOf([engine("key-1")], { open }) ?? [];
  expect(same?.breakerId).toBe(String(one?.breakerId));
});

test("order: a voice without the language is no replacement, but the first choice stays", () => {
  const fits = ({ speaks }: { speaks?: readonly string[] }) => speaksLanguage(speaks, "de-DE");
  const builtIn = { speaks: ["en"] };
  const engine = { settings: settings("cartesia"), ownKey: false };
  const open = () => ({ speaks: ["en"] });
  expect(candidatesOf([engine, "builtin"], { open, builtIn, fits })).toHaveLength(1);
  expect(candidatesOf([], { open, builtIn, fits })).toBeUndefined();
});
