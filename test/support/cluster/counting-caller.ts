// Counting caller: answers numbered questions over one session, returns whenever its line breaks, and notes faults: a
// question that was answered long ago, a skipped one, or silence.

import type { Random } from "../random.ts";
import { until } from "../until.ts";

/** Asks question 1, 2, 3 and so on, each with an answer of two digits; each answer is an event for the hooks. */
export const countingFlow = `voice_flow: 1
id: counting
language: en
start: ask
defaults: {give_up: bye, limits: {max_turns: 1000, max_duration: 1h}}
variables:
  round: {type: number, default: 1}
  code: {type: digits, length: 2, ask: "Question {{ round }}: which code"}
nodes:
  ask: {ask: code, next: count}
  count: {emit: {round.done: round}, set: {round: round + 1, code: null}, next: [{if: round > 100000, goto: bye}, {else: ask}]}
  bye: {say: "Goodbye.", end: done}
`;

export interface CountingWorld {
  /** Address of the balancer. */
  readonly url: string;
  readonly key: string;
  readonly flowId: string;
  readonly chance: Random;
  /** Time between a question and its answer, in milliseconds. */
  readonly thinkMs: readonly [min: number, max: number];
}

/** Longest time that a broken line may be away before the caller gives up: a session's wait. */
const awayMsMax = 30_000;
/** An answer given this long before its node died must not be lost. */
const noticeMsMax = 1_500;
/** A question that is repeated after silence may cross its answer. */
const crossingMsMax = 1_500;
const retryMs = [0, 100, 200, 400, 800] as const;

export class CountingCaller implements AsyncDisposable {
  readonly #o: CountingWorld;
  sessionId = "";
  /** The question that was answered last. */
  answered = 0;
  /** Sentences about faults; empty for a call without any. */
  readonly complaints: string[] = [];
  /** Times from each break of the line to the next question, in milliseconds. */
  readonly silences: number[] = [];
  /** Number of questions that were asked again after their answer, because the answer died with its node. */
  lostAnswers = 0;
  #wsUrl = "";
  #socket: WebSocket | undefined;
  #brokeAt: number | undefined;
  #tries = 0;
  #isLeaving = false;
  #lastSeq = 0;
  /** Time of the last answer to each question. */
  readonly #gaveAt = new Map<number, number>();
  #timers = new Set<Timer>();

  constructor(world: CountingWorld) {
    this.#o = world;
  }

  /** Resolves when the caller has a session and hears the first question. */
  async begin(): Promise<void> {
    const { url, key, flowId } = this.#o;
    const headers = { "content-type": "application/json", "x-service-key": key };
    for (let tries = 1; ; tries++) {
      const asked = fetch(`${url}/v1/sessions`, {
        method: "POST",
        headers,
        body: JSON.stringify({ flow_id: flowId }),
        signal: AbortSignal.timeout(10_000),
      });
      const response = await asked.catch(() => undefined);
      if (response?.ok === true) {
        const body = (await response.json()) as { readonly session_id: string; readonly ws_url: string };
        this.sessionId = body.session_id;
        this.#wsUrl = body.ws_url;
        break;
      }
      if (tries === 100) throw new Error(`No session: ${response?.status} ${await response?.text()}`);
      // A balancer without a node answers at once.
      await Bun.sleep(200);
    }
    this.#connect();
    await this.#heard.promise;
  }
  readonly #heard = Promise.withResolvers<void>();

  /** Breaks its network without a message, and reconnects at once. */
  breakLine(): void {
    const socket = this.#socket as (WebSocket & { terminate?(): void }) | undefined;
    socket?.terminate?.();
  }

  /** Hangs up, and resolves when the line is closed. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#socket === undefined || this.#socket.readyState === WebSocket.CLOSED) return;
    this.#socket.send(JSON.stringify({ label: "rtvi-ai", type: "disconnect-bot", id: "bye" }));
    await until("end of the call", () => this.#socket?.readyState === WebSocket.CLOSED);
  }

  /** Leaves without a message, for good. */
  abandon(): void {
    this.#isLeaving = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.breakLine();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.leave();
  }

  #connect(): void {
    if (this.#isLeaving) return;
    const socket = new WebSocket(`${this.#wsUrl}?last_seq=${this.#lastSeq}`);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      const ready = { label: "rtvi-ai", type: "client-ready", id: "ready", data: { version: "2.1.0" } };
      socket.send(JSON.stringify(ready));
    };
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === "string" && socket === this.#socket) this.#take(JSON.parse(data) as Told);
    };
    socket.onclose = ({ code, reason }) => {
      if (socket === this.#socket) this.#closed(code, reason);
    };
  }

  #take({ type, seq, data }: Told): void {
    if (seq !== undefined) this.#lastSeq = seq;
    const isNew = type === "bot-output" && data?.spoken_status === "new";
    const [, number] = (isNew && /Question (\d+)/.exec(data.text ?? "")) || [];
    if (number === undefined) return;
    this.#heard.resolve();
    const asked = Number(number);
    if (this.#brokeAt !== undefined) this.silences.push(performance.now() - this.#brokeAt);
    if (asked <= this.answered) this.#askedAgain(asked);
    else if (asked !== this.answered + 1)
      this.complaints.push(`was asked ${asked} after the answer to ${this.answered}`);
    this.#brokeAt = undefined;
    this.#tries = 0;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#later(this.#o.chance.int(...this.#o.thinkMs), () => this.#answer(asked));
  }

  /** A repeated question after its answer: the answer died with its node, or crossed the question on its way. */
  #askedAgain(asked: number): void {
    const now = performance.now();
    const gaveAt = this.#gaveAt.get(asked) ?? Number.NEGATIVE_INFINITY;
    if (this.#brokeAt === undefined && now - gaveAt < crossingMsMax) return;
    const until = this.#brokeAt ?? now;
    if (this.#brokeAt !== undefined && until - gaveAt < noticeMsMax) this.lostAnswers += 1;
    else
      this.complaints.push(
        `was asked ${asked} again, ${Math.round(until - gaveAt)} ms after its answer, the last being ${this.answered}`,
      );
  }

  #answer(asked: number): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    const content = String(10 + (asked % 90))
      .split("")
      .join(" ");
    const options = { run_immediately: true, audio_response: false };
    const data = { content, options };
    this.#socket.send(JSON.stringify({ label: "rtvi-ai", type: "send-text", id: `a${asked}`, data }));
    this.answered = asked;
    this.#gaveAt.set(asked, performance.now());
  }

  #closed(code: number, reason: string): void {
    if (this.#isLeaving) return;
    // A session that is over does not return; a broken line, or a node that sends its callers elsewhere, does.
    if (code >= 4_400 && code < 4_500 && code !== 4_409)
      this.complaints.push(`the call ended with ${code} ${reason} after question ${this.answered}`);
    this.#brokeAt ??= performance.now();
    if (performance.now() - this.#brokeAt > awayMsMax) {
      this.complaints.push(`nobody answered for ${awayMsMax} ms after question ${this.answered}`);
      return;
    }
    this.#later(retryMs[Math.min(this.#tries, retryMs.length - 1)] ?? 0, () => this.#connect());
    this.#tries += 1;
  }

  #later(ms: number, act: () => void): void {
    // The caller thinks in real time: the nodes are programs of their own.
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }
}

interface Told {
  readonly type: string;
  readonly seq?: number;
  readonly data?: { readonly text?: string; readonly spoken_status?: string };
}
