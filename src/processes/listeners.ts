// Listeners of a process: the port shared with its siblings and its successor, open while the process takes new
// connections, and a port of its own for its siblings.

import type { Elysia } from "elysia";
import { websocket as elysiaSockets } from "elysia/ws";

type Server = Bun.Server<unknown>;

export interface ListenersOptions {
  readonly hostname: string;
  /** Clients of this very process, on a port of its own; a process without siblings has none. */
  readonly own: "machine" | "network" | "none";
  /** Shared port; 0 lets the first process choose. */
  readonly port: number;
  /** Bun's settings for requests, and for sockets. */
  readonly serve: Readonly<Record<string, unknown>>;
  readonly websocket: Readonly<Record<string, unknown>>;
}

/** A shorter turn of the event loop contained no work, so no connection waits. */
const quietMs = 0.3;
/** A process that is never quiet nevertheless stops listening after this number of turns. */
const turnsMax = 500;

export class Listeners implements AsyncDisposable {
  readonly #o: ListenersOptions;
  readonly #own: Server | undefined;
  /** Server of each request: only that one can make it a socket. */
  readonly #servers = new WeakMap<Request, Server>();
  readonly #left = new Set<Server>();
  #shared: Server | undefined;
  #port: number;
  #app: Elysia | undefined;
  #wanted = false;
  #changing: Promise<void> | undefined;
  /** Requests before the app exists wait for it. */
  #opening: PromiseWithResolvers<void> | undefined;
  /** Requests get no more answers. */
  #isShut = false;

  /** Listens only at its own port. */
  constructor(options: ListenersOptions) {
    const { own } = options;
    this.#o = options;
    this.#port = options.port;
    const hostname = own === "network" ? options.hostname : "127.0.0.1";
    this.#own = own === "none" ? undefined : this.#serve({ hostname, port: 0, reusePort: false });
  }

  /** Port for its siblings. */
  get ownPort(): number {
    return this.#own?.port ?? 0;
  }

  get port(): number {
    return this.#port;
  }

  /** New connections are wanted. */
  get isListening(): boolean {
    return this.#wanted;
  }

  /** New connections are taken. */
  get isOpen(): boolean {
    return this.#shared !== undefined;
  }

  /** Answers requests with this app from now on. */
  open(app: Elysia): void {
    const by = (request: Request): Server | undefined => this.#servers.get(request);
    // The app asks its one server about a request; here there are several.
    const server = {
      upgrade: (request: Request, options: Parameters<Server["upgrade"]>[1]) =>
        by(request)?.upgrade(request, options) ?? false,
      requestIP: (request: Request) => by(request)?.requestIP(request) ?? null,
      stop: (now?: boolean) => this.#stop(now),
      port: this.#port,
    };
    app.compile();
    app.server = server as unknown as NonNullable<Elysia["server"]>;
    this.#app = app;
    this.#opening?.resolve();
  }

  /** Opens both ports. Throws the system's error if another program listens there. For the first process. */
  claim(app: Elysia): void {
    const { hostname } = this.#o;
    // Shared ports are shared with all programs of the same user: first the port must be ours alone.
    const alone = Bun.serve({ hostname, port: this.#port, reusePort: false, fetch: () => unready() });
    this.#port = alone.port ?? this.#port;
    void alone.stop(true);
    this.open(app);
    this.#shared = this.#listen();
    this.#wanted = true;
  }

  /** Listens on the port of the process that this one replaces, beside it. Requests wait until the app opens. */
  join(): void {
    this.#opening = Promise.withResolvers();
    this.#shared = this.#listen();
    this.#wanted = true;
  }

  /** Resolves when no request waits for an answer, or after `turns` looks; from then on each request is refused. */
  async shut({ look, turns }: { readonly look: () => Promise<void>; readonly turns: number }): Promise<void> {
    const isAsked = (): boolean => [...this.#left].some(({ pendingRequests }) => pendingRequests > 0);
    for (let turn = 0; turn < turns && isAsked(); turn += 1) await look();
    this.#isShut = true;
  }

  /**
   * Starts or stops taking new connections. Running calls stay, and requests are answered; idle connections are
   * closed. Resolves when done.
   */
  async listen(on: boolean): Promise<void> {
    this.#wanted = on;
    this.#changing ??= this.#change().finally(() => (this.#changing = undefined));
    await this.#changing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop(true);
  }

  async #change(): Promise<void> {
    while (this.#wanted !== (this.#shared !== undefined)) {
      if (this.#wanted) this.#shared = this.#listen();
      else if (await this.#isQuiet()) this.#leave();
    }
  }

  #leave(): void {
    const left = this.#shared;
    this.#shared = undefined;
    if (left === undefined) return;
    this.#left.add(left);
    // Resolves when its last connection has ended.
    void left.stop(false).then(() => this.#left.delete(left));
  }

  /**
   * Connections that the kernel has and this process has not yet taken are reset when it stops listening, so it stops
   * right after a turn without a new one. False: listening is wanted again.
   */
  async #isQuiet(): Promise<boolean> {
    for (let turn = 0; turn < turnsMax && !this.#wanted; turn += 1) {
      const from = Bun.nanoseconds();
      await nextTurn();
      await nextTurn();
      if (Bun.nanoseconds() - from < quietMs * 1e6) break;
    }
    return !this.#wanted;
  }

  #listen(): Server {
    return this.#serve({ hostname: this.#o.hostname, port: this.#port, reusePort: true });
  }

  #serve(at: { readonly hostname: string; readonly port: number; readonly reusePort: boolean }): Server {
    const { serve, websocket } = this.#o;
    return Bun.serve({
      ...serve,
      ...at,
      // A socket carries its own handlers.
      websocket: { ...websocket, ...elysiaSockets } as unknown as Bun.WebSocketHandler<unknown>,
      fetch: (request: Request, server: Server) => {
        this.#servers.set(request, server);
        if (this.#isShut) return unready();
        return this.#app?.fetch(request) ?? this.#later(request);
      },
    } as Bun.Serve.Options<unknown>);
  }

  async #later(request: Request): Promise<Response> {
    await this.#opening?.promise;
    return (await this.#app?.fetch(request)) ?? unready();
  }

  async #stop(now = false): Promise<void> {
    this.#wanted = false;
    this.#opening?.resolve();
    await this.#changing;
    this.#leave();
    const servers = this.#own === undefined ? [...this.#left] : [this.#own, ...this.#left];
    await Promise.all(servers.map((server) => server.stop(now)));
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

function unready(): Response {
  return new Response("Starting\n", { status: 503, headers: { "retry-after": "1" } });
}
