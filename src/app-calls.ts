// Composition of calls: builds hearing, thinking and speaking, the services of flows, and the routes of incoming
// calls.

import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import type { AnyElysia } from "elysia";
import type { Store } from "../db/port/store.ts";
import type { Clock } from "./base/clock.ts";
import { DiskSpace } from "./base/limits/disk-space.ts";
import { Fault } from "./base/fault.ts";
import type { Log } from "./base/log.ts";
import type { Outbound } from "./base/outbound/outbound-request.ts";
import type { Ticker } from "./base/ticker.ts";
import type { AppMetrics } from "./app-metrics.ts";
import { priceList } from "./billing/price-list.ts";
import type { PriceRow } from "./billing/price-table.ts";
import { Calls, type CallsOptions, type Speech } from "./calls/live-calls.ts";
import { Flights } from "./calls/flight/flights.ts";
import { builtInPrograms, builtInText } from "./calls/built-in-programs.ts";
import { recordingAges, recordingTotals } from "./calls/recording-ages.ts";
import { Recordings, type RecordingsOptions } from "./calls/recordings.ts";
import type { ProviderClients } from "./calls/session-providers.ts";
import type { AccountSounds } from "./calls/sounds/account-sounds.ts";
import { openTools } from "./calls/flow-tools.ts";
import { searchBase } from "./cloud/knowledge/knowledge-bases.ts";
import type { Vault } from "./cloud/vault.ts";
import type { NodeRouting } from "./app-routing.ts";
import { openKeptSpeech } from "./app-prompts.ts";
import type { Config } from "./config.ts";
import { S3Files } from "./files/s3-files.ts";
import { fileKey, SealedFiles } from "./files/sealed-files.ts";
import type { ProviderKind } from "./providers/catalog/catalog-row.ts";
import type { ProviderSettings } from "./providers/provider-contract.ts";
import { openIceServers, type FetchIceServers } from "./providers/relay/ice-servers.ts";
import { openAudioLlm } from "./providers/audio/open-audio-llm.ts";
import { openLlm, present } from "./providers/open-providers.ts";
import { openStt } from "./providers/open-stt.ts";
import { openTts } from "./providers/open-tts.ts";
import { usesBuiltInVoice } from "./providers/provider-settings.ts";
import { openRelay } from "./providers/relay/open-relay.ts";
import type { Gate } from "./routes/http/auth.ts";
import { engineRoutes, type EngineFacts } from "./routes/engine-routes.ts";
import { offerRoutes } from "./routes/call/offer-routes.ts";
import { type CallDesk, socketRoutes } from "./routes/call/socket-routes.ts";
import type { PhoneState } from "./metrics/phone-metrics.ts";
import { type Readiness, readyRoutes } from "./routes/ready-routes.ts";
import { startRoutes } from "./routes/call/start-routes.ts";
import type { Sessions } from "./session/session-registry.ts";
import { problemOfFolder } from "./speech/open/open-ears.ts";
import { openSpeechPool, type SpeechPoolOptions } from "./speech/speech-pool.ts";
import { TurnModel } from "./speech/turn-model/turn-model.ts";
import type { Propagation } from "./trace/trace-parent.ts";
import type { Traces } from "./trace/call-traces.ts";
import type { Converter } from "./transport/downlink.ts";
import { limits as lineLimits } from "./transport/connection-limits.ts";
import type { PeerNetwork } from "./transport/webrtc/peer-connection.ts";
import { Peers } from "./transport/webrtc/peer-registry.ts";

export interface ClockAndLog {
  readonly clock: Clock;
  readonly log: Log;
}

interface EngineParts extends ClockAndLog {
  readonly ticker: Ticker;
  readonly sessions: CallDesk & Pick<Sessions, "isDraining">;
  readonly speech: Speech | undefined;
  readonly readiness: () => Readiness;
  readonly store: Pick<Store, "disk">;
  readonly convert: (from: number, to: number) => Converter;
  readonly gate: Gate;
  readonly metrics: Pick<AppMetrics, "transports">;
  readonly owned: AsyncDisposableStack;
  readonly nodeId: () => string;
  /** Absent without other nodes. */
  readonly routing: Pick<NodeRouting, "forwarding" | "keeperOf"> | undefined;
}

interface ReadinessParts extends Pick<EngineParts, "clock" | "log" | "speech" | "store"> {
  readonly calls: Pick<Calls, "ready">;
  readonly sessions: Pick<Sessions, "isDraining" | "size" | "overload">;
  readonly phoning: () => PhoneState;
}

/** Readiness for calls. */
export function readinessOf(config: Config, parts: ReadinessParts): () => Readiness {
  const { clock, log, speech, calls, sessions, store, phoning } = parts;
  const { dataDir: directory, diskFreeMibMin: freeMibMin } = config;
  const space = new DiskSpace({ directory, freeMibMin, clock, log });
  const isFile = config.database === undefined;
  return () => ({
    isWarm: speech === undefined || calls.ready,
    isDraining: sessions.isDraining,
    isAway: !isFile && store.disk.full,
    isFull: space.isShort || (isFile && store.disk.full),
    overload: sessions.overload,
    calls: sessions.size,
    callsMax: config.engineOpenSessionsMax,
    phoning: phoning(),
  });
}

/** Routes of incoming calls. */
export function openEngineRoutes(config: Config, parts: EngineParts): readonly AnyElysia[] {
  const { clock, log, ticker, convert, sessions, speech, gate, owned, nodeId, routing, readiness } = parts;
  const counters = parts.metrics.transports;
  const limits = { ...lineLimits, idleMs: config.idleSeconds * 1_000 };
  const relay = openRelay(config.ice.relay, clock);
  const fetchIceServers = openIceServers({ relay, callSecondsMax: config.callMinutesMax * 60, clock, log });
  const peers = owned.use(
    new Peers({
      network: () => networkOf(config, fetchIceServers),
      convert,
      limits,
      clock,
      ticker,
      nodeId,
      counters,
    }),
  );
  // The first caller of a node may be one whose own node died, and who waits.
  if (routing !== undefined) void Peers.load();
  const callerOf = (request: Request) => gate.callerOf(request);
  const keyOf = (request: Request) => gate.keyOf(request);
  const maxSessionMs = config.callMinutesMax * 60_000;
  const { forwarding, keeperOf } = routing ?? {};
  const offers = { sessions, peers, callerOf, keyOf, maxSessionMs, forwarding, keeperOf };
  return [
    readyRoutes(readiness),
    engineRoutes({
      facts: factsOf(config, speech),
      ready: () => !sessions.isDraining && readiness().isWarm,
      full: () => parts.store.disk.full,
      // Called if it is not full.
      short: () => readiness().isFull,
      fetchIceServers,
      userOf: (request) => callerOf(request)?.accountId ?? "caller",
    }),
    offerRoutes(offers),
    startRoutes({ ...offers, clock, fetchIceServers, nodeId }),
    socketRoutes({ sessions, clock, ticker, convert, callerOf, keyOf, maxSessionMs, limits, counters }),
  ];
}

async function networkOf(
  { ice, port, host }: Config,
  fetchIceServers: FetchIceServers,
): Promise<PeerNetwork> {
  const { advertisedIp, ports, tcp, relayForServer } = ice;
  return {
    iceServers: relayForServer ? (await fetchIceServers("server")).iceServers : [],
    tcp,
    httpPort: port,
    host,
    ...(advertisedIp === undefined ? {} : { advertisedIp }),
    ...(ports === undefined ? {} : { portRange: ports }),
  };
}

type SpeechParts = ClockAndLog & Pick<AppMetrics, "machine"> & { readonly owned: AsyncDisposableStack };

export function openSpeech(
  config: Config,
  { clock, log, owned, machine, begins }: SpeechParts & Pick<SpeechPoolOptions, "begins">,
): Speech | undefined {
  const {
    speech: { on, workers },
    providers,
  } = config;
  if (!on) return undefined;
  const { earsModel, turnModel, voiceModel } = providers;
  const problem = earsModel === undefined ? undefined : problemOfFolder(earsModel);
  if (problem !== undefined)
    throw new Fault("config/invalid", `EARS_MODEL: ${problem}: name a model's folder.`);
  if (voiceModel !== undefined && !existsSync(voiceModel))
    throw new Fault(
      "config/invalid",
      `TTS_VOICE_MODEL: ${voiceModel} does not exist: name the voice's file.`,
    );
  const restarted = (): void => machine.restarted("speech");
  const threads = workers > 0 ? { workers } : {};
  const kept = openKeptSpeech(config, { clock, log });
  const pool = owned.use(
    openSpeechPool({
      ...(usesBuiltInVoice(providers) && { voice: providers.embeddedVoice }),
      earsModel,
      voiceModel,
      clock,
      log,
      restarted,
      voiceWaited: machine.voiceWaited,
      kept,
      ...(begins !== undefined && { begins }),
      ...threads,
    }),
  );
  const from = clock.now();
  let closing = false;
  owned.defer(() => void (closing = true));
  pool.ready.then(
    () => {
      log.info("speech.ready", {
        ms: Math.round(clock.now() - from),
        threads: pool.ears.length + pool.speakers.length,
      });
    },
    (error: unknown) => {
      if (!closing) log.error("speech.failed", { error });
    },
  );
  const { ready, stt, vad } = pool;
  const queueMs = (): number => pool.queueMs;
  const { earsLanguage: hearsOnly, embeddedVoice: voice } = providers;
  const prompts = { voice: pool.ahead(voice), kept };
  const tts = pool.tts(voice);
  const speech: Speech = { ready, stt, tts, vad, queueMs, hearsOnly, ahead: prompts };
  if (turnModel === undefined) return speech;
  if (!existsSync(turnModel))
    throw new Fault(
      "config/invalid",
      `ENDPOINTING_MODEL: ${turnModel} does not exist: name the model's file.`,
    );
  return {
    ...speech,
    turns: owned.use(
      new TurnModel({ clock, log, path: turnModel, restarted: () => machine.restarted("turn-model") }),
    ),
  };
}

/** Warm speech before there is an app; undefined: switched off. Rejects if it cannot be started. */
export async function openWarmSpeech(config: Config, parts: SpeechParts): Promise<Speech | undefined> {
  const speech = openSpeech(config, parts);
  await speech?.ready;
  return speech;
}

/** Storage of FILES_URL; undefined: the data folder. `key`: of files, from the master key. */
export function openFiles(
  { files: place }: Pick<Config, "files">,
  { clock, key }: { readonly clock: Clock; readonly key: Uint8Array },
): SealedFiles | undefined {
  return place && new SealedFiles(new S3Files({ place, clock }), fileKey(key));
}

export function openRecordings(
  { dataDir, database, recordings, retention }: Config,
  { store, ...parts }: ClockAndLog & Pick<RecordingsOptions, "files" | "sweeps"> & { readonly store: Store },
): Recordings {
  const directory = dataDir === ":memory:" ? undefined : join(dataDir, "recordings");
  // Each start of a node has another id, but its disk is the same.
  const here = database && `${hostname()} ${resolve(dataDir)}`;
  const counted = recordingTotals(store, parts.clock, here);
  const ageOf = recordingAges(store, retention);
  return new Recordings({ directory, ...recordings, ...parts, ageOf, counted });
}

/** Recordings of whole calls, with the flows as they were. */
export function openFlights(
  { recordsCalls: records }: Config,
  parts: ClockAndLog & { readonly recordings: Recordings },
): Flights {
  return new Flights({ ...parts, records, builtInText });
}

/** Receivers of trace headers; undefined: none. */
export function propagationOf({ traces }: Pick<Config, "traces">): Propagation | undefined {
  return traces && traces.propagate.length > 0 ? { hosts: traces.propagate, share: traces.share } : undefined;
}

interface CallsParts extends ClockAndLog, Pick<CallsOptions, "counters" | "begins"> {
  readonly ticker: Ticker;
  readonly speech: Speech | undefined;
  readonly shared: {
    readonly secretVault: Vault;
    readonly outbound: Outbound;
    readonly sounds: Pick<AccountSounds, "load">;
  };
  readonly recordings: Recordings;
  readonly flights: Flights;
  readonly store: Store;
  readonly traces: Traces | undefined;
}

export function openCalls(config: Config, parts: CallsParts): Calls {
  const { shared, recordings, store, clock } = parts;
  const { secretVault: vault, outbound, sounds } = shared;
  return new Calls({
    ...parts,
    systemPrompt: config.systemPrompt,
    preempts: config.preempts,
    bargeInMs: config.bargeInMs,
    programs: builtInPrograms,
    outside: {
      toolsOf: (program, owner) =>
        openTools({ ...owner, store, vault, outbound, clock, program, propagation: propagationOf(config) }),
      search: (work, accountId) => searchBase(store, accountId, work),
      keep: (sessionId, frames) => recordings.keep(sessionId, frames),
    },
    loadSound: (accountId, sound) => sounds.load(accountId, sound),
    durationMsMax: config.callMinutesMax * 60_000,
  });
}

/** Clients by their settings. Throws `config/invalid` for a name without one, which no catalogue row has. */
export function clientsOf({ llm, providers }: Pick<Config, "llm" | "providers">): ProviderClients {
  const firstTokenSeconds = llm?.firstTokenSeconds;
  return {
    audioLlm: (settings) => present(openAudioLlm(settings), settings),
    stt: shared(providers.stt, (settings) => present(openStt(settings), settings)),
    tts: shared(providers.tts, (settings) => present(openTts(settings), settings)),
    llm: shared(providers.llm, (settings) =>
      present(
        openLlm(settings.provider === llm?.provider ? { ...settings, firstTokenSeconds } : settings),
        settings,
      ),
    ),
  };
}

/** Models, voices and languages requested from the server's own provider. */
const sharedClientsMax = 200;

/**
 * One client for all calls of the server's own provider: it learns once what its server cannot do. Accounts'
 * providers are made per call.
 */
function shared<T>(
  deploymentSettings: ProviderSettings | undefined,
  open: (settings: ProviderSettings) => T,
): (settings: ProviderSettings) => T {
  const clients = new Map<string, T>();
  return (settings) => {
    const { provider, baseUrl, apiKey, model, voice, language } = settings;
    if (
      deploymentSettings === undefined ||
      provider !== deploymentSettings.provider ||
      apiKey !== deploymentSettings.apiKey
    )
      return open(settings);
    const key = JSON.stringify([baseUrl, model, voice, language]);
    const client = clients.get(key) ?? open(settings);
    if (clients.size >= sharedClientsMax) clients.clear();
    clients.set(key, client);
    return client;
  };
}

/** The price list with the operator's own. Rejects with `config/invalid`. */
export async function pricesOf({ pricingFile }: Pick<Config, "pricingFile">): Promise<readonly PriceRow[]> {
  if (pricingFile === undefined) return priceList;
  const { readPriceFile } = await import("./billing/price-file.ts");
  try {
    return [...priceList, ...readPriceFile(readFileSync(pricingFile, "utf8"))];
  } catch (error) {
    throw new Fault("config/invalid", `PRICING_FILE ${(error as Error).message}`);
  }
}

/** Providers of accounts without a choice. */
export function defaultProviders({
  providers,
}: Pick<Config, "providers">): Readonly<Record<ProviderKind, string>> {
  const { stt, tts, llm } = providers;
  return {
    stt: stt?.provider ?? "builtin",
    tts: tts?.provider ?? "builtin",
    llm: llm?.provider ?? "builtin",
  };
}

function factsOf(
  { llm, ice, systemPromptGiven, providers }: Config,
  speech: Speech | undefined,
): EngineFacts {
  const { stt, tts } = providers;
  return {
    stt: speech === undefined ? { provider: "none" } : { provider: stt?.provider ?? speech.stt.id },
    tts: { provider: speech === undefined ? "none" : (tts?.provider ?? speech.tts.id) },
    llm:
      llm === undefined
        ? { provider: "builtin", model: "builtin" }
        : { provider: llm.provider, model: llm.model },
    turn: { provider: ice.relay.provider },
    llmConfigured: llm !== undefined,
    systemPromptConfigured: systemPromptGiven,
  };
}
