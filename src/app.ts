// The composition root of the server: Config → Deps → one Elysia app. The only place where the parts are
// chosen; each of them gets what it needs as a parameter.

import { join } from "node:path";
import { Elysia } from "elysia";
import { type Db, openStore, type Store } from "../db/open.ts";
import { frameMs } from "./audio/frame.ts";
import { loadResampler } from "./audio/resample.ts";
import { assetPath } from "./base/asset.ts";
import { type Clock, wallClock } from "./base/clock.ts";
import { type Log, openLog } from "./base/log.ts";
import { Outbound } from "./base/outbound.ts";
import type { Secret } from "./base/secret.ts";
import { Ticker } from "./base/tick.ts";
import { sweep } from "./billing/sweep.ts";
import { Calls, type Speech } from "./calls/live.ts";
import { Previews } from "./calls/previews.ts";
import { builtInPrograms } from "./calls/programs.ts";
import { type ProvidersOptions, providersOf } from "./calls/providers.ts";
import { Recordings } from "./calls/recordings.ts";
import { Sessions } from "./calls/sessions.ts";
import { openTools } from "./calls/tools.ts";
import { nameDocuments } from "./cloud/flow-links.ts";
import { FlowReader } from "./cloud/flow-reader.ts";
import { hookTargets, signingSecret } from "./cloud/hooks.ts";
import { Invitation } from "./cloud/invitation.ts";
import { deriveKey, openMasterKey } from "./cloud/master-key.ts";
import { Passwords } from "./cloud/passwords.ts";
import { crashedSessions } from "./cloud/sessions.ts";
import { openTokens } from "./cloud/tokens.ts";
import { Vault } from "./cloud/vault.ts";
import type { Config } from "./config.ts";
import { documentIdOf } from "./documents/check.ts";
import { Documents } from "./documents/documents.ts";
import { HookDelivery } from "./hooks/deliver.ts";
import { openPages } from "./pages.ts";
import type { ProviderKind } from "./providers/catalog.ts";
import type { Llm } from "./providers/contract.ts";
import { openLlm } from "./providers/open.ts";
import { accountRoutes } from "./routes/accounts.ts";
import { Gate } from "./routes/auth.ts";
import { creditRoutes } from "./routes/credits.ts";
import { openEdge } from "./routes/edge.ts";
import { eventRoutes } from "./routes/events.ts";
import { engineRoutes, type EngineFacts } from "./routes/engine.ts";
import { exchangeRoutes } from "./routes/exchange.ts";
import { singleFlowRoutes } from "./routes/flow.ts";
import { flowLanguageRoutes } from "./routes/flow-language.ts";
import { flowDiagramRoutes } from "./routes/flow-diagram.ts";
import { flowGraphRoutes } from "./routes/flow-graph.ts";
import { flowJsonRoutes } from "./routes/flow-json.ts";
import { flowRunRoutes } from "./routes/flow-run.ts";
import { flowRoutes } from "./routes/flows.ts";
import { hookRoutes } from "./routes/hooks.ts";
import { keyRoutes } from "./routes/keys.ts";
import { offerRoutes } from "./routes/offer.ts";
import { openapiRoutes } from "./routes/openapi.ts";
import { type ListedFlow, pageRoutes } from "./routes/pages.ts";
import { providerRoutes } from "./routes/providers.ts";
import { secretRoutes } from "./routes/secrets.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { socketRoutes, socketSettings } from "./routes/sockets.ts";
import { startRoutes } from "./routes/start.ts";
import { wireProtocolRoutes } from "./routes/wire-protocol.ts";
import { openSpeechPool } from "./speech/pool.ts";
import { leaseOf, type TakeLease } from "./providers/lease.ts";
import { openRelay } from "./providers/open-relay.ts";
import type { Converter } from "./transport/downlink.ts";
import type { PeerNetwork } from "./transport/webrtc/peer.ts";
import { Peers } from "./transport/webrtc/peers.ts";

/** What tests replace and the rest of the program looks at. */
export interface Deps {
  readonly clock: Clock;
  readonly log: Log;
  /** What hears and speaks; `undefined` when it is switched off. */
  readonly speech: Speech | undefined;
  readonly calls: Pick<Calls, "ready" | "size" | "check" | "prepare" | "admit" | "join" | "start" | "drain"> &
    AsyncDisposable;
  readonly ticker: Ticker;
  /** Everything that is kept; opened from DATA_DIR unless given, and then not closed. */
  readonly store: Store;
  /** What reads flows, away from the calls. */
  readonly documents: Documents;
  /** What lets people in who read the printed address. */
  readonly invitation: Invitation;
}

export interface App extends AsyncDisposable {
  readonly app: Elysia;
  readonly deps: Deps;
}

/** Opens everything that the server needs, but does not listen. */
export async function openApp(config: Config, given: Partial<Deps> = {}): Promise<App> {
  // Whatever does not open closes what did.
  await using owned = new AsyncDisposableStack();
  // The only wait, and before anything starts: from here to listening there is no other turn of the event loop.
  const convert = await loadResampler();
  const clock = given.clock ?? wallClock;
  const log = given.log ?? openLog(config.log);
  const store = given.store ?? owned.use(openData(config));
  const documents = owned.use(given.documents ?? new Documents({ clock, log }));
  const house = openHouse(config, { clock, log, store, documents });
  // Outlives the sessions, which have a last word for it.
  owned.use(house.delivery);
  const sessions = owned.use(house.sessions);
  const ticker = given.ticker ?? new Ticker(clock, frameMs);
  const speech = "speech" in given ? given.speech : openSpeech(config, { clock, log, owned });
  const recordings = owned.use(openRecordings(config, { clock, log }));
  const calls =
    given.calls ??
    openCalls(config, { clock, log, ticker, speech, sessions, house, recordings, db: store.durable });
  const { gate, tokens, passwords, vault } = house;
  const invitation = given.invitation ?? new Invitation();
  const db = store.durable;
  const engine = openEngine(config, { clock, log, ticker, convert, calls, speech, gate, owned });
  const { reader, previews } = house;
  const routes: Elysia = new Elysia()
    .use(accountRoutes({ db, clock, tokens, passwords, failuresPerEmail: config.limits.failuresPerEmail }))
    .use(exchangeRoutes({ tokens, invitation }))
    .use(keyRoutes({ db, clock, gate }))
    .use(flowRoutes({ db, clock, gate, reader }))
    .use(singleFlowRoutes({ db, clock, gate, reader }))
    .use(flowJsonRoutes({ db, clock, gate, reader }))
    .use(flowGraphRoutes({ db, gate, reader }))
    .use(flowDiagramRoutes({ db, gate, reader }))
    .use(flowRunRoutes({ db, gate, reader, previews }))
    .use(creditRoutes({ db, gate }))
    .use(providerRoutes({ db, clock, gate, vault, defaults: defaultProviders(config) }))
    .use(sessionSideRoutes(house, { db, clock, config }))
    .use(engine)
    .use(pageRoutes({ files: openPages(), flows: listedFlows }))
    .use(wireProtocolRoutes())
    .use(flowLanguageRoutes())
    .use(openapiRoutes(() => routes, config)) as unknown as Elysia;
  const app = openEdge(routes, {
    clock,
    log,
    origins: config,
    guard: (request, rule, address) => gate.pass(request, rule, address),
    websocket: socketSettings,
  });
  owned.defer(async () => {
    if (app.server) await app.stop(true);
  });
  owned.use(calls);
  const opened = owned.move();
  return {
    app,
    deps: { clock, log, speech, calls, ticker, store, documents, invitation },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

interface Around {
  readonly clock: Clock;
  readonly log: Log;
}

function openData({ dataDir }: Config): Store {
  return openStore({ directory: dataDir, migrations: assetPath("migrations") });
}

/** What the cloud side shares: who is who, and what is secret. Settles first what a crash left open. */
function openHouse(
  config: Config,
  { clock, log, store, documents }: Around & Pick<Deps, "store" | "documents">,
) {
  const db = store.durable;
  const master = openMasterKey(db, { directory: config.dataDir, given: config.masterKey });
  const crashed = crashedSessions(db);
  const left = sweep(db, clock.wall());
  if (left > 0) log.warn("sessions.swept", { sessions: left });
  const tokens = openTokens(deriveKey(master, "access-tokens"), clock);
  const vault = new Vault(deriveKey(master, "provider-keys"));
  const secretVault = new Vault(deriveKey(master, "secrets"));
  const outbound = new Outbound({ clock, allow: config.outboundAllow });
  const delivery = openDelivery({ clock, log, store }, outbound, secretVault);
  const providers: ProvidersOptions = { db, vault, defaults: defaultProviders(config), llm: llmOf(config) };
  nameDocuments(db, documentIdOf);
  const reader = new FlowReader({ db, documents, allow: config.outboundAllow, words: config.speech.on });
  const previews = new Previews({ clock, reader });
  const sessions = new Sessions({
    store,
    clock,
    log,
    get programs() {
      return builtInPrograms();
    },
    reader,
    previews,
    perAccountMax: config.sessionsPerAccountMax,
    providersOf: (accountId) => providersOf(accountId, providers),
    hooks: {
      targetsOf: (accountId, declared) => hookTargets(db, accountId, declared),
      enqueue: (event) => delivery.enqueue(event),
    },
  });
  sessions.tellOfCrash(crashed);
  delivery.flush();
  const gate = new Gate({
    db,
    clock,
    tokens,
    open: config.engineOpen,
    limits: config.limits,
    accountOfSession: (token) => sessions.accountOf(token),
  });
  return {
    tokens,
    gate,
    reader,
    previews,
    passwords: new Passwords(config.passwordMemoryMib),
    vault,
    secretVault,
    outbound,
    delivery,
    sessions,
  };
}

interface EngineParts extends Around, Pick<Deps, "ticker" | "calls" | "speech"> {
  readonly convert: (from: number, to: number) => Converter;
  readonly gate: Gate;
  readonly owned: AsyncDisposableStack;
}

/** The routes by which calls come in. */
function openEngine(config: Config, parts: EngineParts) {
  const { clock, log, ticker, convert, calls, speech, gate, owned } = parts;
  const relay = openRelay(config.ice.relay, clock);
  const lease = leaseOf({ relay, callSecondsMax: config.callMinutesMax * 60, clock, log });
  const peers = owned.use(new Peers({ network: () => networkOf(config, lease), convert, clock, ticker }));
  const callerOf = (request: Request) => gate.callerOf(request);
  const maxSessionMs = config.callMinutesMax * 60_000;
  const limits = { idleMs: config.idleSeconds * 1_000 };
  return new Elysia({ name: "calls" })
    .use(
      engineRoutes({
        facts: factsOf(config, speech),
        ready: () => speech === undefined || calls.ready,
        lease,
        userOf: (request) => callerOf(request)?.accountId ?? "caller",
      }),
    )
    .use(offerRoutes({ calls, peers, callerOf, maxSessionMs }))
    .use(startRoutes({ calls, peers, callerOf, maxSessionMs, clock, lease }))
    .use(socketRoutes({ calls, clock, ticker, convert, callerOf, maxSessionMs, limits }));
}

async function networkOf({ ice, port }: Config, lease: TakeLease): Promise<PeerNetwork> {
  const { advertisedIp, ports, tcp, relayForServer } = ice;
  return {
    iceServers: relayForServer ? (await lease("server")).iceServers : [],
    tcp,
    httpPort: port,
    ...(advertisedIp === undefined ? {} : { advertisedIp }),
    ...(ports === undefined ? {} : { portRange: ports }),
  };
}

/** Sessions, what goes into them from outside, and whom they tell. */
function sessionSideRoutes(
  { gate, sessions, secretVault, outbound, delivery }: ReturnType<typeof openHouse>,
  { db, clock, config }: { readonly db: Db; readonly clock: Clock; readonly config: Config },
) {
  return new Elysia({ name: "session-side" })
    .use(secretRoutes({ db, clock, gate, vault: secretVault }))
    .use(hookRoutes({ db, clock, gate, vault: secretVault, outbound, delivery }))
    .use(sessionRoutes({ db, gate, sessions, origins: config }))
    .use(eventRoutes({ gate, sessions }));
}

/** What is told to receivers of hooks; begins with what the last process left. */
function openDelivery(around: Around & Pick<Deps, "store">, outbound: Outbound, vault: Vault): HookDelivery {
  const db = around.store.durable;
  return new HookDelivery({
    ...around,
    outbound,
    secretOf: (accountId, signer) => signingSecret(db, vault, { accountId, signer }),
  });
}

/** The built-in flows as the pages list them. */
function listedFlows(): readonly ListedFlow[] {
  return Array.from(builtInPrograms(), ([id, { name, description }]) => ({ id, name, description }));
}

function openSpeech(
  { speech: { on, workers, voice } }: Config,
  { clock, log, owned }: Around & { readonly owned: AsyncDisposableStack },
): Speech | undefined {
  if (!on) return undefined;
  const pool = owned.use(openSpeechPool({ clock, log, ...(workers > 0 ? { workers } : {}) }));
  const from = clock.now();
  let closing = false;
  owned.defer(() => void (closing = true));
  pool.ready.then(
    () => {
      // Before the first call rather than during it.
      builtInPrograms();
      log.info("speech.ready", { ms: Math.round(clock.now() - from), workers: pool.workers.length });
    },
    (error: unknown) => {
      if (!closing) log.error("speech.failed", { error });
    },
  );
  return { ready: pool.ready, stt: pool.stt, tts: pool.tts(voice), vad: pool.vad };
}

function openRecordings({ dataDir, recordings }: Config, { clock, log }: Around): Recordings {
  const directory = dataDir === ":memory:" ? undefined : join(dataDir, "recordings");
  return new Recordings({ directory, ...recordings, clock, log });
}

interface CallSurroundings {
  readonly sessions: Sessions;
  readonly house: Pick<ReturnType<typeof openHouse>, "secretVault" | "outbound">;
  readonly recordings: Recordings;
  readonly db: Db;
}

function openCalls(
  config: Config,
  parts: Around & Pick<Deps, "ticker" | "speech"> & CallSurroundings,
): Calls {
  const { house, recordings, db, clock } = parts;
  const { secretVault: vault, outbound } = house;
  return new Calls({
    ...parts,
    llm: undefined, // Each session says whose.
    systemPrompt: config.systemPrompt,
    // Read when first asked for.
    get programs() {
      return builtInPrograms();
    },
    outside: {
      toolsOf: (program, accountId) => openTools({ db, vault, outbound, clock, program, accountId }),
      keep: (sessionId, frames) => recordings.keep(sessionId, frames),
    },
    callsMax: config.engineOpenSessionsMax,
    durationMsMax: config.callMinutesMax * 60_000,
  });
}

/** The deployment's model, by a key that is given or by the deployment's own. */
function llmOf({ llm }: Config): (key: Secret | undefined) => Llm | undefined {
  if (llm === undefined) return () => undefined;
  const open = (apiKey: Secret | undefined) => openLlm({ provider: llmProvider, ...llm, apiKey });
  const shared = open(llm.apiKey);
  return (key) => (key === undefined ? shared : open(key));
}

/** What LLM_BASE_URL speaks. */
const llmProvider = "openai-compatible";

/** What accounts use that chose nothing. */
function defaultProviders({ llm }: Config): Readonly<Record<ProviderKind, string>> {
  return { stt: "builtin", tts: "builtin", llm: llm === undefined ? "builtin" : llmProvider };
}

function factsOf({ llm, ice, systemPromptGiven }: Config, speech: Speech | undefined): EngineFacts {
  return {
    stt: { provider: speech?.stt.id ?? "none", guided: speech?.stt.guided ?? false },
    tts: { provider: speech?.tts.id ?? "none" },
    llm:
      llm === undefined
        ? { provider: "builtin", model: "builtin" }
        : { provider: llmProvider, model: llm.model },
    turn: { provider: ice.relay.provider },
    llmConfigured: llm !== undefined,
    systemPromptConfigured: systemPromptGiven,
  };
}
