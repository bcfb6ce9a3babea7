// Server run: from the opened app to a shutdown that lets running calls finish.

import { openApp, type App, type GivenParts } from "../../app.ts";
import type { Log } from "../../base/log.ts";
import { version } from "../../base/version.ts";
import { keyPrefix } from "../../cloud/api-keys.ts";
import type { Config } from "../../config.ts";
import type { Listeners } from "../../processes/listeners.ts";
import { type Part, shareOf } from "../../processes/share.ts";
import { Siblings } from "../../processes/siblings.ts";
import type { LeftBehind } from "../../processes/succession-link.ts";
import type { Predecessor } from "../../processes/succession.ts";
import { refusalIn } from "../stored-data.ts";
import { invocation } from "../invocation.ts";
import { serveMetrics } from "../../base/metrics-server.ts";
import { MetricsSnapshot } from "../../base/metrics-snapshot.ts";
import { dataLost } from "./data-lost.ts";
import { ownerLines } from "./owner-address.ts";
import { figuresOf, openListeners, survive } from "./serving.ts";
import { StopSignals } from "./stop-signals.ts";
import {
  findPredecessor,
  isWarmOrSay,
  leave,
  type LeftState,
  openSuccessors,
  patiently,
  type PreparedParts,
  prepareOrSay,
  takeCalls,
} from "./taking-over.ts";

/** Start of a server in place of another. */
interface Beginning {
  /** A running predecessor with the data. */
  readonly predecessor?: Predecessor | undefined;
  /** Calls and settings to resume. */
  readonly behind: LeftBehind;
}

/** Resolves with the exit code. `opening`: the data file, if it was opened ahead. */
export async function runServer(config: Config, log: Log, opening: GivenParts["opening"]): Promise<number> {
  const signals = new StopSignals(log);
  const succession = await predecessorOrSay(config);
  if (succession === undefined) return 1;
  using predecessor = succession.predecessor;
  let from: Beginning = { predecessor, behind: { homes: [] } };
  for (;;) {
    const end = await serveFrom(from, { config, log, signals, opening });
    if (typeof end === "number") return end;
    const { successor, behind } = end;
    // Until the successor serves, this process can take everything back.
    const serves = await Promise.race([successor.left(behind), signals.first.then(() => true)]);
    if (serves) {
      log.info("server.left");
      return 0;
    }
    log.warn("server.taken-back");
    from = { behind };
  }
}

/** Undefined, with the reason printed: the predecessor cannot be replaced. */
async function predecessorOrSay(
  config: Config,
): Promise<{ readonly predecessor: Predecessor | undefined } | undefined> {
  try {
    return { predecessor: config.takesOver ? await findPredecessor(config) : undefined };
  } catch (error) {
    console.error(`${(error as Error).message}: nothing has happened to it.`);
    return undefined;
  }
}

interface Serving {
  readonly config: Config;
  readonly log: Log;
  readonly signals: StopSignals;
  readonly opening: GivenParts["opening"];
}

/** Resolves with the exit code, or when a successor has the calls and the data. */
async function serveFrom(from: Beginning, serving: Serving): Promise<number | LeftState> {
  const { config, log, signals, opening } = serving;
  const { predecessor } = from;
  const { processes: count } = config;
  await using doors = openListeners(config, predecessor?.facts.port ?? config.port);
  const part = { index: 0, count };
  // A single process has no shared parts.
  const processConfig = count > 1 ? shareOf(config, part, doors.ownPort) : config;
  await using owned = new AsyncDisposableStack();
  const prepared = await prepareOrSay(from, { config: processConfig, log, doors, owned });
  if (prepared === undefined) return 1;
  await using server = await openOrSay(processConfig, { log, part, given: { ...prepared, opening } });
  if (server === undefined) return 1;
  if (predecessor !== undefined && !(await isWarmOrSay(server))) return 1;
  const isBeside = predecessor !== undefined || from.behind.homes.length > 0;
  const url = listen(server, { config, doors, isBeside });
  if (url === undefined) return 1;
  await using siblings = count > 1 ? openSiblings(server, { doors, own: processConfig, count }) : undefined;
  if (predecessor !== undefined && !(await takeCalls(predecessor, { config, log }))) return 1;
  await using metrics = await listenForMetrics(server, config, { siblings, isBeside });
  if (metrics === undefined) return 1;
  // Before the line about listening: a reader of that line may stop the server at once.
  signals.listen(() => server.deps.sessions.size);
  log.info("server.listening", { url, version, ...(count > 1 ? { processes: count } : {}) });
  const owner = await ownerLines(server, config, originOf(url, config));
  if (config.log.format === "pretty") greet(testPage(url, server, config), url, { config, owner });
  if (config.access.callers === "accounts" && config.log.format === "json")
    log.info("server.sign-in", { message: `Calls need an account. Sign up at ${pageOf(url, config)}` });
  // Not before: an obstacle to starting must end us, with a matching exit code.
  survive(log);
  return await untilEnd(serving, { server, doors, siblings, metrics });
}

/** Prints the reason why the data cannot be opened, and the remedy. */
async function openOrSay(
  config: Config,
  {
    log,
    part,
    given,
  }: { readonly log: Log; readonly part: Part; readonly given: PreparedParts & Pick<GivenParts, "opening"> },
): Promise<App | undefined> {
  try {
    return await patiently(given.isBeside, () => openApp(config, { ...given, log, dataLost }, part));
  } catch (error) {
    console.error(refusalIn(error, config) ?? unforeseen(error));
    log.debug("start.failed", { error });
    return undefined;
  }
}

/** The stack trace is logged only at a matching log level. */
function unforeseen(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `The server cannot start: ${message.replaceAll("\n", " ").replace(/\.?$/, ".")} Set LOG_LEVEL=debug to see the cause.`;
}

function openSiblings(
  server: App,
  { doors, own, count }: { readonly doors: Listeners; readonly own: Config; readonly count: number },
): Siblings {
  const { machine } = server.deps.metrics;
  const restarted = (): void => machine.restarted("process");
  return new Siblings({ ...server.deps, restarted, count, doors, figures: () => figuresOf(server, own) });
}

interface Listening {
  readonly config: Config;
  readonly doors: Listeners;
  /** Another process has just listened there, or still does. */
  readonly isBeside: boolean;
}

function listen({ app }: App, { config, doors, isBeside }: Listening): string | undefined {
  const { host, port } = config;
  try {
    if (isBeside) doors.open(app);
    else doors.claim(app);
    if (isBeside && !doors.isListening) doors.join();
    const shown = host.includes(":") ? `[${host}]` : host;
    return `http://${shown}:${doors.port}`;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EADDRINUSE")
      console.error(
        `Port ${port} at ${host} is in use. Stop the program that uses it, or choose another port, such as PORT=${port + 1}.`,
      );
    else
      console.error(
        `Cannot listen at ${host} port ${port}: ${(error as Error).message}. Change HOST or PORT.`,
      );
    return undefined;
  }
}

interface MetricsFor {
  readonly siblings: Siblings | undefined;
  readonly isBeside: boolean;
}

/** Nothing to close without a metrics address; undefined, with the reason printed: it cannot listen. */
async function listenForMetrics(
  { deps: { metrics, clock, log } }: App,
  { metrics: at }: Config,
  { siblings, isBeside }: MetricsFor,
): Promise<AsyncDisposable | undefined> {
  if (at === undefined) return new AsyncDisposableStack();
  try {
    await using owned = new AsyncDisposableStack();
    const { registry, machine } = metrics;
    const others = siblings && (() => siblings.metrics);
    const snapshot = owned.use(
      new MetricsSnapshot({ clock, metrics: registry, others, late: machine.lagged }),
    );
    const server = owned.use(await patiently(isBeside, async () => serveMetrics(snapshot, at)));
    log.info("metrics.listening", { host: at.host, port: server.port });
    return owned.move();
  } catch (error) {
    console.error(
      `Cannot listen at ${at.host} port ${at.port}: ${(error as Error).message}. Change METRICS_ADDRESS.`,
    );
    return undefined;
  }
}

/**
 * Address of the test page, with a token if needed: in the fragment, which no browser sends and no proxy logs. Lines of
 * JSON are collected, and a reader of collected logs is not the operator: they get no token.
 */
function testPage(url: string, { deps: { invitation } }: App, config: Config): string {
  const { access, log } = config;
  return access.callers !== "accounts" || log.format === "json"
    ? pageOf(url, config)
    : `${pageOf(url, config)}#token=${invitation.issue()}`;
}

function pageOf(url: string, config: Config): string {
  return `${originOf(url, config)}/test`;
}

function originOf(url: string, { publicUrl }: Config): string {
  return publicUrl?.origin ?? reachableAt(url);
}

function reachableAt(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

interface Greeted {
  readonly config: Config;
  /** Text for the future owner of this server. */
  readonly owner: string | undefined;
}

/** Pages are named by their public address; the command is for this machine. */
function greet(page: string, url: string, { config, owner }: Greeted): void {
  const engineOpen = config.access.callers !== "accounts";
  const pages = originOf(url, config);
  const socket = reachableAt(url).replace("http", "ws");
  const key = engineOpen ? "" : ` --key ${keyPrefix}…`;
  const about = engineOpen ? "" : `\n${" ".repeat(11)}with an API key of your account, see ${pages}/swagger`;
  const ownerPart = owner === undefined ? "" : `\n${owner}`;
  console.log(`
Open ${page} to talk to Voice Flow ${version}.

  Console  ${pages}/console
  Flows    ${pages}/flow-editor
  Docs     ${pages}/docs
  API      ${pages}/swagger
  Talk     ${invocation} talk --say "what time is it" --url ${socket}/ws${key}${about}${ownerPart}

Press Ctrl-C to stop.
`);
}

interface Running {
  readonly server: App;
  readonly doors: Listeners;
  readonly siblings: Siblings | undefined;
  readonly metrics: AsyncDisposable;
}

/** Resolves after a signal or a successor, when the calls have ended, used up their time, or moved there. */
async function untilEnd(serving: Serving, running: Running): Promise<number | LeftState> {
  const { config, log } = serving;
  const { server, siblings, metrics } = running;
  const { sessions } = server.deps;
  const end = await untilLeaving(serving, running);
  if (end !== "drain") return end;
  await metrics[Symbol.asyncDispose]();
  const drainMs = config.drainSeconds * 1_000;
  await Promise.all([server.cluster.drain(drainMs), siblings?.drain(drainMs)]);
  void server.app.server?.stop();
  log.info("server.stopped", { calls: sessions.size });
  return 0;
}

/** `drain`: the calls have up to the drain time from now on. */
async function untilLeaving(
  { config, log, signals }: Serving,
  running: Running,
): Promise<LeftState | "drain"> {
  const { sessions } = running.server.deps;
  for (;;) {
    const successors = await openSuccessors(config, { log, port: running.doors.port });
    const come = await Promise.race([signals.first, successors?.asked ?? signals.first]);
    successors?.close();
    if (typeof come === "string") {
      log.info("server.stopping", { signal: come, calls: sessions.size, drain_seconds: config.drainSeconds });
      // The server listens meanwhile: callers with a lost connection come back, and others learn the reason of the
      // refusal.
      return "drain";
    }
    log.info("server.leaving", { calls: sessions.size });
    const left = await leave(come, { config, ...running });
    if (left !== "stay") return left;
    log.warn("server.taken-back");
  }
}
