// Socket server: a real server with the socket's route and a call that only records its input, echoes audio if asked,
// and ends when it should.

import { Elysia } from "elysia";
import type { Frame } from "../../../src/audio/frame.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { ReplayRing } from "../../../src/base/replay-ring.ts";
import { Ticker } from "../../../src/base/ticker.ts";
import type { CallRequest } from "../../../src/calls/call-plan.ts";
import { problemResponse, toFault } from "../../../src/routes/http/problem-document.ts";
import { type CallDesk, socketRoutes, socketSettings } from "../../../src/routes/call/socket-routes.ts";
import type { Limits } from "../../../src/transport/connection-limits.ts";
import type { CallInput, EndReason } from "../../../src/voice/call-event.ts";
import type { CallSide, Line } from "../../../src/voice/line.ts";

export interface NotedCallOptions {
  readonly echo?: boolean;
  /** Stores nothing, for tests that send a lot. */
  readonly forgetful?: boolean;
  /** Does not end at the client's request. */
  readonly endless?: boolean;
}

/** A call that records its events. */
export class NotedCall implements CallSide {
  readonly line: Line;
  readonly inputs: CallInput[] = [];
  readonly frames: Frame[] = [];
  readies = 0;
  goneFor: EndReason | undefined;
  readonly #options: NotedCallOptions;
  readonly #over = Promise.withResolvers<EndReason>();

  constructor(line: Line, options: NotedCallOptions = {}) {
    this.line = line;
    this.#options = options;
  }

  /** Resolves to the reason for which the call ended. */
  get over(): Promise<EndReason> {
    return this.#over.promise;
  }

  ready(): void {
    this.readies += 1;
  }

  hear(frame: Frame): void {
    if (this.#options.forgetful !== true) this.frames.push(frame);
    if (this.#options.echo === true) this.line.play(frame);
  }

  input(input: CallInput): void {
    if (this.#options.forgetful !== true) this.inputs.push(input);
    if (input.type === "end" && this.#options.endless !== true) this.end("caller");
  }

  gone(reason: EndReason): void {
    this.goneFor = reason;
    this.end(reason);
  }

  end(reason: EndReason): void {
    this.line.tell({ type: "ended", reason, durationMs: 1_000, atMs: 1_000 });
    this.line.close(reason);
    this.#over.resolve(reason);
  }
}

export interface SocketServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Calls in the order of their beginning. */
  readonly calls: NotedCall[];
  /** Places that are held. */
  readonly held: Set<string>;
  readonly ticker: Ticker;
  /** Resolves when no call is left. */
  quiet(): Promise<void>;
}

export interface SocketServerOptions extends NotedCallOptions {
  readonly limits?: Partial<Limits>;
  readonly admit?: (request: CallRequest) => void;
  /** Runs before the call begins. */
  readonly start?: (line: Line) => void;
}

export async function socketServer(options: SocketServerOptions = {}): Promise<SocketServer> {
  const convert = await loadResampler();
  const ticker = new Ticker(wallClock, 20);
  const held = new Set<string>();
  const calls: NotedCall[] = [];
  const running = new Set<NotedCall>();
  let number = 0;
  const desk: CallDesk = {
    prepare: (request) => Promise.resolve(request),
    async arrive(request) {
      options.admit?.(request);
      const sessionId = `ses_${++number}`;
      held.add(sessionId);
      let opened = false;
      const release = (): void => void held.delete(sessionId);
      return {
        session: {
          sessionId,
          mode: request.mode,
          programId: request.programId,
          resumed: false,
          said: new ReplayRing(),
        },
        async open(line) {
          options.start?.(line);
          opened = true;
          const call = new NotedCall(line, options);
          if (options.forgetful !== true) calls.push(call);
          running.add(call);
          void call.over.then(() => {
            running.delete(call);
            release();
          });
          line.attach(call);
        },
        withdraw() {
          if (!opened) release();
        },
      };
    },
    join: () => Promise.reject(new Error("Nobody has a token here")),
  };
  const app = new Elysia({ websocket: socketSettings, serve: { reusePort: false } })
    .onError(({ error }) => problemResponse(toFault(error), "test"))
    .use(
      socketRoutes({
        sessions: desk,
        clock: wallClock,
        ticker,
        convert,
        maxSessionMs: 1_800_000,
        ...(options.limits === undefined ? {} : { limits: options.limits }),
      }),
    );
  app.listen({ port: 0, hostname: "127.0.0.1" });
  const port = app.server!.port!;
  return {
    url: `http://127.0.0.1:${port}/ws`,
    port,
    calls,
    held,
    ticker,
    quiet: async () => void (await Promise.all([...running].map((call) => call.over))),
    [Symbol.asyncDispose]: async () => void (await app.stop(true)),
  };
}
