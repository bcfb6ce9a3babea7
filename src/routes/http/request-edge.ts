// HTTP edge: every request passes it on its way in, and every response on its way out. It adds a request id, the
// methods of the path, the origin guard, security headers and one log line. It wraps the router, so no route can be
// outside of it.

import { type AnyElysia, Elysia, type ElysiaConfig } from "elysia";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault, type FaultCode } from "../../base/fault.ts";
import type { Log } from "../../base/log.ts";
import { EventLoopShare } from "../../base/limits/event-loop-share.ts";
import { AnsweredElsewhere } from "../cluster/forwarding.ts";
import type { NodeEndpoint } from "../cluster/node-endpoint.ts";
import type { ShowAddress } from "../../base/shown-address.ts";
import { addressOf, callerOf, noteClient } from "./client-address.ts";
import { isForwarded, knownPeer, notePassage } from "./forwarded-request.ts";
import { misplacedParameter, nearAddress, type RequestNames } from "./near-address.ts";
import type { Reach } from "./reach.ts";
import { jsonBodies, leavesMuch, transportBytesMax } from "./request-body.ts";
import { problemResponse, toFault } from "./problem-document.ts";
import { prefersHtml } from "./preferred-media-type.ts";
import type { Caller } from "./auth.ts";
import { RequestLog } from "./request-log.ts";
import {
  factsOf,
  isGuarded,
  isOfPages,
  isPrivate,
  type Rule,
  takesListedParameters,
} from "./route-operation.ts";
import {
  addCors,
  admitting,
  checkOrigin,
  isOwnPage,
  optionsResponse,
  type OriginRules,
} from "./allowed-origin.ts";

export interface EdgeOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Gets each error of a write that the disk refused. */
  readonly disk: Pick<Store["disk"], "failed">;
  readonly origins: OriginRules;
  /** Sees each request that is no node's. */
  readonly reach: Pick<Reach, "look">;
  /** Throws the Fault that refuses the request by its route's rule; `address` is whom to count it to. */
  readonly guard: (request: Request, rule: Rule, address: string) => Promise<void>;
  /** Caller of the request, once `guard` or its handler knows. */
  readonly callerOf: (request: Request) => Caller | undefined;
  /** The origin of the page in which a visitor has begun the session of this token. */
  readonly pageOf: (sessionToken: string) => Promise<string | undefined>;
  readonly showAddress: ShowAddress;
  /** Whether each request has its line in the log. */
  readonly writesAll?: boolean;
  /** Stack of everything that closes with the app. */
  readonly owned: AsyncDisposableStack;
  /** Answers other nodes; absent where there are none. */
  readonly nodes?: NodeEndpoint | undefined;
  /** Page for a person at an unknown address. */
  readonly unknownAddressPage: (code: FaultCode) => Promise<Response>;
  /** Bun's settings for every socket. */
  readonly websocket: NonNullable<ElysiaConfig<undefined>["websocket"]>;
}

interface Passage {
  readonly id: string;
  /** The other end of its connection, read at its arrival: a request that has become a socket has none. */
  readonly peer: string | undefined;
  readonly startedAt: number;
  /** The route's pattern, never the URL: that may hold a token. */
  pattern: string;
  /** Origins whose pages may ask. */
  origins: OriginRules;
}

interface KnownRoute {
  readonly pattern: string;
  readonly methods: readonly string[];
  readonly rules: ReadonlyMap<string, Rule>;
  /** Names of its query and of its body, by method. */
  readonly names: ReadonlyMap<string, RequestNames>;
  readonly ofPages: boolean;
  readonly matches: (path: string) => boolean;
}

interface Declared {
  readonly detail?: unknown;
  readonly query?: Properties;
  readonly body?: Properties;
}

interface Properties {
  readonly properties?: Readonly<Record<string, unknown>>;
}

type Next = (request: Request) => Promise<Response> | Response;

const givenId = /^[A-Za-z0-9._-]{1,64}$/;
/** Nothing arrives, or less than 16 KB a second: Bun closes the connection, looking every four seconds. */
const connectionIdleSeconds = 20;
/** About 3 ms of work: what a flood of requests may take of the loop before the calls' next frames. */
const requestsPerTurn = 20;
/** Requests between nodes. */
const nodesPattern = "/cluster/*";
/** Faults that mean a missing page. */
const pageless: ReadonlySet<FaultCode> = new Set(["request/not-found", "embed/not-found"]);
/** The token of a session is a part of this path. */
const socketPattern = "/v1/ws/:session_token";
/** Paths that machines request every few seconds. */
const quiet = new Set(["/health", "/live", "/ready"]);

/** Bun's settings for requests. */
export const serveSettings = {
  maxRequestBodySize: transportBytesMax,
  idleTimeout: connectionIdleSeconds,
  reusePort: false,
  development: false,
};

/** An app with the edge around it and `routes` inside. */
export function openEdge(routes: readonly AnyElysia[], options: EdgeOptions): Elysia {
  const app = new Elysia({
    // Without this Bun's own router answers some requests past the edge.
    systemRouter: false,
    nativeStaticResponse: false,
    // Host names shorter than four characters are host names too.
    handler: { standardHostname: false },
    serve: serveSettings,
    websocket: options.websocket,
  });
  const declared = routes.flatMap((each) => each.routes);
  const edge = new Edge(knownPaths(declared), (request) => app.server?.requestIP(request)?.address, options);
  // This comes before the routes; otherwise they would not use it.
  app.onError(({ error, request }) => edge.failed(request, error));
  app.use(jsonBodies(declared, options.clock));
  for (const each of routes) app.use(each);
  // Elysia's types give the wrapped function's result the type of the function itself.
  const wrap =
    (next: Next): Next =>
    (request) =>
      edge.pass(withHost(request), next);
  (app.wrap as (wrapper: unknown) => void).call(app, wrap);
  return app;
}

/** Health checks of balancers name no host; the address of such a request would be a path alone, which has no route. */
function withHost(request: Request): Request {
  return request.url.startsWith("/") ? new Request(`http://localhost${request.url}`, request) : request;
}

class Edge {
  readonly #known: readonly KnownRoute[];
  readonly #peerOf: (request: Request) => string | undefined;
  readonly #options: EdgeOptions;
  readonly #passages = new WeakMap<Request, Passage>();
  readonly #eventLoopShare = new EventLoopShare(requestsPerTurn);
  readonly #requestLog: RequestLog;

  constructor(
    routes: readonly KnownRoute[],
    peerOf: (request: Request) => string | undefined,
    options: EdgeOptions,
  ) {
    this.#known = routes;
    this.#peerOf = peerOf;
    this.#options = options;
    this.#requestLog = options.owned.use(new RequestLog(options));
  }

  async pass(request: Request, next: Next): Promise<Response> {
    const { clock, origins } = this.#options;
    const given = request.headers.get("x-request-id") ?? "";
    const id = givenId.test(given) ? given : crypto.randomUUID();
    const peer = this.#peerFor(request);
    const passage: Passage = { id, peer, startedAt: clock.now(), pattern: "", origins };
    this.#passages.set(request, passage);
    const turn = this.#eventLoopShare.enter();
    if (turn !== undefined) await turn;
    const response = await this.#route(request, passage, next).catch((error: unknown) =>
      this.failed(request, error),
    );
    addHeaders(response.headers, id);
    addCors(response.headers, request, passage.origins);
    if (response.status >= 400 && leavesMuch(request)) response.headers.set("connection", "close");
    // A request that became a socket leaves a response that is never sent.
    const upgraded = request.headers.has("upgrade") && response.status === 200;
    this.#answered(request, passage, upgraded ? 101 : response.status);
    return response;
  }

  #answered(request: Request, { pattern, peer, startedAt }: Passage, status: number): void {
    const { clock, origins } = this.#options;
    const { address, ...who } = this.#whoOf(request);
    const isKnown = who.account !== undefined || pattern === nodesPattern || quiet.has(pattern);
    this.#requestLog.answered({
      level: quiet.has(pattern) ? "debug" : "info",
      stranger: isKnown ? undefined : callerOf(request, peer, origins.trustedProxies),
      status,
      address,
      fields: {
        method: request.method,
        route: pattern,
        status,
        ms: Math.round((clock.now() - startedAt) * 10) / 10,
        ...who,
      },
    });
  }

  #peerFor(request: Request): string | undefined {
    const passedPeer = knownPeer(request);
    return passedPeer === undefined ? this.#peerOf(request) : passedPeer.peer;
  }

  /** Fields of every log line of a request. */
  #whoOf(request: Request) {
    const { origins, callerOf: knownOf, showAddress } = this.#options;
    const { id, peer } = this.#passages.get(request) ?? {};
    const caller = knownOf(request);
    return {
      request_id: id,
      account: caller?.accountId,
      key: caller?.kind === "key" ? caller.keyId : undefined,
      address: showAddress(addressOf(request, peer, origins.trustedProxies)),
    };
  }

  failed(request: Request, error: unknown): Response | Promise<Response> {
    if (error instanceof AnsweredElsewhere) return error.response;
    const { id, pattern } = this.#passages.get(request) ?? { id: "", pattern: "" };
    const fault = toFault(error);
    this.#options.disk.failed(error);
    if (fault.code === "internal")
      this.#options.log.error("request.failed", {
        error: fault.options.cause,
        route: pattern,
        ...this.#whoOf(request),
      });
    if (pageless.has(fault.code) && this.#wantsPage(request))
      return this.#options.unknownAddressPage(fault.code);
    const response = problemResponse(fault, id);
    const { origin } = fault.options;
    if (origin !== undefined) response.headers.set("location", origin + targetOf(request.url));
    return response;
  }

  /** A session that a visitor has begun in a page is for pages of that origin, and they get no further with it. */
  async #originsOf(
    request: Request,
    { rules, pattern }: KnownRoute,
    peer: string | undefined,
  ): Promise<OriginRules> {
    const { origins, pageOf } = this.#options;
    const origin = request.headers.get("origin");
    if (origin === null || isOwnPage(request, peer, origins)) return origins;
    const each = [...rules.values()];
    if (each.some(({ anyOrigin }) => anyOrigin === true)) return admitting(request, origins);
    const takesSession = pattern === socketPattern || each.some(({ access }) => access === "engine");
    const token = takesSession ? sessionTokenIn(request.url) : undefined;
    const page = token === undefined ? undefined : await pageOf(token);
    return page === origin ? admitting(request, origins) : origins;
  }

  /** A person opened it, and not below an address of the API, where also a browser gets the API's refusals. */
  #wantsPage({ method, url, headers }: Request): boolean {
    if ((method !== "GET" && method !== "HEAD") || !prefersHtml(headers.get("accept"))) return false;
    const top = topOf(pathOf(url));
    return !this.#known.some(({ pattern, ofPages }) => !ofPages && topOf(pattern) === top);
  }

  async #route(request: Request, passage: Passage, next: Next): Promise<Response> {
    const { guard } = this.#options;
    const path = pathOf(request.url);
    const answered = await this.#options.nodes?.(request, path);
    if (answered !== undefined) {
      passage.pattern = nodesPattern;
      return answered;
    }
    const { peer } = passage;
    this.#options.reach.look(request);
    const route = this.#known.find(({ matches }) => matches(path));
    if (route === undefined) {
      const meant = nearAddress(
        path,
        this.#known.map(({ pattern }) => pattern),
      );
      const way = meant === undefined ? "/swagger lists all of them." : `did you mean ${meant}?`;
      throw new Fault("request/not-found", `This address is unknown: ${way}`);
    }
    passage.pattern = route.pattern;
    const origins = await this.#originsOf(request, route, peer);
    passage.origins = origins;
    if (request.method === "OPTIONS") return optionsResponse(request, route.methods, origins);
    if (!route.methods.includes(request.method)) {
      const allow = route.methods;
      const detail = `This address supports ${allow.join(", ")}, not ${request.method}. See /swagger.`;
      throw new Fault("request/method-not-allowed", detail, { allow });
    }
    const rule = route.rules.get(request.method) ?? factsOf(undefined);
    // The first node checked that the host was ours, under a name that may not be this node's.
    if (!isForwarded(request) && (isGuarded(request.method, rule) || request.headers.has("upgrade")))
      checkOrigin(request, peer, origins);
    const shown = this.#options.showAddress(addressOf(request, peer, origins.trustedProxies));
    notePassage(request, { peer, id: passage.id, address: shown });
    noteClient(request, peer, origins.trustedProxies);
    await guard(request, rule, callerOf(request, peer, origins.trustedProxies));
    refuseMisspelt(request, route.names.get(request.method), takesListedParameters(rule));
    const response = await next(request);
    // Resources that are revalidated at each use declare it themselves.
    if (isPrivate(rule) && !response.headers.has("cache-control"))
      response.headers.set("cache-control", "no-store");
    return response;
  }
}

/** Paths as patterns with their methods; HEAD comes with GET, OPTIONS with everything. */
function knownPaths(declared: AnyElysia["routes"]): readonly KnownRoute[] {
  const rulesOf = new Map<string, Map<string, Rule>>();
  const namesOf = new Map<string, Map<string, RequestNames>>();
  const pages = new Set<string>();
  for (const { path, method, hooks } of declared) {
    const { detail, query, body } = hooks as Declared;
    const methods = method === "GET" ? ["GET", "HEAD"] : [method];
    const parameters = Object.keys(query?.properties ?? {});
    const bodyKeys = Object.keys(body?.properties ?? {});
    const names = namesOf.getOrInsertComputed(path, () => new Map());
    for (const each of methods) names.set(each, { parameters, bodyKeys });
    const rule = factsOf(detail);
    if (isOfPages(detail)) pages.add(path);
    const rules = rulesOf.get(path) ?? new Map<string, Rule>();
    for (const each of methods) rules.set(each, rule);
    rulesOf.set(path, rules);
  }
  // The router's own order: a literal name wins over a parameter.
  const fixedFirst = [...rulesOf].sort(([a], [b]) => a.split(":").length - b.split(":").length);
  return fixedFirst.map(([pattern, rules]) => {
    const source = pattern
      .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replace(/:\w+/g, "[^/]+")
      .replace(/\*/g, ".*");
    const matcher = new RegExp(pattern === "/" ? "^/$" : `^${source}/?$`);
    return {
      pattern,
      methods: [...rules.keys(), "OPTIONS"],
      rules,
      names: namesOf.get(pattern) ?? new Map(),
      ofPages: pages.has(pattern),
      matches: (path: string) => matcher.test(path),
    };
  });
}

/** A parameter that means nothing to us may be another's; one that we would have read elsewhere is left out silently. */
function refuseMisspelt({ url }: Request, names: RequestNames | undefined, isClosed: boolean): void {
  const wrong = misplacedParameter(url, names ?? { parameters: [], bodyKeys: [] }, isClosed);
  if (wrong === undefined) return;
  const { name, detail } = wrong;
  throw new Fault("request/bad-query", detail, { errors: [{ pointer: `/${name}`, detail }] });
}

/** Path and query. */
function targetOf(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("://") + 3));
}

function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.indexOf("?", start);
  return url.slice(start, end === -1 ? undefined : end);
}

function sessionTokenIn(url: string): string | undefined {
  return /(?:[?&]token=|\/v1\/ws\/)([^/?&#]+)/.exec(url)?.[1];
}

/** The first part of a path: "v1" of "/v1/flows". */
function topOf(path: string): string {
  return path.split("/", 2)[1] ?? "";
}

function addHeaders(headers: Headers, id: string): void {
  headers.set("x-request-id", id);
  headers.set("x-content-type-options", "nosniff");
  headers.set("referrer-policy", "no-referrer");
  const html = headers.get("content-type")?.startsWith("text/html") ?? false;
  if (html && !headers.has("content-security-policy"))
    headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
}
