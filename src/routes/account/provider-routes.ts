// Routes of providers: an account's providers, and its own keys for them. Keys go in and never come out.

import { Elysia } from "elysia";
import { type Static, Type } from "typebox";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
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
import { acceptChoices, type ChoiceChange } from "../../calls/provider-acceptance.ts";
import { standingOf, type StandingParts, takesKey } from "../../calls/provider-standing.ts";
import type { ProviderTrial, TrialResult } from "../../calls/provider-trial.ts";
import type { ProviderKind } from "../../providers/catalog/catalog-row.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { providerCatalogRoutes } from "./provider-catalog-routes.ts";
import { change, changed, settings, standings } from "./provider-schemas.ts";
import { checkText } from "../http/well-formed-text.ts";

export interface ProviderRouteOptions extends ProviderParts, StandingParts {
  readonly trial: Pick<ProviderTrial, "of">;
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
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
      description: "Time to the first word or audio; null: there was none",
    }),
    says: Type.String({ description: "Answer, transcript, or reason of the failure" }),
    wav_base64: Type.Union([Type.String(), Type.Null()], { description: "Audio of the voice" }),
  },
  { examples: [{ ok: true, took_ms: 640, first_ms: 410, says: "I am ready.", wav_base64: null }] },
);

export function providerRoutes(options: ProviderRouteOptions) {
  return new Elysia({ name: "all-providers" })
    .use(settingsRoutes(options))
    .use(providerCatalogRoutes(options))
    .use(trialRoute(options));
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
        summary: "Test a provider",
        description:
          "Sends a small request to the account's provider, as a call would: one sentence of a model, one sentence " +
          "of a voice, or three words to recognise. A failed test also returns 200: `ok` is false, and `says` gives the reason. " +
          "The test costs no credits. With your own key, the provider may charge a fraction of a cent.",
        tag: "providers",
        access: "account",
        limit: "check",
        problems: ["provider/unusable"],
      }),
    },
  );
}

function settingsRoutes(options: ProviderRouteOptions) {
  const { store, clock, gate, vault, defaults, trial, deployment, prices } = options;
  const parts = { vault, defaults };
  return new Elysia({ name: "providers" })
    .get(
      "/v1/providers",
      async ({ request }) => shown(await readProviders(store, gate.accountOf(request), parts)),
      {
        response: { 200: standard(settings) },
        detail: operation({
          summary: "Read provider settings",
          description: "Names and masked keys. A new account has the server's providers.",
          tag: "providers",
          access: "account",
        }),
      },
    )
    .patch(
      "/v1/providers",
      async ({ request, body }) => {
        const accountId = gate.accountOf(request);
        const by = gate.authorOf(request);
        let warning: TrialResult | undefined;
        const check = async (made: ChoiceChange): Promise<void> => {
          warning = await acceptChoices(made, { trial, deployment, prices, signal: request.signal });
        };
        const wanted = { accountId, change: changeIn(body), at: clock.wall(), by, check };
        const after = shown(await changeProviders(store, wanted, parts));
        return warning === undefined ? after : { ...after, llm_warning: warning.says };
      },
      {
        body: standard(change),
        response: { 200: standard(changed) },
        detail: operation({
          summary: "Change provider settings",
          description:
            "Give any subset of the fields. A key belongs to the provider in the same request, or to the current one. A provider or " +
            "model that calls could not use is rejected: `errors` names the field to correct. A language " +
            "model is tested first, which can take some seconds.",
          tag: "providers",
          access: "login",
          limit: "check",
          problems: ["provider/unknown", "provider/unusable"],
        }),
      },
    )
    .get(
      "/v1/providers/standing",
      async ({ request }) => {
        const choices = await readProviders(store, gate.accountOf(request), parts);
        const of = (kind: ProviderKind) => standingAnswer(kind, choices, { deployment, prices });
        return { stt: of("stt"), tts: of("tts"), llm: of("llm") };
      },
      {
        response: { 200: standard(standings) },
        detail: operation({
          summary: "Check the provider settings",
          description:
            "For each kind: whether calls can use the chosen provider, and if not, the field of PATCH " +
            "/v1/providers to correct. No request is sent to a provider.",
          tag: "providers",
          access: "account",
        }),
      },
    );
}

function standingAnswer(kind: ProviderKind, choices: ProviderChoices, parts: StandingParts) {
  const choice = choices[kind];
  const standing = standingOf(kind, choice, parts);
  if (standing.state === "ready") {
    const isAbsent = kind === "llm" && standing.settings === undefined;
    const state: "absent" | "ready" = isAbsent ? "absent" : "ready";
    return {
      provider: choice.name,
      state,
      own_key: standing.ownKey,
      field: null,
      says: null,
      operator_sets: null,
    };
  }
  return {
    provider: choice.name,
    state: "refused" as const,
    own_key: takesKey(kind, choice),
    field: `${kind}_${standing.field}`,
    says: standing.says,
    operator_sets: standing.operatorSets ?? null,
  };
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

/** Spelling of the request. */
function writtenOf({ name: provider, model }: ProviderChoice): string {
  return model === undefined ? provider : `${provider}#${model}`;
}

function maskedKeys(choices: readonly ProviderChoice[]): Record<string, string | null> {
  return Object.fromEntries(choices.map(({ name: provider, key }) => [provider, maskOf(key)]));
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
