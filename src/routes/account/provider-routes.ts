// Routes of providers: which ones an account uses, and whether with a key of its own. Keys go in and never come out.

import { Elysia } from "elysia";
import { type Static, Type } from "typebox";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { priceListDate } from "../../billing/price-list.ts";
import { Secret } from "../../base/secret.ts";
import {
  changeProviders,
  isMask,
  maskOf,
  type ProviderChange,
  type ProviderChoice,
  type ProviderChoices,
  type ProviderParts,
  readProviders,
} from "../../cloud/account-providers.ts";
import type { ProviderTrial } from "../../calls/provider-trial.ts";
import type { CatalogRow } from "../../providers/catalog/catalog-row.ts";
import { catalog } from "../../providers/catalog/catalog.ts";
import { fallbacksMax } from "../../providers/catalog/fallback-name.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { checkText } from "../http/well-formed-text.ts";

export interface ProviderRouteOptions extends ProviderParts {
  readonly trial: Pick<ProviderTrial, "of">;
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
}

const shownName = Type.String({ description: "A name of the provider catalog" });
const shownKey = Type.Union([Type.String(), Type.Null()], {
  description: "Masked; null means the service's own key is used and its cost is deducted from credits",
});
const shownModel = Type.Union([Type.String(), Type.Null()], {
  description: "null means the provider's default, or the service's own choice where the provider is its own",
});

const fallbackText =
  "Who goes on when the provider fails, in this order, before the service's own: names of the catalog, `#model` may " +
  "follow; who lacks a key or a server is passed over";
const shownFallback = Type.Array(Type.String(), { description: fallbackText });
const shownKeys = Type.Record(Type.String(), shownKey, {
  description:
    "Of the providers in the list, by their names, masked; null where there is none of the account's own",
});

const settings = Type.Object(
  {
    stt_provider: shownName,
    stt_api_key: shownKey,
    tts_provider: shownName,
    tts_api_key: shownKey,
    llm_provider: shownName,
    llm_api_key: shownKey,
    stt_model: shownModel,
    tts_model: shownModel,
    tts_voice: shownModel,
    llm_model: shownModel,
    stt_fallback: shownFallback,
    stt_fallback_keys: shownKeys,
    tts_fallback: shownFallback,
    tts_fallback_keys: shownKeys,
    llm_fallback: shownFallback,
    llm_fallback_keys: shownKeys,
  },
  {
    examples: [
      {
        stt_provider: "builtin",
        stt_api_key: null,
        tts_provider: "builtin",
        tts_api_key: null,
        llm_provider: "openai-compatible",
        llm_api_key: "••••cdef",
        stt_model: null,
        tts_model: null,
        tts_voice: "rms",
        llm_model: null,
        stt_fallback: [],
        stt_fallback_keys: {},
        tts_fallback: [],
        tts_fallback_keys: {},
        llm_fallback: ["groq#openai/gpt-oss-20b"],
        llm_fallback_keys: { groq: "••••89ab" },
      },
    ],
  },
);

const name = Type.Optional(Type.String({ maxLength: 64 }));
const key = Type.Optional(
  Type.Union([Type.String({ minLength: 1, maxLength: 1_024 }), Type.Null()], {
    description: "null deletes it; a masked key leaves the stored one as it is",
  }),
);
const chosen = Type.Optional(
  Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()], {
    description: "null makes it the default again; changing the provider does so, too",
  }),
);
const fallback = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 265 }), {
    maxItems: fallbacksMax,
    description: fallbackText,
  }),
);
const fallbackKeys = Type.Optional(
  Type.Record(
    Type.String({ maxLength: 64 }),
    Type.Union([Type.String({ minLength: 1, maxLength: 1_024 }), Type.Null()]),
    {
      maxProperties: fallbacksMax,
      description:
        "Keys of the account's own by the provider's name. What is not named stays; null deletes, and a masked key changes nothing",
    },
  ),
);
const change = requestBody(
  {
    stt_provider: name,
    stt_api_key: key,
    tts_provider: name,
    tts_api_key: key,
    llm_provider: name,
    llm_api_key: key,
    stt_model: chosen,
    tts_model: chosen,
    tts_voice: chosen,
    llm_model: chosen,
    stt_fallback: fallback,
    stt_fallback_keys: fallbackKeys,
    tts_fallback: fallback,
    tts_fallback_keys: fallbackKeys,
    llm_fallback: fallback,
    llm_fallback_keys: fallbackKeys,
  },
  { examples: [{ llm_provider: "openai-compatible", llm_api_key: "sk-0123456789abcdef" }] },
);

const catalogAnswer = Type.Object(
  {
    prices_read_on: Type.String({
      description: "The day of the price list that shared keys are charged by (ISO 8601)",
    }),
    providers: Type.Array(
      Type.Object({
        kind: Type.Union([Type.Literal("stt"), Type.Literal("tts"), Type.Literal("llm")]),
        name: Type.String(),
        title: Type.String(),
        about: Type.String(),
        key: Type.Union([Type.Literal("never"), Type.Literal("maybe"), Type.Literal("always")]),
        guided: Type.Boolean({ description: "Understands only what the agent expects to hear" }),
        own_server: Type.Boolean({ description: "Usable where the operator runs such a server" }),
        models: Type.Array(Type.String(), { description: "The first is the default; empty: any name" }),
        default_voice: Type.Union([Type.String(), Type.Null()]),
        unit: Type.Union([Type.String(), Type.Null()], { description: "What the provider bills by" }),
        lacks: Type.Array(Type.String()),
      }),
    ),
  },
  {
    examples: [
      {
        prices_read_on: "2026-11-20",
        providers: [
          {
            kind: "tts",
            name: "cartesia",
            title: "Cartesia",
            about: "Sonic over a socket, with word times.",
            key: "always",
            guided: false,
            own_server: false,
            models: ["sonic-3.5"],
            default_voice: null,
            unit: "chars",
            lacks: [],
          },
        ],
      },
    ],
  },
);

function catalogEntry(row: CatalogRow) {
  const { kind, name, title, about, key, guided, models = [], voice = null, unit = null, lacks = [] } = row;
  return {
    kind,
    name,
    title,
    about,
    key,
    guided,
    own_server: row.address === undefined && name !== "builtin",
    models: [...models],
    default_voice: voice,
    unit,
    lacks: [...lacks],
  };
}

const trying = requestBody(
  { kind: Type.Enum(["stt", "tts", "llm"]) },
  { examples: [{ kind: "llm" } as const] },
);
const tried = Type.Object(
  {
    ok: Type.Boolean(),
    took_ms: Type.Integer(),
    first_ms: Type.Union([Type.Integer(), Type.Null()], {
      description: "To the first word, or the first audio; null: there was none",
    }),
    says: Type.String({ description: "What it wrote, said or heard, or why it did not" }),
    wav_base64: Type.Union([Type.String(), Type.Null()], { description: "What a voice said" }),
  },
  { examples: [{ ok: true, took_ms: 640, first_ms: 410, says: "I am ready.", wav_base64: null }] },
);

/** All of them. */
export function providerRoutes(options: ProviderRouteOptions) {
  return new Elysia({ name: "all-providers" }).use(settingsRoutes(options)).use(trialRoute(options));
}

function trialRoute({ store, gate, vault, defaults, trial }: ProviderRouteOptions) {
  return new Elysia({ name: "provider-trial" }).post(
    "/v1/providers/try",
    async ({ request, body }) => {
      const choices = await readProviders(store, gate.accountOf(request), { vault, defaults });
      const { ok, tookMs, firstMs = null, says, wav } = await trial.of(body.kind, choices, request.signal);
      const audio = wav === undefined ? null : Buffer.from(wav).toString("base64");
      return { ok, took_ms: tookMs, first_ms: firstMs, says, wav_base64: audio };
    },
    {
      body: standard(trying),
      response: { 200: standard(tried) },
      detail: operation({
        summary: "Try a provider",
        description:
          "Asks the one that the account has chosen for something small, as a call would: a sentence of a model, a sentence " +
          "in a voice, or three words to be recognised. Answers 200 when it fails, too: `ok` says so, and `says` why. " +
          "Credits are not touched; with a key of the account's own its provider may charge a fraction of a cent.",
        tag: "providers",
        access: "account",
        limit: "check",
        problems: ["provider/unusable"],
      }),
    },
  );
}

function settingsRoutes({ store, clock, gate, vault, defaults }: ProviderRouteOptions) {
  const parts = { vault, defaults };
  return new Elysia({ name: "providers" })
    .get(
      "/v1/providers",
      async ({ request }) => shown(await readProviders(store, gate.accountOf(request), parts)),
      {
        response: { 200: standard(settings) },
        detail: operation({
          summary: "Read provider settings",
          description: "Names and masked keys. A new account shows what the deployment uses.",
          tag: "providers",
          access: "account",
        }),
      },
    )
    .get(
      "/v1/providers/catalog",
      () => ({ prices_read_on: priceListDate, providers: catalog.map(catalogEntry) }),
      {
        response: { 200: standard(catalogAnswer) },
        detail: operation({
          summary: "List providers",
          description:
            "Every provider that can be chosen, by kind and name, with its models, what it bills by, and what it cannot do.",
          tag: "providers",
        }),
      },
    )
    .patch(
      "/v1/providers",
      async ({ request, body }) => {
        const accountId = gate.accountOf(request);
        const by = gate.authorOf(request);
        const wanted = { accountId, change: changeIn(body), at: clock.wall(), by };
        return shown(await changeProviders(store, wanted, parts));
      },
      {
        body: standard(change),
        response: { 200: standard(settings) },
        detail: operation({
          summary: "Change provider settings",
          description:
            "Any subset of the fields. A key belongs to the provider that is named with it, or is set.",
          tag: "providers",
          access: "login",
          problems: ["provider/unknown"],
        }),
      },
    );
}

function shown({ stt, tts, llm }: ProviderChoices) {
  return {
    stt_provider: stt.name,
    stt_api_key: maskOf(stt.key),
    tts_provider: tts.name,
    tts_api_key: maskOf(tts.key),
    llm_provider: llm.name,
    llm_api_key: maskOf(llm.key),
    stt_model: stt.model ?? null,
    tts_model: tts.model ?? null,
    tts_voice: tts.voice ?? null,
    llm_model: llm.model ?? null,
    stt_fallback: stt.fallbacks.map(writtenOf),
    stt_fallback_keys: maskedKeys(stt.fallbacks),
    tts_fallback: tts.fallbacks.map(writtenOf),
    tts_fallback_keys: maskedKeys(tts.fallbacks),
    llm_fallback: llm.fallbacks.map(writtenOf),
    llm_fallback_keys: maskedKeys(llm.fallbacks),
  };
}

/** As it was written. */
function writtenOf({ name: provider, model }: ProviderChoice): string {
  return model === undefined ? provider : `${provider}#${model}`;
}

function maskedKeys(choices: readonly ProviderChoice[]): Record<string, string | null> {
  return Object.fromEntries(choices.map(({ name: provider, key: own }) => [provider, maskOf(own)]));
}

function changeIn(body: Static<typeof change>): ProviderChange {
  return {
    stt: {
      name: body.stt_provider,
      key: keyIn(body.stt_api_key, "/stt_api_key"),
      model: textIn(body.stt_model, "/stt_model"),
      fallbacks: listIn(body.stt_fallback, "/stt_fallback"),
      keys: keysIn(body.stt_fallback_keys, "/stt_fallback_keys"),
    },
    tts: {
      name: body.tts_provider,
      key: keyIn(body.tts_api_key, "/tts_api_key"),
      model: textIn(body.tts_model, "/tts_model"),
      voice: textIn(body.tts_voice, "/tts_voice"),
      fallbacks: listIn(body.tts_fallback, "/tts_fallback"),
      keys: keysIn(body.tts_fallback_keys, "/tts_fallback_keys"),
    },
    llm: {
      name: body.llm_provider,
      key: keyIn(body.llm_api_key, "/llm_api_key"),
      model: textIn(body.llm_model, "/llm_model"),
      fallbacks: listIn(body.llm_fallback, "/llm_fallback"),
      keys: keysIn(body.llm_fallback_keys, "/llm_fallback_keys"),
    },
  };
}

function textIn(given: string | null | undefined, pointer: string): string | null | undefined {
  if (typeof given === "string") checkText(given, pointer);
  return given;
}

function listIn(given: readonly string[] | undefined, pointer: string): readonly string[] | undefined {
  given?.forEach((text, i) => checkText(text, `${pointer}/${i}`));
  return given;
}

function keysIn(
  given: Readonly<Record<string, string | null>> | undefined,
  pointer: string,
): ReadonlyMap<string, Secret | null> {
  const keys = Object.entries(given ?? {}).map(([of, one]) => [of, keyIn(one, `${pointer}/${of}`)] as const);
  return new Map(keys.flatMap(([of, one]) => (one === undefined ? [] : [[of, one]])));
}

function keyIn(given: string | null | undefined, pointer: string): Secret | null | undefined {
  if (given === undefined || given === null) return given;
  checkText(given, pointer);
  return isMask(given) ? undefined : new Secret(given);
}
