// Providers of a session: its engines and their payers, by the account's choice and keys.

import type { JsonObject } from "../../db/port/stored-rows.ts";
import { assert } from "../base/assert.ts";
import { Fault } from "../base/fault.ts";
import type { Clock } from "../base/clock.ts";
import type { MeteredProvider } from "../billing/price.ts";
import type { PriceRow } from "../billing/price-table.ts";
import { UsageAccount } from "../billing/usage-account.ts";
import {
  type ProviderChoice,
  type ProviderChoices,
  providerKinds,
  type ProviderParts,
} from "../cloud/account-providers.ts";
import type { ProviderKind } from "../providers/catalog/catalog-row.ts";
import { findProvider, findProviderAt } from "../providers/catalog/catalog.ts";
import type { Candidate } from "../providers/policy/candidate.ts";
import type { FinalTimes } from "../providers/policy/final-times.ts";
import { sttWithReconnect } from "../providers/policy/stt-with-reconnect.ts";
import { ttsWithFallback } from "../providers/policy/tts-with-fallback.ts";
import { llmOfModels } from "../providers/policy/llm-of-models.ts";
import { llmWithFallback } from "../providers/policy/llm-with-fallback.ts";
import type { Breakers } from "../providers/policy/breaker.ts";
import type { AudioLlm } from "../providers/audio/audio-llm-contract.ts";
import { measuredStt, type ProviderCounters, type RequestCounters } from "../providers/measured-stt.ts";
import { meteredAudioLlm } from "../providers/audio/metered-audio-llm.ts";
import { timedLlm, timedTts } from "../providers/timed-clients.ts";
import { meteredLlm, meteredStt, meteredTts } from "../providers/metered-clients.ts";
import type { Program } from "../flow/language/program.ts";
import type { Llm, ProviderSettings, Stt, Tts, Usage } from "../providers/provider-contract.ts";
import {
  candidatesOf,
  type Choice,
  type Engine,
  engineId,
  enginesOf,
  isPayable,
  speaksLanguage,
} from "./provider-order.ts";
import type { ShelvedVoice } from "./filler-shelf.ts";
import { accountSettings, type DeploymentProviders } from "../providers/provider-settings.ts";
import { type Hindrance, namedChoice, namedSettings, standingOf, takesKey } from "./provider-standing.ts";

export interface SessionProviders {
  /** Engines with their replacements. Undefined: the built-in recogniser, and the built-in voice. */
  readonly stt: Stt | undefined;
  readonly tts: Tts | undefined;
  readonly llm: Llm | undefined;
  /** Hears and speaks for assistants in place of the others; undefined: none is chosen. */
  readonly audioLlm?: SessionAudioLlm | undefined;
  /** Id of the model, shared by sessions with equal response times. Absent: none. */
  readonly modelId?: string | undefined;
  /** Chosen voice, without its replacements. Absent: the built-in one. */
  readonly voice?: (ShelvedVoice & { readonly language: string }) | undefined;
  readonly metered: readonly MeteredProvider[];
  /** Usage, and the part paid by the service. */
  readonly usage: UsageAccount;
  /** Facts for the record: names by kind, and the owner of the key. */
  readonly names: JsonObject;
}

export interface SessionAudioLlm {
  readonly model: AudioLlm;
  /** The account's own key pays. */
  readonly ownKey: boolean;
  /** Counters of its answers; undefined: no counting. */
  readonly counters: RequestCounters | undefined;
}

/** Makes clients from settings. */
export interface ProviderClients {
  readonly audioLlm: (settings: ProviderSettings) => AudioLlm;
  readonly stt: (settings: ProviderSettings) => Stt;
  readonly tts: (settings: ProviderSettings) => Tts;
  readonly llm: (settings: ProviderSettings) => Llm;
}

export interface ProvidersOptions extends Pick<ProviderParts, "defaults"> {
  readonly deployment: DeploymentProviders;
  readonly clients: ProviderClients;
  readonly clock: Clock;
  /** Prices for the service's own keys. */
  readonly prices: readonly PriceRow[];
  /** Breakers of the whole deployment. */
  readonly breakers: Breakers;
  /** Latest response times of the whole deployment's recognisers. */
  readonly finals: FinalTimes;
  /** Counters of their work; absent: no counting. */
  readonly counters?: ProviderCounters;
  /** The built-in recogniser and voice; undefined: speech is switched off. */
  readonly builtIn: () => { readonly stt: Stt; readonly tts: Tts } | undefined;
}

/** Account of the session, and its languages. */
export interface ProviderAsker {
  readonly accountId: string | undefined;
  /** Choices of that account. */
  readonly choices?: ProviderChoices | undefined;
  /** Language of the flow; absent: the deployment's. */
  readonly language: string | undefined;
  /** Model of the account's assistant; absent: from its providers. */
  readonly model?: string | undefined;
  readonly voice?: string | undefined;
  /** Recogniser named by the flow; absent: the account's. */
  readonly stt?: Program["stt"] | undefined;
}

/** Providers of an account; without one, the server's. Throws `provider/unusable`. */
export function providersOf(
  { accountId, choices: given, language, model, voice, stt: named }: ProviderAsker,
  options: ProvidersOptions,
): SessionProviders {
  const { defaults, deployment, prices, breakers } = options;
  const spoken = (settings: ProviderSettings) => ({ ...settings, language: language ?? settings.language });
  const usage = new UsageAccount(prices);
  const metered = meteredClients(options, { usage, spoken });
  const builtIn = options.builtIn();
  const open = (first: Settings, kindsWithOwnKey: ReadonlySet<ProviderKind>, choices?: ProviderChoices) => {
    const engines = (kind: ProviderKind): readonly Choice[] => {
      const fallbacks = (choices?.[kind].fallbacks ?? []).flatMap((it) => fallbackOf(kind, it, deployment));
      return enginesOf(
        { kind, first: first[kind], ownKey: kindsWithOwnKey.has(kind), fallbacks },
        { deployment, prices },
      );
    };
    const stt = candidatesOf(engines("stt"), { open: metered.stt, builtIn: builtIn?.stt });
    const tts = candidatesOf(engines("tts"), {
      open: metered.tts,
      builtIn: builtIn && timedTts(builtIn.tts),
      // A voice that cannot say the call's language would be heard to fail.
      fits: ({ speaks }) => speaksLanguage(speaks, language ?? first.tts?.language),
    });
    const models = engines("llm");
    const llm = candidatesOf(models.filter(writes), { open: metered.llm });
    return {
      usage,
      stt: stt && sttWithReconnect(stt, breakers),
      tts: tts && ttsWithFallback(tts, breakers),
      llm: llm && llmWithFallback(llm, breakers),
      audioLlm: audioOf(models[0], metered.audioLlm, { voice, language }),
      modelId: llm?.[0].breakerId,
      voice:
        first.tts &&
        tts &&
        voiceOf(spoken(first.tts), tts[0], kindsWithOwnKey.has("tts") ? accountId : undefined),
    };
  };
  assert(
    (given === undefined) === (accountId === undefined),
    "the session's owner has been asked for the choice",
  );
  if (given === undefined) {
    const stt = named === undefined ? deployment.stt : namedSettings(namedChoice(named), options);
    const names = { ...defaults, ...(named && { stt: named.provider }) };
    return { ...open({ ...deployment, stt }, new Set()), metered: [], names };
  }
  const choices = named === undefined ? given : withNamed(named, given);
  const { stt, tts, llm } = choices;
  const chosen = {
    stt,
    tts: { ...tts, voice: voice ?? tts.voice },
    llm: { ...llm, model: model ?? llm.model },
  };
  const used = providerKinds.map((kind) => usedOf(kind, chosen[kind]));
  const kindsWithOwnKey = new Set(used.flatMap(({ kind, ownKey }) => (ownKey ? [kind] : [])));
  const settingsOf = (kind: ProviderKind): ProviderSettings | undefined => {
    if (kind === "stt" && named !== undefined) return namedSettings(chosen.stt, options);
    const standing = standingOf(kind, chosen[kind], options);
    if (standing.state === "refused") throw unusable(kind, chosen[kind], standing);
    return standing.settings;
  };
  const first = { stt: settingsOf("stt"), tts: settingsOf("tts"), llm: settingsOf("llm") };
  return {
    ...open(first, kindsWithOwnKey, choices),
    metered: used,
    names: Object.fromEntries(used.map(({ kind, name, ownKey }) => [kind, { name, own_key: ownKey }])),
  };
}

/** A named recogniser falls back to the account's recogniser. */
function withNamed(named: NonNullable<Program["stt"]>, choices: ProviderChoices): ProviderChoices {
  const { stt } = choices;
  return { ...choices, stt: { ...namedChoice(named, stt), fallbacks: [stt, ...stt.fallbacks] } };
}

interface MeteredParts {
  readonly usage: UsageAccount;
  /** The settings in the language of the call. */
  readonly spoken: (settings: ProviderSettings) => ProviderSettings;
}

/** Clients that report their use; recognisers are timed as well. */
function meteredClients(
  { clients, clock, finals, counters, prices }: ProvidersOptions,
  { usage, spoken }: MeteredParts,
): { readonly [K in ProviderKind]: (engine: Engine) => { stt: Stt; tts: Tts; llm: Llm }[K] } & {
  readonly audioLlm: (engine: Engine, manner: AudioManner) => SessionAudioLlm;
} {
  const owe = (rest: Promise<void>): void => usage.owe(rest);
  const reports = (kind: ProviderKind, { settings: { provider, baseUrl, model }, ownKey }: Engine) => {
    // A vendor reached by its address has its prices, under any name.
    const vendor = findProviderAt(kind, baseUrl, provider)?.name ?? provider;
    const source = { kind, provider: vendor, model, ownKey };
    return (used: Usage): void => usage.add(source, used, clock.wall());
  };
  const countersOf = (kind: ProviderKind, { settings }: Engine) => counters?.(kind, settings.provider);
  return {
    audioLlm: (each: Engine, { voice, language = "" }: AudioManner) => {
      // Without a flow any language is heard.
      const settings = { ...each.settings, ...(voice === undefined ? {} : { voice }), language };
      const model = meteredAudioLlm(clients.audioLlm(settings), reports("llm", each), owe);
      return { model, ownKey: each.ownKey, counters: countersOf("llm", each) };
    },
    stt: (each: Engine) => {
      const counting = countersOf("stt", each);
      const client = measuredStt(
        clients.stt(spoken(each.settings)),
        counting && { clock, counters: counting },
      );
      return meteredStt(finals.timed(engineId(each.settings), client), reports("stt", each), owe);
    },
    tts: (each: Engine) => {
      const client = timedTts(clients.tts(spoken(each.settings)), countersOf("tts", each));
      return meteredTts(client, reports("tts", each));
    },
    llm: (each: Engine) => {
      const open = (model: string): Llm => {
        const engine = { ...each, settings: { ...each.settings, model } };
        const client = timedLlm(clients.llm(engine.settings), countersOf("llm", engine));
        return meteredLlm(client, reports("llm", engine), owe);
      };
      const isAllowed = (model: string): boolean =>
        isPayable("llm", { ...each.settings, model }, { ownKey: each.ownKey, prices });
      return llmOfModels(open(each.settings.model), { open, isAllowed });
    },
  };
}

interface AudioManner {
  /** Undefined: the model's default. */
  readonly voice: string | undefined;
  readonly language: string | undefined;
}

/** Flows ask a model that writes. */
const writes = (choice: Choice): boolean => !isAudio(choice);

/** Only the first choice hears and speaks: its replacements write. */
function audioOf(
  first: Choice | undefined,
  open: (engine: Engine, manner: AudioManner) => SessionAudioLlm,
  manner: AudioManner,
): SessionAudioLlm | undefined {
  return first !== undefined && first !== "builtin" && isAudio(first) ? open(first, manner) : undefined;
}

const isAudio = (choice: Choice): boolean =>
  choice !== "builtin" && findProvider("llm", choice.settings.provider)?.audio === true;

/** A provider without keys gets none. */
function usedOf(kind: ProviderKind, choice: ProviderChoice) {
  const { microsPerMinute = 0 } = findProvider(kind, choice.name) ?? {};
  return { kind, name: choice.name, microsPerMinute, ownKey: takesKey(kind, choice) };
}

/** A fallback without its key, address or model is skipped: the call has others. */
function fallbackOf(
  kind: ProviderKind,
  choice: ProviderChoice,
  deployment: DeploymentProviders,
): readonly Choice[] {
  if (choice.name === "builtin") return ["builtin"];
  const settings = accountSettings(kind, choice, deployment);
  if (settings === undefined || typeof settings === "string") return [];
  return [{ settings, ownKey: usedOf(kind, choice).ownKey }];
}

/** `ownerId`: account of the key; others must not hear its audio. */
function voiceOf(
  { provider, baseUrl, model, voice, language }: ProviderSettings,
  { client }: Candidate<Tts>,
  ownerId: string | undefined,
): SessionProviders["voice"] {
  const id = JSON.stringify([provider, baseUrl, model, voice, language, ownerId]);
  return { id, tts: client, language };
}

type Settings = Readonly<Record<ProviderKind, ProviderSettings | undefined>>;

export function unusable(kind: ProviderKind, { name }: ProviderChoice, { field, says }: Hindrance): Fault {
  const message = `The account's ${kind}_provider is "${name}". ${says} PATCH /v1/providers sets ${kind}_${field}.`;
  return new Fault("provider/unusable", message);
}
