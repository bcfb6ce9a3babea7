// Composition root of the server: Config → Deps → one Elysia app. The only place where the parts are chosen; each of
// them gets what it needs as a parameter.

import { Elysia } from "elysia";
import type { Swept } from "../db/port/session-store.ts";
import type { Store } from "../db/port/store.ts";
import { openPostgres } from "../db/postgres/open-postgres.ts";
import { openStore } from "../db/sqlite/file-store.ts";
import {
  type ClockAndLog,
  clientsOf,
  defaultProviders,
  openCalls,
  openEngineRoutes,
  openFlights,
  openRecordings,
  openSpeech,
  pricesOf,
} from "./app-calls.ts";
import { type CallCounters, openCounters, openGauges } from "./app-metrics.ts";
import { frameMs } from "./audio/frame.ts";
import { loadResampler } from "./audio/resampler.ts";
import { assetPath } from "./base/asset.ts";
import { type Clock, wallClock } from "./base/clock.ts";
import { type Log, openLog } from "./base/log.ts";
import { Metrics } from "./base/metrics.ts";
import { Outbound } from "./base/outbound-request.ts";
import { version } from "./base/version.ts";
import { Ticker } from "./base/ticker.ts";
import { Calls, type Speech } from "./calls/live-calls.ts";
import { Planner } from "./calls/call-plan.ts";
import { Previews } from "./calls/flow-previews.ts";
import { ReadyAssistants } from "./calls/ready-assistants.ts";
import { builtInPrograms, listBuiltIn } from "./calls/runnable-flows.ts";
import { type ProvidersOptions, providersOf } from "./calls/session-providers.ts";
import { FlowReader } from "./cloud/flow-reader.ts";
import { hookTargets, signingSecret } from "./cloud/account-hooks.ts";
import { Invitation } from "./cloud/invitation.ts";
import { deriveKey, openMasterKey } from "./cloud/master-key.ts";
import { Passwords } from "./cloud/passwords.ts";
import { readProviders } from "./cloud/account-providers.ts";
import { openTokens } from "./cloud/access-tokens.ts";
import { Vault } from "./cloud/vault.ts";
import { endOthers } from "./cluster/first-node.ts";
import { newNodeId } from "./cluster/node-id.ts";
import type { Config } from "./config.ts";
import { documentIdOf } from "./documents/flow-text-check.ts";
import { Documents } from "./documents/documents.ts";
import { HookDelivery } from "./hooks/delivery.ts";
import { openPages } from "./bundle-pages.ts";
import { accountRoutes } from "./routes/account/account-routes.ts";
import { assistantRoutes } from "./routes/account/assistant-routes.ts";
import { Gate } from "./routes/http/auth.ts";
import { creditRoutes } from "./routes/account/credit-routes.ts";
import { openEdge } from "./routes/http/request-edge.ts";
import type { Flights } from "./calls/flight/flights.ts";
import { recordingRoutes } from "./routes/call/recording-routes.ts";
import { eventRoutes } from "./routes/call/flow-events.ts";
import { standingRoutes } from "./routes/account/engine-standing.ts";
import { exchangeRoutes } from "./routes/account/token-exchange.ts";
import { singleFlowRoutes } from "./routes/flow/flow-routes.ts";
import { flowLanguageRoutes } from "./routes/pages/flow-language-page.ts";
import { flowDiagramRoutes } from "./routes/flow/flow-diagram.ts";
import { flowGraphRoutes } from "./routes/flow/flow-graph-routes.ts";
import { flowJsonRoutes } from "./routes/flow/flow-json.ts";
import { flowRunRoutes } from "./routes/flow/flow-run.ts";
import { flowRoutes } from "./routes/flow/flows-routes.ts";
import { hookRoutes } from "./routes/account/hook-routes.ts";
import { keyRoutes } from "./routes/account/api-key-routes.ts";
import { openapiRoutes } from "./routes/pages/openapi-document.ts";
import { pageRoutes } from "./routes/pages/page-routes.ts";
import { Breakers } from "./providers/policy/breaker.ts";
import { FinalTimes } from "./providers/policy/final-times.ts";
import { providerRoutes } from "./routes/account/provider-routes.ts";
import { secretRoutes } from "./routes/account/secret-routes.ts";
import { sessionRoutes } from "./routes/call/session-routes.ts";
import { socketSettings } from "./routes/call/socket-routes.ts";
import { unknownAddressPage } from "./routes/pages/unknown-address-page.ts";
import { wireProtocolRoutes } from "./routes/pages/wire-protocol-page.ts";
import { Sessions } from "./session/session-registry.ts";

/** What tests replace and the rest of the program looks at. */
export interface Deps {
  readonly clock: Clock;
  readonly log: Log;
  /** What hears and speaks; `undefined` when it is switched off. */
  readonly speech: Speech | undefined;
  readonly calls: Pick<Calls, keyof Calls>;
  /** The registry of sessions: which are open, and how they end. */
  readonly sessions: Pick<Sessions, keyof Sessions>;
  readonly ticker: Ticker;
  /** The figures of this process. */
  readonly metrics: Metrics;
  /** Everything that is kept; opened from DATA_DIR unless given, and then not closed. */
  readonly store: Store;
  /** What reads flows, away from the calls. */
  readonly documents: Documents;
  /** The token in the printed address, which logs its reader in. */
  readonly invitation: Invitation;
}

export interface App extends AsyncDisposable {
  readonly app: Elysia;
  readonly deps: Deps;
}

/** Opens everything that the server needs, but does not listen. */
export async function openApp(config: Config, given: Partial<Deps> = {}): Promise<App> {
  // When one part does not open, those before it are closed.
  await using owned = new AsyncDisposableStack();
  const convert = await loadResampler();
  const clock = given.clock ?? wallClock;
  const log = given.log ?? openLog(config.log);
  const store = given.store ?? owned.use(await openData(config, { clock, log }));
  const documents = owned.use(given.documents ?? new Documents({ clock, log }));
  const shared = await openSharedServices(config, { clock, log, store, documents, builtIn: () => speech });
  // Outlives the sessions, which have a last word for it.
  owned.use(shared.delivery);
  const ticker = given.ticker ?? new Ticker(clock, frameMs);
  const speech = "speech" in given ? given.speech : openSpeech(config, { clock, log, owned });
  const recordings = owned.use(openRecordings(config, { clock, log }));
  const flights = owned.use(openFlights(config, { clock, log, recordings }));
  const metrics = given.metrics ?? new Metrics();
  const { broken, refused } = openCounters(metrics);
  const calls =
    given.calls ??
    openCalls(config, { clock, log, ticker, speech, shared, recordings, flights, broken, store });
  openGauges(metrics, { clock, calls });
  const sessions =
    given.sessions ??
    owned.use(await openSessions(config, { clock, log, store, calls, ticker, refused, shared }));
  const gate = openGate(config, { clock, store, tokens: shared.tokens, sessions });
  const invitation = given.invitation ?? new Invitation(clock);
  const deps: Deps = { clock, log, speech, calls, sessions, ticker, metrics, store, documents, invitation };
  const engine = openEngineRoutes(config, { ...deps, disk: store.disk, convert, gate, owned });
  const routes: Elysia = openCloudRoutes(config, { ...deps, shared, gate, flights })
    .use(engine)
    .use(pageRoutes({ files: openPages(), flows: listBuiltIn }))
    .use(wireProtocolRoutes())
    .use(flowLanguageRoutes(config.publicUrl))
    .use(openapiRoutes(() => routes, config)) as unknown as Elysia;
  const app = openEdge(routes, {
    clock,
    log,
    disk: store.disk,
    origins: config,
    guard: (request, rule, address) => gate.pass(request, rule, address),
    unknownAddressPage,
    websocket: socketSettings,
  });
  owned.defer(async () => {
    if (app.server) await app.stop(true);
  });
  // Calls end before the server stops and what they need is closed; what is written stays open to the last.
  owned.defer(() => sessions.drain(0));
  const opened = owned.move();
  return {
    app,
    deps,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

interface CloudParts extends Pick<Deps, "clock" | "store" | "sessions" | "invitation"> {
  readonly shared: SharedServices;
  readonly gate: Gate;
  readonly flights: Flights;
}

/** The routes of accounts: login, flows, credits and sessions. */
function openCloudRoutes(config: Config, parts: CloudParts) {
  const { clock, store, sessions, invitation, shared, gate, flights } = parts;
  const { tokens, passwords, vault, reader, previews } = shared;
  return new Elysia()
    .use(accountRoutes({ store, clock, tokens, passwords, gate, ...config.limits }))
    .use(exchangeRoutes({ tokens, invitation }))
    .use(standingRoutes({ gate }))
    .use(keyRoutes({ store, clock, gate, ended: (keyId) => sessions.endStartedBy(keyId) }))
    .use(flowRoutes({ store, clock, gate, reader }))
    .use(singleFlowRoutes({ store, clock, gate, reader }))
    .use(flowJsonRoutes({ store, clock, gate, reader }))
    .use(flowGraphRoutes({ store, gate, reader }))
    .use(flowDiagramRoutes({ store, gate, reader }))
    .use(flowRunRoutes({ store, gate, reader, previews }))
    .use(creditRoutes({ store, gate }))
    .use(assistantRoutes({ store, clock, gate, reader }))
    .use(providerRoutes({ store, clock, gate, vault, defaults: defaultProviders(config) }))
    .use(sessionSideRoutes(shared, { store, clock, config, gate, sessions, flights }));
}

async function openData({ dataDir, database }: Config, around: ClockAndLog): Promise<Store> {
  if (database !== undefined)
    return openPostgres({ ...database, migrations: assetPath("migrations", "postgres") }, around);
  return openStore({ directory: dataDir, migrations: assetPath("migrations", "sqlite") }, around);
}

/**
 * What the routes of accounts and the sessions share: tokens, keys, vaults. First settles sessions that a crash left
 * open.
 */
async function openSharedServices(
  config: Config,
  {
    clock,
    log,
    store,
    documents,
    builtIn,
  }: ClockAndLog & Pick<Deps, "store" | "documents"> & Pick<ProvidersOptions, "builtIn">,
) {
  const master = await openMasterKey(store.seals, {
    directory: config.database === undefined ? config.dataDir : "the database",
    given: config.masterKey,
  });
  const home = newNodeId();
  const crashed = await joinStore(config, { clock, log, store, home });
  const tokens = openTokens(deriveKey(master, "access-tokens"), clock);
  const vault = new Vault(deriveKey(master, "provider-keys"));
  const secretVault = new Vault(deriveKey(master, "secrets"));
  const outbound = new Outbound({ clock, allow: config.outboundAllow });
  const delivery = await openDelivery({ clock, log, store, nodeId: home }, outbound, secretVault);
  const defaults = defaultProviders(config);
  const providers: ProvidersOptions = {
    defaults,
    deployment: config.providers,
    clients: clientsOf(config),
    clock,
    prices: pricesOf(config),
    breakers: new Breakers(clock),
    finals: new FinalTimes(),
    builtIn,
  };
  // Those that were stored before their names were kept.
  for (const { id, source } of await store.flows.unnamed())
    await store.flows.nameDocument(id, documentIdOf(source));
  const reader = new FlowReader({
    store,
    documents,
    allow: config.outboundAllow,
    words: config.speech.on && config.providers.stt === undefined,
    hearsAnything: config.providers.stt !== undefined,
  });
  const previews = new Previews({ clock, reader });
  const planner = new Planner({
    store,
    get programs() {
      return builtInPrograms();
    },
    reader,
    previews,
    assistants: new ReadyAssistants(store, reader),
    choicesOf: (accountId) => readProviders(store, accountId, { vault, defaults }),
    providersOf: (asker) => providersOf(asker, providers),
  });
  return {
    home,
    tokens,
    crashed,
    planner,
    reader,
    previews,
    passwords: new Passwords(config.passwordMemoryMib),
    vault,
    secretVault,
    outbound,
    delivery,
  };
}

/**
 * Joins those that share the data. One that has it to itself first ends what a crash left open; answers those that have
 * hooks.
 */
async function joinStore(
  config: Config,
  { clock, log, store, home }: ClockAndLog & Pick<Deps, "store"> & { readonly home: string },
): Promise<Swept["withHooks"]> {
  const nothing: Swept = { sessions: 0, withHooks: [] };
  const swept = store.isShared ? nothing : await endOthers(store, clock.wall());
  await store.nodes.join({
    id: home,
    address: `http://${config.host}:${config.port}`,
    publicUrl: null,
    region: "",
    version,
    callsMax: config.engineOpenSessionsMax,
    at: clock.wall(),
  });
  if (swept.sessions > 0) log.warn("sessions.swept", { sessions: swept.sessions });
  return swept.withHooks;
}

type SharedServices = Awaited<ReturnType<typeof openSharedServices>>;

/** The sessions of this process. First, hooks get the ends of those that a crash has ended. */
async function openSessions(
  config: Config,
  {
    shared,
    ...parts
  }: ClockAndLog &
    Pick<Deps, "store" | "calls" | "ticker"> &
    Pick<CallCounters, "refused"> & { readonly shared: SharedServices },
): Promise<Sessions> {
  const { planner, delivery, crashed, home } = shared;
  const { store } = parts;
  const sessions = new Sessions({
    ...parts,
    planner,
    home,
    perAccountMax: config.sessionsPerAccountMax,
    placesMax: config.engineOpenSessionsMax,
    hooks: {
      targetsOf: async (accountId, declared) =>
        hookTargets(await store.of(accountId).hooks.list(accountId), declared),
      enqueue: (event) => delivery.enqueue(event),
    },
  });
  await sessions.tellOfCrash(crashed);
  await delivery.flush();
  return sessions;
}

interface GateParts extends Pick<SharedServices, "tokens">, Pick<Deps, "clock" | "sessions"> {
  readonly store: Store;
}

function openGate({ engineOpen: open, limits }: Config, { sessions, ...parts }: GateParts): Gate {
  return new Gate({
    ...parts,
    open,
    limits,
    accountOfSession: (token) => sessions.accountOf(token),
  });
}

interface SessionSideParts extends Pick<Deps, "store" | "clock" | "sessions"> {
  readonly config: Config;
  readonly gate: Gate;
  readonly flights: Flights;
}

/** The routes of sessions, of events from outside, and of hooks. */
function sessionSideRoutes(
  { planner, secretVault, outbound, delivery }: SharedServices,
  { store, clock, config, gate, sessions, flights }: SessionSideParts,
) {
  return new Elysia({ name: "session-side" })
    .use(secretRoutes({ store, clock, gate, vault: secretVault }))
    .use(hookRoutes({ store, clock, gate, vault: secretVault, outbound, delivery }))
    .use(sessionRoutes({ store, gate, planner, sessions, origins: config }))
    .use(recordingRoutes({ store, gate, flights }))
    .use(eventRoutes({ gate, sessions }));
}

/** The delivery of hooks; it begins with what the last process left undelivered. */
function openDelivery(
  around: ClockAndLog & Pick<Deps, "store"> & { readonly nodeId: string },
  outbound: Outbound,
  vault: Vault,
): Promise<HookDelivery> {
  return HookDelivery.open({
    ...around,
    outbound,
    secretOf: (accountId, signer) => signingSecret(around.store, vault, { accountId, signer }),
  });
}
