// Filler benchmark: the delay from a ready answer to its sound, for models that take 0.5 to 8 s, with and without a
// filler before it. Typed questions over real sockets, a model that answers at once when ready, and the built-in voice,
// whose time counts as delay.

import { openApp } from "../../../src/app.ts";
import { silentLog } from "../../../src/base/log.ts";
import { readConfig } from "../../../src/config.ts";
import type { Claim } from "../capacity/claims.ts";
import { waitedMs } from "../capacity/turn-watch.ts";
import { quantile } from "../pinned.ts";

const spreadMs = [
  500, 700, 900, 1_100, 1_300, 1_600, 2_000, 2_500, 3_000, 3_500, 4_100, 4_500, 5_000, 6_000, 7_000, 8_000,
];
/** Usual time of a model in milliseconds, which is learned after three answers. */
const steadyMs = 1_200;
const steadyTurns = 8;
const steadyKnownAfter = 3;
const withoutMsMax = 60;
const withMsMax = 350;
const bytesPerMs = 32;

/**
 * One answer: the model's time, and the delay from the ready answer to its sound. `ownMs`: the same without the time in
 * which this thread waited for a core because of other work on the machine.
 */
interface Answer {
  readonly tookMs: number;
  readonly lateMs: number;
  readonly ownMs: number;
  readonly fillers: number;
}

interface Lateness {
  readonly answers: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly ownP95Ms: number;
}

interface Row extends Lateness {
  readonly tookMs: number;
  readonly fillers: number;
}

interface Measured {
  readonly rows: readonly Row[];
  readonly without: Lateness;
  readonly with: Lateness;
  /** Fillers before each answer, in order, of a model that always takes the same time. */
  readonly steady: readonly number[];
}

/** A chat server that takes the milliseconds in the question, and then answers at once. */
class SlowModel implements Disposable {
  /** Time at which the answer to each question was sent, and how long this thread had waited by then. */
  readonly ready = new Map<string, { readonly at: number; readonly waitedMs: number }>();
  readonly #server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    fetch: (it) => this.#answer(it),
  });

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}/v1`;
  }

  async #answer(request: Request): Promise<Response> {
    const { messages } = (await request.json()) as {
      readonly messages: readonly { readonly content: string }[];
    };
    const question = messages.at(-1)?.content ?? "";
    const [, ms = "0"] = /^(\d+) ms/.exec(question) ?? [];
    await Bun.sleep(Number(ms));
    this.ready.set(question, { at: performance.now(), waitedMs: waitedMs() });
    const part = (choice: object): string =>
      `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
    const words = part({ delta: { role: "assistant", content: "That is all I know." }, finish_reason: null });
    return new Response(`${words}${part({ delta: {}, finish_reason: "stop" })}data: [DONE]\n\n`, {
      headers: { "Content-Type": "text/event-stream" },
    });
  }

  [Symbol.dispose](): void {
    void this.#server.stop(true);
  }
}

/** A caller who types, and hears like a client: received audio is played without a gap, and late audio at once. */
class Caller {
  readonly #socket: WebSocket;
  readonly #model: SlowModel;
  #playedUntil = 0;
  #fillers = 0;
  #speaking = Promise.withResolvers<void>();
  #silent = Promise.withResolvers<void>();
  #isAnswer = false;
  #heard = Promise.withResolvers<{ readonly at: number; readonly waitedMs: number }>();

  constructor(url: string, model: SlowModel) {
    this.#model = model;
    this.#socket = new WebSocket(url);
    this.#socket.binaryType = "arraybuffer";
    this.#socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === "string")
        this.#told(JSON.parse(data) as { readonly type: string; readonly data?: { readonly type?: string } });
      else this.#play(data.byteLength);
    });
  }

  async greeted(): Promise<void> {
    await new Promise<void>((resolve) =>
      this.#socket.addEventListener("open", () => resolve(), { once: true }),
    );
    this.#socket.send(
      JSON.stringify({ label: "rtvi-ai", type: "client-ready", id: "r", data: { version: "2.1.0" } }),
    );
    await this.#speaking.promise;
    await this.#silent.promise;
  }

  async ask(tookMs: number, question: string): Promise<Answer> {
    this.#fillers = 0;
    this.#isAnswer = false;
    this.#heard = Promise.withResolvers();
    this.#silent = Promise.withResolvers();
    this.#socket.send(
      JSON.stringify({ label: "rtvi-ai", type: "send-text", id: "t", data: { content: question } }),
    );
    const heard = await this.#heard.promise;
    await this.#silent.promise;
    const ready = this.#model.ready.get(question);
    if (ready === undefined) throw new Error(`Nothing answers "${question}"`);
    const lateMs = heard.at - ready.at;
    return {
      tookMs,
      lateMs,
      ownMs: lateMs - (heard.waitedMs - ready.waitedMs),
      fillers: this.#fillers,
    };
  }

  #told({ type, data }: { readonly type: string; readonly data?: { readonly type?: string } }): void {
    if (type === "server-message" && data?.type === "filler") this.#fillers += 1;
    if (type === "bot-started-speaking") {
      this.#isAnswer = true;
      this.#speaking.resolve();
    }
    if (type === "bot-stopped-speaking") this.#silent.resolve();
  }

  #play(bytes: number): void {
    const at = Math.max(performance.now(), this.#playedUntil);
    if (this.#isAnswer) this.#heard.resolve({ at, waitedMs: waitedMs() });
    this.#playedUntil = at + bytes / bytesPerMs;
  }

  close(): void {
    this.#socket.close();
  }
}

/** One caller for each list of times, all at once, on a server of their own. */
async function played(callers: readonly (readonly number[])[]): Promise<readonly (readonly Answer[])[]> {
  using model = new SlowModel();
  const environment = {
    DATA_DIR: ":memory:",
    LLM_BASE_URL: model.url,
    LLM_MODEL: "slow",
    LLM_FIRST_TOKEN_SECONDS: "20",
  };
  await using server = await openApp(readConfig(environment), { log: silentLog });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  const origin = `127.0.0.1:${server.app.server?.port}`;
  while (!((await (await fetch(`http://${origin}/health`)).json()) as { readonly ready: boolean }).ready)
    await Bun.sleep(50);
  return await Promise.all(
    callers.map(async (times, n) => {
      const caller = new Caller(`ws://${origin}/ws`, model);
      await caller.greeted();
      // From now on the voice has the answer in memory.
      await caller.ask(0, `0 ms, ${n}`);
      const answers: Answer[] = [];
      for (const [turn, tookMs] of times.entries())
        answers.push(await caller.ask(tookMs, `${tookMs} ms, ${n}, ${turn}`));
      caller.close();
      return answers;
    }),
  );
}

function latenessOf(answers: readonly Answer[]): Lateness {
  const sorted = (which: "lateMs" | "ownMs") =>
    answers.map((answer) => answer[which]).toSorted((a, b) => a - b);
  const at = (which: "lateMs" | "ownMs", part: number) => Math.round(quantile(sorted(which), part));
  return {
    answers: answers.length,
    p50Ms: at("lateMs", 0.5),
    p95Ms: at("lateMs", 0.95),
    ownP95Ms: at("ownMs", 0.95),
  };
}

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Measured> {
  const rounds = isQuick ? 2 : 8;
  const [spread, [steady = []]] = [
    (await played(spreadMs.map((ms) => Array<number>(rounds).fill(ms)))).flat(),
    await played([Array<number>(steadyTurns).fill(steadyMs)]),
  ];
  const rows = spreadMs.map((tookMs): Row => {
    const answers = spread.filter((it) => it.tookMs === tookMs);
    return { tookMs, ...latenessOf(answers), fillers: answers.reduce((sum, it) => sum + it.fillers, 0) };
  });
  const all = [...spread, ...steady];
  const measured = {
    rows,
    without: latenessOf(all.filter(({ fillers }) => fillers === 0)),
    with: latenessOf(all.filter(({ fillers }) => fillers > 0)),
    steady: steady.map(({ fillers }) => fillers),
  };
  print(measured, tell);
  return measured;
}

export function claims({ without, with: filled, steady }: Measured): readonly Claim[] {
  return [
    [
      `answers without a filler are heard within ${withoutMsMax} ms, in 95 of 100`,
      without.ownP95Ms <= withoutMsMax,
    ],
    [`answers after a filler are heard within ${withMsMax} ms, in 95 of 100`, filled.ownP95Ms <= withMsMax],
    [
      "a model that usually takes 1.2 s is waited for",
      steady.length === steadyTurns && steady.slice(steadyKnownAfter).every((fillers) => fillers === 0),
    ],
  ];
}

function print({ rows, without, with: filled, steady }: Measured, tell: (line: string) => void): void {
  const shown = ({ answers, p50Ms, p95Ms, ownP95Ms }: Lateness): string =>
    `${[p50Ms, p95Ms, ownP95Ms].map((ms) => String(ms).padStart(7)).join("")}   ${answers} answers`;
  tell(
    "  from when the model has answered to when the answer is heard, in ms: half of the answers, 95 of 100,",
  );
  tell("  and those without the time in which the server's thread waited for a core");
  for (const row of rows)
    tell(`  after ${(row.tookMs / 1_000).toFixed(1)} s      ${shown(row)}, ${row.fillers} fillers`);
  tell(`  without a filler ${shown(without)}`);
  tell(`  with one         ${shown(filled)}`);
  tell(`  fillers before the answers of a model that always takes ${steadyMs} ms: ${steady.join(" ")}`);
}
