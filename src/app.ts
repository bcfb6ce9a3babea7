// Composition root of the server: Config → Deps → one Elysia app. All parts are chosen here.

import type { AnyElysia, Elysia } from "elysia";
import type { Store } from "../db/port/store.ts";
import {
  defaultProviders,
  openCalls,
  openEngineRoutes,
  openFlights,
  openRecordings,
  openSpeech,
  readinessOf,
} from "./app-calls.ts";
import { oddities, openGate, openReach } from "./app-access.ts";
import { openBackups } from "./app-backup.ts";
import { type Cluster, endCarried, joinCluster, openCluster, openLeases } from "./app-cluster.ts";
import { openPrompts, type Prompts } from "./app-prompts.ts";
import { openSessions, ownDelivery } from "./app-sessions.ts";
import { openPhones, type PhoneDesk, type PhoneHandover } from "./app-phone.ts";
import { openSharedServices, type SharedServices } from "./app-services.ts";
import { openKeyedData, type StoreAhead } from "./app-store.ts";
import { openRouting } from "./app-routing.ts";
import { type AppMetrics, openMetrics } from "./app-metrics.ts";
import { openFlowPages } from "./app-sounds.ts";
import { openTraces } from "./app-trace.ts";
import { openRetention, privacyRoutes, type Retention } from "./app-retention.ts";
import { frameMs } from "./audio/frame.ts";
import { loadResampler } from "./audio/resampler.ts";
import { type Clock, wallClock } from "./base/clock.ts";
import { type Log, openLog } from "./base/log.ts";
import { showAddress } from "./base/shown-address.ts";
import { Ticker } from "./base/ticker.ts";
import { Calls, type Speech } from "./calls/live-calls.ts";
import { VoiceSamples } from "./calls/ahead/voice-samples.ts";
import { listBuiltIn } from "./calls/built-in-programs.ts";
import { agentOfEmbed } from "./cloud/account-embeds.ts";
import { Logins } from "./cloud/logins.ts";
import { Invitation } from "./cloud/invitation.ts";
import { sessionTokenHash } from "./cloud/stored-sessions.ts";
import type { Config } from "./config.ts";
import { type Part, whole } from "./processes/share.ts";
import { Documents } from "./documents/documents.ts";
import { openPages } from "./bundle-pages.ts";
import { accountRoutes } from "./routes/account/account-routes.ts";
import { assistantRoutes } from "./routes/account/assistant-routes.ts";
import type { Gate } from "./routes/http/auth.ts";
import { auditRoutes } from "./routes/account/audit-routes.ts";
import { openLoginCheck } from "./routes/account/login-check.ts";
import { confirmationRoutes } from "./routes/account/confirmation-routes.ts";
import { forgottenPasswordRoutes } from "./routes/account/forgotten-password-routes.ts";
import { leavingRoutes } from "./routes/account/leaving-routes.ts";
import { loginRoutes } from "./routes/account/login-routes.ts";
import { invitationRoutes } from "./routes/account/people/invitation-routes.ts";
import { peopleRoutes } from "./routes/account/people/people-routes.ts";
import { pageSessionRoutes } from "./routes/account/page-session-routes.ts";
import { ownAccountRoutes } from "./routes/account/own-account-routes.ts";
import { budgetRoutes } from "./routes/account/budget-routes.ts";
import { creditRoutes } from "./routes/account/credit-routes.ts";
import type { Reach } from "./routes/http/reach.ts";
import { openEdge } from "./routes/http/request-edge.ts";
import { mcpRoutes } from "./routes/mcp-routes.ts";
import type { Recordings } from "./calls/recordings.ts";
import type { Flights } from "./calls/flight/flights.ts";
import { recordingRoutes } from "./routes/call/recording-routes.ts";
import { eventRoutes } from "./routes/call/flow-events.ts";
import { supervisionRoutes } from "./routes/call/supervision-routes.ts";
import { standingRoutes } from "./routes/account/engine-standing.ts";
import { embedRoutes } from "./routes/account/embed-routes.ts";
import { embedSessionRoutes } from "./routes/call/embed-session-routes.ts";
import { exchangeRoutes } from "./routes/account/token-exchange.ts";
import { singleFlowRoutes } from "./routes/flow/flow-routes.ts";
import { docsRoutes } from "./routes/pages/docs-page.ts";
import { flowLanguageRoutes } from "./routes/pages/flow-language-page.ts";
import { flowDiagramRoutes } from "./routes/flow/flow-diagram.ts";
import { flowGraphRoutes } from "./routes/flow/flow-graph-routes.ts";
import { flowJsonRoutes } from "./routes/flow/flow-json.ts";
import { flowRunRoutes } from "./routes/flow/flow-run.ts";
import { flowTrialRoutes } from "./routes/flow/flow-trial-routes.ts";
import { revisionRoutes } from "./routes/flow/revision-routes.ts";
import { flowRoutes } from "./routes/flow/flows-routes.ts";
import { hookRoutes } from "./routes/account/hook-routes.ts";
import { keyRoutes } from "./routes/account/api-key-routes.ts";
import { openapiRoutes } from "./routes/pages/openapi-document.ts";
import { pageRoutes } from "./routes/pages/page-routes.ts";
import { providerRoutes } from "./routes/account/provider-routes.ts";
import { voiceRoutes } from "./routes/voice-routes.ts";
import { knowledgeRoutes } from "./routes/account/knowledge-routes.ts";
import { soundRoutes } from "./routes/account/sound-routes.ts";
import { type MovedExtension, readMoved } from "./phone/moved-calls.ts";
import { phoneRoutes } from "./routes/phone/phone-routes.ts";
import { secretRoutes } from "./routes/account/secret-routes.ts";
import { callRoutes } from "./routes/calls/call-routes.ts";
import { lastBackup } from "./files/backup-note.ts";
import { backupRoutes } from "./routes/backup-routes.ts";
import { systemRoutes } from "./routes/system-routes.ts";
import { systemSessionRoutes } from "./routes/system-session-routes.ts";
import { sessionRoutes } from "./routes/call/session-routes.ts";
import { socketSettings } from "./routes/call/socket-routes.ts";
import { unknownAddressPage } from "./routes/pages/unknown-address-page.ts";
import { wireProtocolRoutes } from "./routes/pages/wire-protocol-page.ts";
import { Supervision } from "./session/supervision/supervision.ts";
import type { Sessions } from "./session/session-registry.ts";

/** Parts that tests replace and the rest of the program reads. */
export interface Deps {
  readonly clock: Clock;
  readonly log: Log;
  /** Recogniser and voices; `undefined` if switched off. */
  readonly speech: Speech | undefined;
  readonly calls: Pick<Calls, keyof Calls>;
  /** Registry of sessions: the open ones, and their ends. */
  readonly sessions: Pick<Sessions, keyof Sessions>;
  readonly ticker: Ticker;
  /** The figures of this process. */
  readonly metrics: AppMetrics;
  /** Storage; opened from DATA_DIR unless given, and then not closed. */
  readonly store: Store;
  /** Thread that reads flows, away from calls; opened unless given, and then not closed. */
  readonly documents: Documents;
  /** Token of the printed address, which logs its reader in. */
  readonly invitation: Invitation;
}

/** Parts that the starting process passes to the app. */
export interface GivenParts extends Partial<Deps> {
  /** Replaced nodes: sessions that they released continue here. */
  readonly carried?: readonly string[] | undefined;
  /** Telephone calls to resume, described by the leaving process. */
  readonly phones?: readonly unknown[] | undefined;
  /** Data file opened ahead; undefined once taken. */
  readonly opening?: StoreAhead["take"] | undefined;
  /** Ends the process: the data file's thread is gone, and nothing can be stored. */
  readonly dataLost?: () => void;
}

export interface App extends AsyncDisposable {
  readonly app: Elysia;
  readonly deps: Deps;
  readonly cluster: Cluster;
  readonly phones: PhoneHandover;
}

/** Opens all parts of the server without listening. `part`: number among the machine's processes. */
export async function openApp(config: Config, given: GivenParts = {}, part: Part = whole): Promise<App> {
  // The first answer comes before a thread of speech takes a core: a user who opens the app lets it listen at once.
  const { promise: begins, resolve: begin } = Promise.withResolvers<void>();
  const app = await openParts(config, { given, part, begins });
  setImmediate(begin);
  return app;
}

type Opening = { readonly given: GivenParts; readonly part: Part; readonly begins: Promise<void> };

async function openParts(config: Config, { given, part, begins }: Opening): Promise<App> {
  const isFirst = part.index === 0;
  // If the data is a file, one process sends for all.
  const sends = isFirst || config.database !== undefined;
  // If one part does not open, the earlier ones are closed.
  await using owned = new AsyncDisposableStack();
  const clock = given.clock ?? wallClock;
  const log = given.log ?? openLog(config.log);
  const basics = { clock, log, owned };
  const metrics = given.metrics ?? openMetrics(config, clock);
  const { machine, timed } = metrics;
  const reach = openReach(config, log);
  const opening = openKeyedData(config, { ...basics, isShared: part.count > 1, given, timed });
  const [{ store, master, endsOthers }, convert] = await Promise.all([opening, loadResampler()]);
  const reading = { clock, log, restarted: () => machine.restarted("documents") };
  const documents = given.documents ?? owned.use(new Documents(reading));
  const { carried = [] } = given;
  const joined = await joinCluster(config, { ...basics, store, endsOthers, carried });
  const { node } = joined;
  const routing = openRouting(config, { store, clock, master, node, placer: () => cluster.placer });
  const world = { clock, log, store, documents, owned, routing, builtIn: () => speech, sends, metrics };
  const shared = await openSharedServices(config, { ...world, ...joined, master });
  // Outlives the sessions, which report to it last.
  const budgets = ownDelivery(config, { ...basics, store, sends, shared });
  const ticker = given.ticker ?? new Ticker(clock, frameMs, machine.lagged);
  const speech =
    "speech" in given ? given.speech : openSpeech(config, { clock, log, owned, machine, begins });
  const { files, delivery, tokens, openLimit, keyWatch, sounds } = shared;
  const recordings = owned.use(openRecordings(config, { clock, log, files, store, sweeps: isFirst }));
  const flights = owned.use(openFlights(config, { clock, log, recordings }));
  const nodeId = (): string => node.id;
  const traces = openTraces(config, { ...basics, ...metrics.traces, nodeId });
  const common = { clock, log, store, ticker, speech, shared, reach, entered: budgets?.callBegins };
  const prompts = openPrompts({ ...basics, store, speech, shared, isBusy: () => calls.size > 0 });
  const begun = { counters: metrics.calls, begins: prompts?.begins };
  const calls = given.calls ?? openCalls(config, { ...common, recordings, flights, traces, ...begun });
  const nodeParts = { ...basics, store, node };
  const leases = openLeases(nodeParts);
  const sessions =
    given.sessions ??
    owned.use(await openSessions(config, { ...common, calls, leases, carried, counters: metrics.sessions }));
  endCarried(carried, { ...nodeParts, sessions });
  const calling = { ...common, sessions, convert, metrics, moved: readMoved(given.phones) };
  const { phoneDesk, handover, phoning } = await openPhones(config, { ...calling, owned, isFirst });
  const readiness = readinessOf(config, { clock, log, store, speech, calls, sessions, phoning });
  // One of a machine's processes reads the store's figures for all.
  metrics.watch({ readiness, phoning, store: isFirst ? store : undefined });
  const bequeath = routing && ((moved: readonly MovedExtension[]) => routing.bequeath(moved));
  const handedOver = bequeath && (() => handover.leave(false, bequeath));
  const cluster = openCluster(config, { ...nodeParts, ticker, speech, sessions, leases, handedOver });
  const swept = { recordings, sounds, prompts, delivery, others: routing?.files, sessions };
  const retention = openRetention(config, { ...nodeParts, ...swept });
  const asked = { reach, tokens, sessions, openLimit, keyWatch, ...metrics.access };
  const gate = openGate(config, { ...nodeParts, ...asked });
  const has = { clock, log, speech, calls, sessions, ticker, metrics, store, documents };
  const deps: Deps = { ...has, invitation: given.invitation ?? new Invitation(clock) };
  const handle = async (request: Request): Promise<Response> => await app.handle(request);
  const kept = { flights, recordings, retention, prompts };
  const here = { reach, convert, owned, nodeId, routing, readiness, handle, phoneDesk, ...kept };
  const routes = openRoutes(config, { ...deps, ...here, shared, gate });
  const app = openEdgeAround(routes, config, { ...deps, reach, gate, shared, recordings, owned, handover });
  owned.defer(() => stopListening(app));
  // Calls end before the server and their resources are closed; the trace writer closes last.
  owned.defer(() => sessions.drain(0));
  const opened = owned.move();
  return { app, deps, cluster, phones: handover, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function stopListening(app: Elysia): Promise<void> {
  if (app.server) await app.stop(true);
}

type RouteParts = CloudParts & Parameters<typeof openEngineRoutes>[1];

/** All routes as siblings: an app within another processes them again. */
function openRoutes(config: Config, parts: RouteParts): readonly AnyElysia[] {
  const { store } = parts;
  const routes: readonly AnyElysia[] = [
    ...openCloudRoutes(config, parts),
    ...openEngineRoutes(config, parts),
    pageRoutes({ files: openPages(), flows: listBuiltIn, agentOf: (token) => agentOfEmbed(store, token) }),
    wireProtocolRoutes(),
    docsRoutes(),
    flowLanguageRoutes(config.publicUrl),
    openapiRoutes(() => routes, config),
  ];
  return routes;
}

/** Checks on every request, and answers to other nodes. */
function openEdgeAround(
  routes: readonly AnyElysia[],
  config: Config,
  { clock, log, store, sessions, reach, gate, shared, recordings, owned, handover }: EdgeParts,
): Elysia {
  const { routing, previews } = shared;
  const app: Elysia = openEdge(routes, {
    clock,
    log,
    disk: store.disk,
    origins: config,
    reach,
    guard: (request, rule, address) => gate.pass(request, rule, address),
    callerOf: (request) => gate.callerOf(request),
    pageOf: async (token) => {
      const hash = sessionTokenHash(token);
      return hash === undefined ? undefined : await store.embeds.pageOf(hash);
    },
    showAddress: showAddress(config.log.addresses),
    writesAll: config.log.level === "debug",
    owned,
    nodes: routing?.endpointFor({
      release: (id, to) => sessions.release(id, to ?? undefined),
      previewOf: (id) => previews.sharedOf(id),
      recordings,
      phones: (moved) => handover.take(readMoved(moved)),
      handle: (request) => app.handle(request),
    }),
    unknownAddressPage,
    websocket: socketSettings,
  });
  return app;
}

interface EdgeParts extends Pick<Deps, "clock" | "log" | "store" | "sessions"> {
  readonly reach: Reach;
  readonly gate: Gate;
  readonly shared: SharedServices;
  readonly owned: AsyncDisposableStack;
  readonly recordings: Recordings;
  readonly handover: PhoneHandover;
}

interface CloudParts extends Pick<
  Deps,
  "clock" | "log" | "speech" | "store" | "sessions" | "calls" | "documents" | "invitation" | "metrics"
> {
  readonly shared: SharedServices;
  readonly reach: Reach;
  readonly gate: Gate;
  readonly flights: Flights;
  readonly recordings: Recordings;
  readonly retention: Retention;
  readonly prompts: Prompts | undefined;
  readonly owned: AsyncDisposableStack;
  readonly phoneDesk: PhoneDesk;
  /** Answers a request as if it came from outside. */
  readonly handle: (request: Request) => Promise<Response>;
}

/** The routes of accounts: login, flows, credits and sessions. */
function openCloudRoutes(config: Config, parts: CloudParts): readonly AnyElysia[] {
  const { clock, store, sessions, invitation, shared, reach, gate, metrics } = parts;
  const { tokens, passwords, vault, reader, previews, openLimit, routing, trail, failedLogins } = shared;
  const { accountMail: mail, trial } = shared;
  const choosing = {
    deployment: config.providers,
    defaults: defaultProviders(config),
    prices: shared.prices,
  };
  const flows = { store, clock, gate, reader, pages: openFlowPages(shared, parts) };
  const logins = new Logins({ store, clock, tokens, trail });
  const checking = { accounts: store.accounts, passwords, gate, failedLogins, openLimit };
  const checkLogin = openLoginCheck({ ...checking, ...config.limits, ...metrics.access });
  const backups = openBackups(config, parts);
  const people = { store, clock, logins, tokens, passwords, gate, checkLogin, reach, mail };
  return [
    accountRoutes({ ...people, signup: config.signup, ...metrics.access }),
    forgottenPasswordRoutes(people),
    confirmationRoutes(people),
    ownAccountRoutes({ ...people, sendsMail: mail !== undefined }),
    loginRoutes(people),
    pageSessionRoutes({ ...people, origins: config }),
    leavingRoutes({ ...people, left: (id) => parts.retention.accounts.left(id) }),
    invitationRoutes({ ...people, origins: config, signup: config.signup }),
    peopleRoutes({ ...people, origins: config, sessions }),
    exchangeRoutes({ tokens, invitation, forwarding: routing?.forwarding }),
    standingRoutes({ gate, signup: config.signup, sendsMail: config.mail !== undefined }),
    keyRoutes({ store, clock, gate, ended: (keyId) => sessions.endStartedBy(keyId) }),
    flowRoutes(flows),
    singleFlowRoutes(flows),
    revisionRoutes(flows),
    flowJsonRoutes(flows),
    flowGraphRoutes({ store, gate, reader }),
    flowDiagramRoutes({ store, gate, reader }),
    flowRunRoutes({ store, gate, reader, previews }),
    flowTrialRoutes({ gate, reader }),
    mcpRoutes({ gate, handle: parts.handle }),
    creditRoutes({ store, gate }),
    budgetRoutes({ store, clock, gate }),
    auditRoutes({ store, gate }),
    systemRoutes({
      config,
      warnings: () => oddities(config, reach),
      store,
      clock,
      lastBackup: () => lastBackup(config.dataDir),
      backupState: backups && (() => backups.state()),
      nodeId: () => shared.node.id,
    }),
    backupRoutes({ clock, gate, trail, backups, inDatabase: config.database !== undefined }),
    assistantRoutes({ store, clock, gate, reader }),
    providerRoutes({ ...choosing, store, clock, gate, vault, trial }),
    voiceRoutes(new VoiceSamples(parts.speech?.tts, parts)),
    ...sessionSideRoutes(shared, { ...parts, config }),
  ];
}

interface SessionSideParts extends Omit<CloudParts, "shared" | "invitation" | "metrics"> {
  readonly config: Config;
}

/** The routes of sessions, of events from outside, and of hooks. */
function sessionSideRoutes(
  { planner, secretVault, outbound, delivery, node, routing, subjects, trail, sounds }: SharedServices,
  { config, retention, ...parts }: SessionSideParts,
): readonly AnyElysia[] {
  const { store, clock, log, gate, sessions, calls, flights, documents } = parts;
  const nodeId = (): string => node.id;
  const supervision = new Supervision({ sessions, calls, trail, clock, log });
  const { forwarding, files: others } = routing ?? {};
  // One storage has the files of all nodes.
  const fetchFrom = config.files === undefined ? routing?.fetchFrom : undefined;
  const routeParts = { store, clock, gate, vault: secretVault };
  return [
    secretRoutes(routeParts),
    knowledgeRoutes({ store, clock, gate, documents, outbound }),
    phoneRoutes({ ...routeParts, planner, subjects, ...parts.phoneDesk }),
    soundRoutes({ sounds, gate, clock }),
    hookRoutes({ store, clock, gate, vault: secretVault, outbound, delivery, trail }),
    embedRoutes({ store, clock, gate, origins: config }),
    embedSessionRoutes({ ...config, store, clock, planner, sessions, origins: config, forwarding }),
    sessionRoutes({ store, gate, planner, sessions, origins: config, subjects, forwarding }),
    callRoutes({ ...routeParts, sessions, subjects, delivery }),
    recordingRoutes({ store, clock, gate, trail, flights, nodeId, fetchFrom }),
    ...privacyRoutes(config, retention, { ...parts, sounds, subjects, trail, nodeId, fetchFrom, others }),
    eventRoutes({ store, gate, sessions, forwarding }),
    supervisionRoutes({ store, gate, sessions, forwarding, supervision }),
    systemSessionRoutes({ store, gate, sessions, forwarding, supervision }),
  ];
}
