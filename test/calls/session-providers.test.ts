// Providers of a session: working providers of the account's list, with its keys, come before the service's.

import { expect, test } from "bun:test";
import { Secret } from "../../src/base/secret.ts";
import { priceList } from "../../src/billing/price-list.ts";
import type { UsageAccount } from "../../src/billing/usage-account.ts";
import { type ProviderAsker, providersOf, type ProvidersOptions } from "../../src/calls/session-providers.ts";
import { changeProviders, type ProviderParts, type KindChange } from "../../src/cloud/account-providers.ts";
import { Vault } from "../../src/cloud/vault.ts";
import { findProvider } from "../../src/providers/catalog/catalog.ts";
import { Breakers } from "../../src/providers/policy/breaker.ts";
import { FinalTimes } from "../../src/providers/policy/final-times.ts";
import type { Llm, LlmRequest, ProviderSettings, Stt } from "../../src/providers/provider-contract.ts";
import type { DeploymentProviders } from "../../src/providers/provider-settings.ts";
import { policyContext, providerError } from "../support/fakes/scripted-provider.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";

const account = "acc_1";
const shared: ProviderSettings = {
  provider: "openai-compatible",
  baseUrl: "http://127.0.0.1:1/v1",
  apiKey: new Secret("service"),
  model: "tiny",
  voice: "",
  language: "en",
};

/** Names of the models that a session calls, in order, for an account that chose OpenAI; all but `good` fail. */
async function asked(change: KindChange, good: string, request: Partial<LlmRequest> = {}) {
  await using opened = await chosenStore();
  const { store } = opened;
  const { clock, context, told } = policyContext();
  const asks: string[] = [];
  const llm = ({ provider, model, apiKey }: ProviderSettings): Llm => ({
    id: provider,
    model,
    async *stream() {
      asks.push(`${provider} ${model} ${apiKey?.reveal() ?? "-"}`);
      await Promise.resolve();
      if (provider !== good) throw providerError("quota");
      yield { type: "usage", usage: { unit: "tokens", input: 10, output: 5, basis: "reported" } };
      yield { type: "text", delta: "Hello." };
      yield { type: "done", reason: "stop" };
    },
  });
  const deployment: DeploymentProviders = {
    stt: undefined,
    tts: undefined,
    llm: shared,
    fallbacks: { stt: [], tts: [], llm: [] },
    keys: new Map([["mistral", new Secret("of-the-service")]]),
  };
  const nobody = (): never => {
    throw new Error("Not needed");
  };
  const options: ProvidersOptions & ProviderParts = {
    vault: new Vault(new Uint8Array(32)),
    defaults: { stt: "builtin", tts: "builtin", llm: "openai-compatible" },
    deployment,
    clients: { llm, stt: nobody, tts: nobody, audioLlm: nobody },
    clock,
    prices: [
      { provider: "mistral", kind: "llm", model: "*", unit: "output_tokens", nanoUsd: 1_000_000, per: 1 },
    ],
    breakers: new Breakers(clock),
    finals: new FinalTimes(),
    builtIn: () => undefined,
  };
  await bareAccount(opened.data, account);
  const first = { name: "openai", key: new Secret("own-openai"), model: "gpt" };
  const choices = await changeProviders(
    store,
    { accountId: account, change: { llm: { ...first, ...change } }, at: 0 },
    options,
  );
  const session = providersOf({ accountId: account, choices, language: "en" }, options);
  const answer = session.llm?.stream({ messages: [], ...request }, context, new AbortController().signal);
  await Array.fromAsync(answer ?? []).catch(() => undefined);
  return { asks, told: told.map(({ message }) => message), items: session.usage.items };
}

test("session providers: the account's own list comes before the service's model", async () => {
  const fallbacks = ["groq#llama", "mistral#small"];
  const keys = new Map([["groq", new Secret("own-groq")]]);
  const all = await asked({ fallbacks, keys }, "openai-compatible");
  expect(all.asks).toEqual([
    "openai gpt own-openai",
    "groq llama own-groq",
    "mistral small of-the-service",
    "openai-compatible tiny service",
  ]);
  expect(all.told.at(-1)).toBe('"mistral" failed, so "openai-compatible" continues');
});

test("session providers: a fallback with the service's key is charged, one with the account's own key is free", async () => {
  const fallbacks = ["mistral#small"];
  const ofService = await asked({ fallbacks }, "mistral");
  expect(ofService.items.find(({ unit }) => unit === "output_tokens")).toMatchObject({
    provider: "mistral",
    ownKey: false,
    micros: 500_000,
  });
  const own = await asked({ fallbacks, keys: new Map([["mistral", new Secret("own-mistral")]]) }, "mistral");
  expect(own.asks.at(-1)).toBe("mistral small own-mistral");
  expect(own.items.every(({ ownKey, micros }) => ownKey && micros === 0)).toBeTrue();
});

test("session providers: a provider without a key is skipped", async () => {
  const { asks } = await asked({ fallbacks: ["groq#llama"] }, "openai-compatible");
  expect(asks).toEqual(["openai gpt own-openai", "openai-compatible tiny service"]);
});

test("session providers: a model that a flow names belongs to the vendor, and is charged by its own price", async () => {
  const { asks, items } = await asked({ fallbacks: ["mistral#small"] }, "openai", { model: "gpt-large" });
  expect(asks).toEqual(["openai gpt-large own-openai"]);
  expect(items.map(({ model }) => model)).toContain("gpt-large");
  const failing = await asked({ fallbacks: ["mistral#small"] }, "mistral", { model: "gpt-large" });
  expect(failing.asks).toEqual(["openai gpt-large own-openai", "mistral small of-the-service"]);
});

/** Names of called recognisers, all of which fail; the deployment has Deepgram Nova and a key for ears. */
function recognisers() {
  const { clock, context } = policyContext();
  const asks: string[] = [];
  const stt = ({ provider, model, apiKey }: ProviderSettings): Stt => ({
    id: provider,
    async open(sink) {
      await Promise.resolve();
      asks.push(`${provider} ${model} ${apiKey?.reveal() ?? "-"}`);
      sink({ type: "usage", usage: { unit: "audio_ms", amount: 60_000, basis: "measured" } });
      throw providerError("quota");
    },
  });
  const nobody = (): never => {
    throw new Error("Not needed");
  };
  const at = (provider: string, model: string): ProviderSettings => {
    const { address = "" } = findProvider("stt", provider) ?? {};
    return { ...shared, provider, model, baseUrl: address };
  };
  const open = async (
    first: ProviderSettings | undefined,
    asker: Omit<ProviderAsker, "language">,
  ): Promise<UsageAccount> => {
    const fallbacks = { stt: [], tts: [], llm: [] };
    const keys = new Map([["openai-realtime-ears", new Secret("ears-of-the-service")]]);
    const session = providersOf(
      { ...asker, language: "en" },
      {
        defaults: { stt: first?.provider ?? "builtin", tts: "builtin", llm: "builtin" },
        deployment: { stt: first, tts: undefined, llm: undefined, fallbacks, keys },
        clients: { stt, tts: nobody, llm: nobody, audioLlm: nobody },
        clock,
        prices: priceList,
        breakers: new Breakers(clock),
        finals: new FinalTimes(),
        builtIn: () => undefined,
      },
    );
    await session.stt?.open(() => {}, context, new AbortController().signal).catch(() => undefined);
    return session.usage;
  };
  return { asks, at, open };
}

test("session providers: vendors with several recognisers at one address charge each at its own price", async () => {
  const { at, open } = recognisers();
  for (const [provider, model, micros] of [
    ["deepgram-flux", "flux-general-en", 650_000],
    ["deepgram", "nova-3", 480_000],
    ["openai-realtime-ears", "gpt-realtime-2.1-mini", 1_700_000],
  ] as const) {
    const { items } = await open(at(provider, model), { accountId: undefined });
    expect(items).toMatchObject([{ provider, model, micros }]);
  }
});

const own = (name: string, key: Secret | undefined) => ({
  name,
  key,
  model: undefined,
  voice: undefined,
  fallbacks: [],
});

test("session providers: a flow's recogniser is asked first, with the account's key for it or the service's", async () => {
  const { asks, at, open } = recognisers();
  const stt = { provider: "openai-realtime-ears", model: "gpt-realtime-2.1" };
  const keyOf = (name: string) => (name === stt.provider ? new Secret("own-ears") : undefined);
  const builtIn = own("builtin", undefined);
  const choices = { stt: { ...own("soniox", new Secret("own-soniox")), keyOf }, tts: builtIn, llm: builtIn };
  const nova = at("deepgram", "nova-3");
  await open(nova, { accountId: account, choices, stt });
  expect(asks).toEqual([
    "openai-realtime-ears gpt-realtime-2.1 own-ears",
    "soniox stt-rt-v5 own-soniox",
    "deepgram nova-3 service",
  ]);
  asks.length = 0;
  const ofService = await open(nova, { accountId: undefined, stt: { provider: stt.provider } });
  expect(asks).toEqual([
    "openai-realtime-ears gpt-realtime-2.1-mini ears-of-the-service",
    "deepgram nova-3 service",
  ]);
  expect(ofService.micros).toBe(1_700_000 + 480_000);
});

test("session providers: a flow's recogniser that cannot work refuses the call with the reason", () => {
  const { open } = recognisers();
  for (const [provider, says] of [
    ["soniox", "Soniox needs a key of yours"],
    ["big-ears", "has no such recogniser"],
  ] as const)
    expect(open(undefined, { accountId: undefined, stt: { provider } })).rejects.toThrow(says);
});
