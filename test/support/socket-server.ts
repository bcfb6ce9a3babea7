// A real server with the socket's route and a call that is only a notebook: it writes down what it is told, echoes
// audio if asked, and ends when it should.

import { Elysia } from "elysia";
import type { Frame } from "../../src/audio/frame.ts";
import { loadResampler } from "../../src/audio/resample.ts";
import { wallClock } from "../../src/base/clock.ts";
import { Ticker } from "../../src/base/tick.ts";
import type { CallRequest, Ticket } from "../../src/calls/admit.ts";
import { problemResponse, toFault } from "../../src/routes/errors.ts";
import { type SocketCalls, socketRoutes, socketSettings } from "../../src/routes/sockets.ts";
import type { Limits } from "../../src/transport/limits.ts";
import type { CallInput, EndReason } from "../../src/voice/event.ts";
import type { CallSide, Line } from "../../src/voice/line.ts";

/** A call that writes down what happens to it. */
export class NotedCall implements CallSide {
  readonly line: Line;
  readonly inputs: CallInput[] = [];
  readonly frames: Frame[] = [];
  readies = 0;
  goneFor: EndReason | undefined;
  readonly #echo: boolean;
  readonly #over = Promise.withResolvers<EndReason>();

  constructor(line: Line, echo = false) {
    this.line = line;
    this.#echo = echo;
  }

  /** Resolves with the reason for which the call ended. */
  get over(): Promise<EndReason> {
    return this.#over.promise;
  }

  ready(): void {
    this.readies += 1;
  }

  hear(frame: Frame): void {
    this.frames.push(frame);
    if (this.#echo) this.line.play(frame);
  }

  input(input: CallInput): void {
    this.inputs.push(input);
    if (input.type === "end") this.end("caller");
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
  /** Resolves with the next call that begins. */
  nextCall(): Promise<NotedCall>;
}

export interface SocketServerOptions {
  readonly echo?: boolean;
  readonly limits?: Partial<Limits>;
  readonly admit?: (request: CallRequest) => void;
  /** Keep no frames, for tests that send a lot. */
  readonly start?: (line: Line) => void;
}

export async function socketServer(options: SocketServerOptions = {}): Promise<SocketServer> {
  const convert = await loadResampler();
  const ticker = new Ticker(wallClock, 20);
  const held = new Set<string>();
  const calls: NotedCall[] = [];
  let wanted = Promise.withResolvers<NotedCall>();
  let number = 0;
  const fake: SocketCalls = {
    admit(request): Ticket {
      options.admit?.(request);
      const sessionId = `ses_${++number}`;
      held.add(sessionId);
      return { ...request, sessionId, release: () => void held.delete(sessionId) };
    },
    start(ticket, line) {
      options.start?.(line);
      const call = new NotedCall(line, options.echo);
      calls.push(call);
      void call.over.then(() => ticket.release());
      line.attach(call);
      wanted.resolve(call);
      wanted = Promise.withResolvers();
    },
  };
  const app = new Elysia({ websocket: socketSettings, serve: { reusePort: false } })
    .onError(({ error }) => problemResponse(toFault(error), "test"))
    .use(
      socketRoutes({
        calls: fake,
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
    nextCall: () => wanted.promise,
    [Symbol.asyncDispose]: async () => void (await app.stop(true)),
  };
}
