// Command `serve`: runs the server, from its configuration to a shutdown that lets running calls finish.

import { openApp, type App } from "../app.ts";
import { wallClock } from "../base/clock.ts";
import { openLog, type Log } from "../base/log.ts";
import { version } from "../base/version.ts";
import { keyPrefix } from "../cloud/api-keys.ts";
import { type Config, variables } from "../config.ts";
import type { Listeners } from "../processes/listeners.ts";
import { type Part, shareOf } from "../processes/share.ts";
import { Siblings } from "../processes/siblings.ts";
import { configOrSay } from "./command-config.ts";
import { refusalIn } from "./stored-data.ts";
import { invocation } from "./invocation.ts";
import { serveMetrics } from "../base/metrics-server.ts";
import { MetricsSnapshot } from "../base/metrics-snapshot.ts";
import { figuresOf, openListeners, survive } from "./serving.ts";

/** `--port 4000` as the variable that was meant, where there is one of that name. */
function exampleOf([first = "", second]: readonly string[]): string {
  const [, option = "", given] = /^--?([\w-]+)(?:=(.*))?$/.exec(first) ?? [];
  const name = option.toUpperCase().replaceAll("-", "_");
  if (!Object.hasOwn(variables, name)) return ` (${invocation} --help).`;
  return `: ${name}=${given ?? second ?? "…"} ${invocation}`;
}

/** One Ctrl-C may arrive twice: from the terminal and from the npx or bun that started us. */
const echoMs = 500;

export async function serve(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    console.error(`serve takes no arguments; it is configured by the environment${exampleOf(args)}`);
    return 2;
  }
  const config = configOrSay({ unseals: true });
  if (config === undefined) return 1;
  const log = openLog(config.log);
  for (const message of config.warnings) log.warn("config.odd", { message });
  const { processes: count } = config;
  // What one process does not need is not there when there is one.
  await using doors = count > 1 ? openListeners(config, config.port) : undefined;
  const part = { index: 0, count };
  const own = doors === undefined ? config : shareOf(config, part, doors.ownPort);
  await using server = await openOrSay(own, log, part);
  if (server === undefined) return 1;
  const url = listen(server, config, doors);
  if (url === undefined) return 1;
  await using siblings = doors && openSiblings(server, { doors, own, count });
  await using metrics = listenForMetrics(server, config, siblings);
  if (metrics === undefined) return 1;
  // Before the line that says it listens: a reader of that line may stop it at once.
  const stopped = untilStopped(server, config, siblings);
  log.info("server.listening", { url, version, ...(count > 1 ? { processes: count } : {}) });
  if (config.log.greeting) greet(testPage(url, server, config), url, config);
  if (!config.engineOpen && config.log.format === "json")
    log.info("server.sign-in", { message: `Calls need an account: ${pageOf(url, config)} signs up and in.` });
  // Not before: what keeps us from starting must end us, with an exit code that says so.
  survive(log);
  await stopped;
  return 0;
}

/** Prints why the data cannot be opened, and what to do about it. */
async function openOrSay(config: Config, log: Log, part: Part): Promise<App | undefined> {
  try {
    return await openApp(config, { log }, part);
  } catch (error) {
    console.error(refusalIn(error, config) ?? unforeseen(error));
    log.debug("start.failed", { error });
    return undefined;
  }
}

/** Its stack trace is logged only when the log level asks for it. */
function unforeseen(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `The server cannot start: ${message.replaceAll("\n", " ").replace(/\.?$/, ".")} LOG_LEVEL=debug shows where that comes from.`;
}

function openSiblings(
  server: App,
  { doors, own, count }: { readonly doors: Listeners; readonly own: Config; readonly count: number },
): Siblings {
  const { machine } = server.deps.metrics;
  const restarted = (): void => machine.restarted("process");
  return new Siblings({ ...server.deps, restarted, count, doors, figures: () => figuresOf(server, own) });
}

function listen({ app }: App, { host, port }: Config, doors: Listeners | undefined): string | undefined {
  try {
    if (doors === undefined) app.listen({ hostname: host, port });
    else doors.claim(app);
    const shown = host.includes(":") ? `[${host}]` : host;
    return `http://${shown}:${app.server?.port ?? port}`;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EADDRINUSE")
      console.error(
        `Port ${port} at ${host} is in use: stop what uses it, or choose another, such as PORT=${port + 1}.`,
      );
    else
      console.error(
        `Cannot listen at ${host} port ${port}: ${(error as Error).message}. Change HOST or PORT.`,
      );
    return undefined;
  }
}

/** Nothing to close where nobody is to read them; undefined: it cannot listen, and has said so. */
function listenForMetrics(
  { deps: { metrics, clock, log } }: App,
  { metrics: at }: Config,
  siblings: Siblings | undefined,
): AsyncDisposable | undefined {
  if (at === undefined) return new AsyncDisposableStack();
  try {
    const owned = new AsyncDisposableStack();
    const { registry, machine } = metrics;
    const others = siblings && (() => siblings.metrics);
    const snapshot = owned.use(
      new MetricsSnapshot({ clock, metrics: registry, others, late: machine.lagged }),
    );
    const server = owned.use(serveMetrics(snapshot, at));
    log.info("metrics.listening", { host: at.host, port: server.port });
    return owned;
  } catch (error) {
    console.error(
      `Cannot listen at ${at.host} port ${at.port}: ${(error as Error).message}. Change METRICS_ADDRESS.`,
    );
    return undefined;
  }
}

/**
 * With a token when one is needed: in the fragment, which no browser sends and no proxy logs. Lines of JSON are
 * collected, and a reader of collected logs is not the operator: they get no token.
 */
function testPage(url: string, { deps: { invitation } }: App, config: Config): string {
  const { engineOpen, log } = config;
  return engineOpen || log.format === "json"
    ? pageOf(url, config)
    : `${pageOf(url, config)}#token=${invitation.issue()}`;
}

function pageOf(url: string, { publicUrl }: Config): string {
  return `${publicUrl?.origin ?? reachableAt(url)}/test`;
}

function reachableAt(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

function greet(page: string, url: string, { engineOpen }: Config): void {
  const reachable = reachableAt(url);
  const socket = reachable.replace("http", "ws");
  const key = engineOpen ? "" : ` --key ${keyPrefix}…`;
  const about = engineOpen ? "" : `\n${" ".repeat(11)}with a key of an account, as ${reachable}/swagger says`;
  console.log(`
Open ${page} to talk to Voice Flow ${version}.

  Flows    ${reachable}/flow-editor
  API      ${reachable}/swagger
  Talk     ${invocation} talk --say "what time is it" --url ${socket}/ws${key}${about}

Ctrl-C stops it.
`);
}

/** Resolves when a signal has come and the calls have ended or used up their time. */
function untilStopped(
  { app, cluster, deps: { log, sessions } }: App,
  { drainSeconds }: Config,
  siblings: Siblings | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    let stoppingAt: number | undefined;
    const stop = (signal: NodeJS.Signals): void => {
      const now = wallClock.now();
      if (stoppingAt === undefined) {
        stoppingAt = now;
        log.info("server.stopping", { signal, calls: sessions.size, drain_seconds: drainSeconds });
        // It listens on meanwhile: callers who lost their connection come back, and others learn why they are refused.
        const drainMs = drainSeconds * 1_000;
        void Promise.all([cluster.drain(drainMs), siblings?.drain(drainMs)]).then(() => {
          void app.server?.stop();
          log.info("server.stopped", { calls: sessions.size });
          resolve();
        });
      } else if (now - stoppingAt > echoMs) {
        log.warn("server.killed", { signal, calls: sessions.size });
        process.exit(1);
      }
    };
    // They stay until the process is gone: an echo must not cut its last work short.
    for (const each of ["SIGTERM", "SIGINT"] as const) process.on(each, stop);
  });
}
