// Composition root of the server: Config → Deps → one Elysia app. The only place where the parts are chosen; each of
// them gets what it needs as a parameter.

import { Elysia } from "elysia";
import type { Store } from "../db/port/store.ts";
import { openPostgres } from "../db/postgres/open-postgres.ts";
import { openStore } from "../db/sqlite/file-store.ts";
import {
  type ClockAndLog,
  clientsOf,
  defaultProviders,
  openCalls,
  openEngineRoutes,
  openFiles,
  openFlights,
  openRecordings,
  openSpeech,
  pricesOf,
} from "./app-calls.ts";
import {
  type Cluster,
  joinCluster,
  type Joined,
  openCluster,
  openLeases,
  openLimits,
} from "./app-cluster.ts";
import { openSessions } from "./app-sessions.ts";
import { openRetention, privacyRoutes, type Retention } from "./app-retention.ts";
import { openRouting, type Routing } from "./app-routing.ts";
import { openCounters, openGauges } from "./app-metrics.ts";
import { frameMs } from "./audio/frame.ts";
import { loadResampler } from "./audio/resampler.ts";
import { assetPath } from "./base/asset.ts";
import { type Clock, wallClock } from "./base/clock.ts";
import { type Log, openLog } from "./base/log.ts";
import { Metrics } from "./base/metrics.ts";
import { Outbound } from "./base/outbound-request.ts";
import { Ticker } from "./base/ticker.ts";
import { Calls, type Speech } from "./calls/live-calls.ts";
import { Planner } from "./calls/call-plan.ts";
import { Previews } from "./calls/flow-previews.ts";
import { ReadyAssistants } from "./calls/ready-assistants.ts";
import { builtInPrograms, listBuiltIn } from "./calls/runnable-flows.ts";
import { type ProvidersOptions, providersOf } from "./calls/session-providers.ts";
import { FlowReader } from "./cloud/flow-reader.ts";
import { signingSecret } from "./cloud/account-hooks.ts";
import { Invitation } from "./cloud/invitation.ts";
import { deriveKey, type MasterKey, openMasterKey } from "./cloud/master-key.ts";
import { Passwords } from "./cloud/passwords.ts";
import { readProviders } from "./cloud/account-providers.ts";
import { openTokens } from "./cloud/access-tokens.ts";
import { SubjectIndex } from "./cloud/subject-index.ts";
import { Vault } from "./cloud/vault.ts";
import type { Config } from "./config.ts";
import { type Part, whole } from "./processes/share.ts";
import { documentIdOf } from "./documents/flow-text-check.ts";
import { Documents } from "./documents/documents.ts";
import { HookDelivery } from "./hooks/delivery.ts";
import { openPages } from "./bundle-pages.ts";
import { accountRoutes } from "./routes/account/account-routes.ts";
import { assistantRoutes } from "./routes/account/assistant-routes.ts";
import { Gate } from "./routes/http/auth.ts";
import { creditRoutes } from "./routes/account/credit-routes.ts";
import { openEdge } from "./routes/http/request-edge.ts";
import type { Recordings } from "./calls/recordings.ts";
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
import type { Sessions } from "./session/session-registry.ts";

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
  readonly cluster: Cluster;
}

/** Opens everything that the server needs, but does not listen. `part`: which of the machine's processes this is. */
export async function openApp(config: Config, given: Partial<Deps> = {}, part: Part = whole): Promise<App> {
  const isFirst = part.index === 0;
  // Beside a file one process sends for all.
  const sends = isFirst || config.database !== undefined;
  // When one part does not open, those before it are closed.
  await using owned = new AsyncDisposableStack();
  const convert = await loadResampler();
  const clock = given.clock ?? wallClock;
  const log = given.log ?? openLog(config.log);
  const isShared = part.count > 1;
  const store = given.store ?? owned.use(await openData(config, { clock, log, isShared }));
  const documents = owned.use(given.documents ?? new Documents({ clock, log }));
  // Nothing is touched under a wrong key.
  const master = await openMasterKey(store.seals, {
    directory: config.database === undefined ? config.dataDir : "the database",
    given: config.masterKey,
  });
  // Whoever has opened the file is the only one that can have done so.
  const hasFile = given.store === undefined && config.database === undefined;
  const endsOthers = hasFile || !store.isShared;
  const joined = await joinCluster(config, { clock, log, store, owned, endsOthers });
  const { node } = joined;
  const routing = openRouting(config, { store, clock, master, node, placer: () => cluster.placer });
  const around = { clock, log, store, documents, owned, routing, builtIn: () => speech, sends };
  const shared = await openSharedServices(config, { ...around, ...joined, master });
  // Outlives the sessions, which have a last word for it.
  owned.use(shared.delivery);
  const ticker = given.ticker ?? new Ticker(clock, frameMs);
  const speech = "speech" in given ? given.speech : openSpeech(config, { clock, log, owned });
  const { files, delivery, tokens, openLimit } = shared;
  const recordings = owned.use(openRecordings(config, { clock, log, files, store, sweeps: isFirst }));
  const flights = owned.use(openFlights(config, { clock, log, recordings }));
  const metrics = given.metrics ?? new Metrics();
  const { broken, refused } = openCounters(metrics);
  const calls =
    given.calls ??
    openCalls(config, { clock, log, ticker, speech, shared, recordings, flights, broken, store });
  openGauges(metrics, { clock, calls });
  const near = { clock, log, store, owned, node };
  const leases = openLeases(near);
  const sessions =
    given.sessions ??
    owned.use(await openSessions(config, { clock, log, store, calls, ticker, refused, shared, leases }));
  const cluster = openCluster(config, { ...near, ticker, speech, sessions, leases });
  const others = routing?.files;
  const retention = openRetention(config, { ...near, ticker, recordings, delivery, others });
  const gate = openGate(config, { clock, store, tokens, sessions, openLimit });
  const invitation = given.invitation ?? new Invitation(clock);
  const deps: Deps = { clock, log, speech, calls, sessions, ticker, metrics, store, documents, invitation };
  const nodeId = (): string => node.id;
  const kept = { flights, recordings, retention };
  const routes = openRoutes(config, { ...deps, ...kept, shared, gate, convert, owned, nodeId, routing });
  const app = openEdgeAround(routes, config, { ...deps, gate, shared, recordings });
  owned.defer(async () => {
    if (app.server) await app.stop(true);
  });
  // Calls end before the server stops and what they need is closed; what is written stays open to the last.
  owned.defer(() => sessions.drain(0));
  const opened = owned.move();
  return {
    app,
    deps,
    cluster,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type RouteParts = CloudParts & Omit<Parameters<typeof openEngineRoutes>[1], "disk">;

function openRoutes(config: Config, parts: RouteParts): Elysia {
  const engine = openEngineRoutes(config, { ...parts, disk: parts.store.disk });
  const routes: Elysia = openCloudRoutes(config, parts)
    .use(engine)
    .use(pageRoutes({ files: openPages(), flows: listBuiltIn }))
    .use(wireProtocolRoutes())
    .use(flowLanguageRoutes(config.publicUrl))
    .use(openapiRoutes(() => routes, config)) as unknown as Elysia;
  return routes;
}

/** What every request passes, and what answers other nodes. */
function openEdgeAround(
  routes: Elysia,
  config: Config,
  { clock, log, store, sessions, gate, shared, recordings }: EdgeParts,
): Elysia {
  const { routing, previews } = shared;
  const app: Elysia = openEdge(routes, {
    clock,
    log,
    disk: store.disk,
    origins: config,
    guard: (request, rule, address) => gate.pass(request, rule, address),
    nodes: routing?.endpointFor({
      release: (id, to) => sessions.release(id, to ?? undefined),
      previewOf: (id) => previews.sharedOf(id),
      recordings,
      handle: (request) => app.handle(request),
    }),
    unknownAddressPage,
    websocket: socketSettings,
  });
  return app;
}

interface EdgeParts extends Pick<Deps, "clock" | "log" | "store" | "sessions"> {
  readonly gate: Gate;
  readonly shared: SharedServices;
  readonly recordings: Recordings;
}

interface CloudParts extends Pick<Deps, "clock" | "log" | "store" | "sessions" | "invitation"> {
  readonly shared: SharedServices;
  readonly gate: Gate;
  readonly flights: Flights;
  readonly recordings: Recordings;
  readonly retention: Retention;
}

/** The routes of accounts: login, flows, credits and sessions. */
function openCloudRoutes(config: Config, parts: CloudParts) {
  const { clock, store, sessions, invitation, shared, gate } = parts;
  const { tokens, passwords, vault, reader, previews, openLimit, routing } = shared;
  return new Elysia()
    .use(accountRoutes({ store, clock, tokens, passwords, gate, openLimit, ...config.limits }))
    .use(exchangeRoutes({ tokens, invitation, forwarding: routing?.forwarding }))
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
    .use(sessionSideRoutes(shared, { ...parts, config }));
}

async function openData(
  { dataDir, database }: Config,
  around: ClockAndLog & { readonly isShared: boolean },
): Promise<Store> {
  if (database !== undefined)
    return openPostgres({ ...database, migrations: assetPath("migrations", "postgres") }, around);
  return openStore({ directory: dataDir, migrations: assetPath("migrations", "sqlite") }, around);
}

interface SharedParts
  extends ClockAndLog, Pick<Deps, "store" | "documents">, Joined, Pick<ProvidersOptions, "builtIn"> {
  readonly owned: AsyncDisposableStack;
  readonly master: MasterKey;
  /** Whether this process sends hooks. */
  readonly sends: boolean;
  readonly routing: Routing | undefined;
}

/** What the routes of accounts and the sessions share: tokens, keys, vaults, limits. */
async function openSharedServices(config: Config, { documents, builtIn, crashed, ...around }: SharedParts) {
  const { clock, store, node, master, routing } = around;
  const tokens = openTokens(deriveKey(master, "access-tokens"), clock);
  const { vault, secretVault, snapshotVault } = openVaults(master);
  const outbound = new Outbound({ clock, allow: config.outboundAllow });
  const delivery = await openDelivery(around, outbound, secretVault);
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
  const previews = new Previews({ clock, reader, nodeId: () => node.id, fetchFrom: routing?.previewOf });
  const planner = new Planner({
    store,
    get programs() {
      return builtInPrograms();
    },
    reader,
    previews,
    assistants: new ReadyAssistants(store, reader),
    choicesOf: (accountId) => readProviders(store, accountId, { vault, defaults }),
    retention: { days: config.retention, rulesOf: (accountId) => store.retention.rules(accountId) },
    providersOf: (asker) => providersOf(asker, providers),
  });
  return {
    node,
    routing,
    files: openFiles(config, { clock, key: deriveKey(master, "files") }),
    tokens,
    crashed,
    openLimit: openLimits(around),
    planner,
    reader,
    previews,
    passwords: new Passwords(config.passwordMemoryMib),
    vault,
    secretVault,
    snapshotVault,
    outbound,
    delivery,
    subjects: await SubjectIndex.open(store.seals, secretVault),
  };
}

function openVaults(master: MasterKey) {
  return {
    vault: new Vault(deriveKey(master, "provider-keys")),
    secretVault: new Vault(deriveKey(master, "secrets")),
    snapshotVault: new Vault(deriveKey(master, "snapshots")),
  };
}

export type SharedServices = Awaited<ReturnType<typeof openSharedServices>>;

interface GateParts
  extends Pick<SharedServices, "tokens" | "openLimit">, Pick<Deps, "clock" | "store" | "sessions"> {}

function openGate({ engineOpen: open, limits }: Config, { sessions, ...parts }: GateParts): Gate {
  return new Gate({
    ...parts,
    open,
    limits,
    accountOfSession: (token) => sessions.accountOf(token),
  });
}

interface SessionSideParts extends Omit<CloudParts, "shared" | "invitation"> {
  readonly config: Config;
}

/** The routes of sessions, of events from outside, and of hooks. */
function sessionSideRoutes(
  { planner, secretVault, outbound, delivery, node, routing, subjects }: SharedServices,
  { config, retention, ...parts }: SessionSideParts,
) {
  const { store, clock, gate, sessions, flights } = parts;
  const nodeId = (): string => node.id;
  const { forwarding, files: others } = routing ?? {};
  // One storage has the files of all nodes.
  const fetchFrom = config.files === undefined ? routing?.fetchFrom : undefined;
  return new Elysia({ name: "session-side" })
    .use(secretRoutes({ store, clock, gate, vault: secretVault }))
    .use(hookRoutes({ store, clock, gate, vault: secretVault, outbound, delivery }))
    .use(sessionRoutes({ store, gate, planner, sessions, origins: config, subjects, forwarding }))
    .use(recordingRoutes({ store, gate, flights, nodeId, fetchFrom }))
    .use(privacyRoutes(config, retention, { ...parts, subjects, nodeId, fetchFrom, others }))
    .use(eventRoutes({ store, gate, sessions, forwarding }));
}

/** The delivery of hooks; it begins with what the last process left undelivered. */
function openDelivery(
  around: ClockAndLog & Pick<Deps, "store"> & Pick<Joined, "node"> & { readonly sends: boolean },
  outbound: Outbound,
  vault: Vault,
): Promise<HookDelivery> {
  return HookDelivery.open({
    ...around,
    get nodeId() {
      return around.node.id;
    },
    outbound,
    bodies: vault,
    secretOf: (accountId, signer) => signingSecret(around.store, vault, { accountId, signer }),
  });
}
