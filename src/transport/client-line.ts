// Client line: one client as a line of a call, over any transport. Starts, feeds, answers and ends the call by the
// protocol's rules; message-decoder.ts and message-encoder.ts hold the meaning of messages.

import type { Frame, Pcm } from "../audio/frame.ts";
import { unreachable } from "../base/assert.ts";
import type { Clock } from "../base/clock.ts";
import { ReplayRing } from "../base/replay-ring.ts";
import type { Ticker } from "../base/ticker.ts";
import type { LineEvent, EndReason } from "../voice/call-event.ts";
import type { CallSide, Line, Transport } from "../voice/line.ts";
import { ClientAnswers } from "./client-answers.ts";
import { closingOf, lastWords, type LeaveReason, reasonOf } from "./close-codes.ts";
import { botReady, type LineFacts, type Replay, sessionCreated, sessionRestarted } from "./greeting.ts";
import { type Inbound, readText } from "./message-decoder.ts";
import type { Limits } from "./connection-limits.ts";
import { Outbox } from "./message-sender.ts";
import { PlayedMarks } from "./played-marks.ts";
import { type OutgoingMessage, Translator } from "./message-encoder.ts";
import { TextGuard } from "./text-rate.ts";
import type { TransportCounters } from "./transport-counters.ts";
import { Uplink } from "./uplink.ts";
import type { Wire } from "./wire.ts";

export interface ClientLineOptions {
  readonly transport: Transport;
  readonly counters?: TransportCounters | undefined;
  readonly facts: LineFacts;
  /** True if the client drops unplayed audio on request, or has none to drop. */
  readonly clears: boolean;
  /**
   * True if the caller's audio shows that the client can hear: on a socket it does, with WebRTC it flows from the
   * start.
   */
  readonly beginsOnAudio: boolean;
  readonly clock: Clock;
  readonly ticker: Ticker;
}

type Ready = Extract<Inbound, { readonly kind: "ready" }>;
type Input = Extract<Inbound, { readonly kind: "input" }>;

export class ClientLine implements Line {
  readonly transport: Transport;
  readonly leadMs: number;
  readonly #counters: TransportCounters | undefined;
  readonly #limits: Limits;
  readonly #facts: LineFacts;
  readonly #clock: Clock;
  readonly #ticker: Ticker;
  readonly #uplink: Uplink;
  readonly #clears: boolean;
  readonly #beginsOnAudio: boolean;
  readonly #said: ReplayRing;
  readonly #outbox: Outbox;
  readonly #answers: ClientAnswers;
  readonly #translator: Translator;
  readonly #guard: TextGuard;
  /** Only with the feature `marks`. */
  readonly #marks: PlayedMarks | undefined;

  #wire: Wire | undefined;
  #call: CallSide | undefined;
  /** Resources of the wire. */
  readonly #opened = new DisposableStack();
  /** `leaving`: the call was asked to end. `closing`: the last words are sent. `gone`: the socket is closed. */
  #phase: "opening" | "talking" | "leaving" | "closing" | "gone" = "opening";
  #phaseAt: number;
  #leaveReason: LeaveReason = "bad_request";
  /** Reason of a close before the wire existed. */
  #closeReason: EndReason | undefined;
  /** New address of the session. */
  #movedTo: string | undefined;

  /** Ready messages from before the call's beginning. */
  #readies: Ready[] = [];
  #inputs: Input[] = [];
  #audioCame = false;
  /** Messages repeated to the client. */
  #again: Replay | undefined;

  readonly #madeAt: number;
  #activeAt: number;
  #stuckAt: number | undefined;
  #durationMs: number | undefined;
  #errorSent = false;

  constructor({ facts, clears, beginsOnAudio, clock, ticker, ...options }: ClientLineOptions) {
    const { limits } = facts;
    const now = clock.now();
    [this.#madeAt, this.#phaseAt, this.#activeAt] = [now, now, now];
    this.transport = options.transport;
    this.leadMs = facts.leadMs;
    this.#counters = options.counters;
    this.#limits = limits;
    this.#facts = facts;
    this.#clears = clears;
    this.#beginsOnAudio = beginsOnAudio;
    this.#clock = clock;
    this.#ticker = ticker;
    this.#uplink = new Uplink(now, { ...options, limits, hear: (frame) => this.#call?.hear(frame) });
    this.#marks = facts.features.includes("marks") ? new PlayedMarks(limits) : undefined;
    this.#translator = new Translator({
      wall: () => clock.wall(),
      clear: facts.features.includes("clear"),
      knowsPlayed: () => this.#marks?.isFresh(clock.now()) === true,
    });
    this.#said = facts.session.said ?? new ReplayRing();
    this.#outbox = new Outbox({
      said: this.#said,
      now: () => clock.now(),
      warningEveryMs: limits.warningEveryMs,
      send: (text) => this.#sendText(text),
    });
    this.#answers = new ClientAnswers(this.#outbox, limits);
    this.#guard = new TextGuard(now, limits);
  }

  // The wire's side.

  opened(wire: Wire): void {
    this.#wire = wire;
    this.#phaseAt = this.#clock.now();
    this.#activeAt = this.#phaseAt;
    this.#opened.use(this.#ticker.add((now) => this.#tick(now)));
    this.#opened.use(this.#counters?.opened(wire));
    this.#catchUp();
    if (this.#closeReason !== undefined) this.#sayGoodbye(this.#closeReason);
  }

  heardAudio(pcm: Pcm): void {
    if (pcm.length === 0 || !this.#listening) return;
    const now = this.#clock.now();
    this.#activeAt = now;
    this.#audioCame = this.#beginsOnAudio;
    const reason = this.#answers.audio(this.#uplink.push(pcm, now));
    if (reason !== undefined) this.#leave(reason);
    this.#beginIfWanted(now);
  }

  heardText(text: string): void {
    if (!this.#listening) return;
    const now = this.#clock.now();
    const verdict = this.#guard.admit(Buffer.byteLength(text), now);
    if (verdict === "flood") this.#leave("flood");
    if (verdict === "drop") this.#answers.tooManyTexts();
    if (verdict !== "read") return;
    const inbound = readText(text);
    if (inbound.kind !== "not-json") this.#activeAt = now;
    this.#obey(inbound, now);
  }

  /** The wire closed; `code` as in WebSocket. */
  closed(code: number): void {
    const phase = this.#phase;
    this.#end();
    if (phase === "opening" || phase === "talking") this.#call?.gone(reasonOf(code));
  }

  /** Another connection carries the same call from here on. `lastSeq`: last message seen by its client before. */
  restarted(lastSeq: number | undefined): void {
    if (this.#phase !== "talking") return;
    this.#outbox.send(sessionRestarted(this.#facts.session, this.#replay(lastSeq)));
  }

  /** Data was dropped because the client does not read. */
  stuck(): void {
    this.#leave("slow_consumer");
  }

  // The call's side.

  attach(call: CallSide): void {
    this.#call = call;
    if (this.#phase === "gone") call.gone("lost");
    else if (this.#phase === "leaving") call.gone(this.#leaveReason);
    this.#catchUp();
    for (const ready of this.#readies) this.#greet(ready);
    this.#readies = [];
    this.#beginIfWanted(this.#clock.now());
  }

  get writable(): boolean {
    return this.#wire !== undefined && this.#wire.bufferedBytes < this.#limits.bufferedBytesMax;
  }

  get lagMs(): number | undefined {
    return this.#marks?.lagMs(this.#clock.now());
  }

  play(frame: Frame): void {
    this.#sendAll(this.#translator.owed());
    if (!this.#speaking) return;
    this.#wire?.play(frame);
    this.#sendMark(this.#marks?.sent(this.#clock.now()));
  }

  flush(): void {
    if (!this.#speaking) return;
    this.#wire?.flush();
    this.#sendMark(this.#marks?.flushed());
  }

  clear(last?: Frame): boolean {
    this.#wire?.clear(last);
    this.#marks?.cleared(this.#clock.now());
    this.#sendAll(this.#translator.cleared());
    return this.#clears;
  }

  tell(event: LineEvent): void {
    if (event.type === "ended") this.#durationMs = event.durationMs;
    if (event.type === "failed" && event.fatal) this.#errorSent = true;
    if (event.type === "press-keys") this.#wire?.press?.(event.keys);
    this.#sendAll(this.#translator.translate(event));
  }

  close(reason: EndReason, to?: string): void {
    if (this.#phase === "closing" || this.#phase === "gone") return;
    this.#movedTo = to;
    if (this.#wire === undefined) this.#closeReason = reason;
    else this.#sayGoodbye(reason);
  }

  #sayGoodbye(reason: EndReason): void {
    const durationMs = this.#durationMs ?? this.#clock.now() - this.#madeAt;
    this.#enter("leaving"); // From here on a client that does not read is no reason to end: it is ending.
    this.#sendAll(this.#translator.owed());
    const words = lastWords(reason, { durationMs, errorSent: this.#errorSent, to: this.#movedTo });
    // Only this connection ends: the next one must not hear of it.
    if (reason === "replaced" || reason === "moved")
      for (const word of words) this.#outbox.sendUnnumbered(word);
    else this.#sendAll(words);
    this.#hangUp(reason);
  }

  /** Without last words: the end of the session is sent only once it is written. */
  #hangUp(reason: EndReason): void {
    this.#enter("closing");
    this.#wire?.clear();
    this.#wire?.close(closingOf(reason, this.#movedTo));
  }

  /** False once the last words are sent: the client gets nothing after them. */
  get #speaking(): boolean {
    return this.#phase !== "closing" && this.#phase !== "gone";
  }

  get #listening(): boolean {
    return this.#phase === "opening" || this.#phase === "talking";
  }

  #enter(phase: "talking" | "leaving" | "closing" | "gone"): void {
    this.#phase = phase;
    this.#phaseAt = this.#clock.now();
  }

  #tick(now: number): void {
    const waited = now - this.#phaseAt;
    this.#sendAll(this.#translator.owed());
    if (this.#listening) {
      this.#beginIfWanted(now);
      this.#uplink.beat(now);
      if (now - this.#activeAt >= this.#limits.idleMs) this.#leave("idle");
      if (this.#stuck(now)) this.#leave("slow_consumer");
    } else if (waited >= this.#limits.closeMs) {
      // The call should have closed by now, and the client should have answered: nothing is waited for twice.
      if (this.#phase === "leaving") this.#hangUp(this.#leaveReason);
      else this.#cut();
    }
  }

  /** Some wires do not report a close made from here. */
  #cut(): void {
    this.#wire?.terminate();
    this.#end();
  }

  #end(): void {
    this.#enter("gone");
    this.#opened.dispose();
  }

  #stuck(now: number): boolean {
    if (this.writable) this.#stuckAt = undefined;
    else this.#stuckAt ??= now;
    return this.#stuckAt !== undefined && now - this.#stuckAt > this.#limits.stuckMs;
  }

  /** Begins on the client's `client-ready`, else on its audio, else after a while. */
  #beginIfWanted(now: number): void {
    if (this.#phase !== "opening" || this.#call === undefined || this.#wire === undefined) return;
    if (this.#audioCame || now - this.#phaseAt >= this.#limits.startAfterMs) this.#begin(this.#call);
  }

  #begin(call: CallSide): void {
    if (this.#phase !== "opening") return;
    this.#enter("talking");
    this.#outbox.send(sessionCreated(this.#facts, this.#again));
    call.ready();
    for (const { input } of this.#inputs) call.input(input);
    this.#inputs = [];
    this.#uplink.start(this.#clock.now());
  }

  #obey(inbound: Inbound, now: number): void {
    switch (inbound.kind) {
      case "ready":
        if (this.#call !== undefined) this.#greet(inbound);
        else if (this.#readies.length < this.#limits.queuedCommandsMax) this.#readies.push(inbound);
        return;
      case "ping": {
        const d = { ...(inbound.ts !== undefined && { ts: inbound.ts }), server_ts: this.#clock.wall() };
        this.#answers.done(inbound.id, { t: "ping", d });
        return;
      }
      case "mark":
        if (!inbound.cleared) this.#marks?.played(inbound.name, now);
        this.#answers.done(inbound.id, { t: "mark", d: {} });
        return;
      case "input":
        this.#forward(inbound);
        return;
      case "refused":
        this.#answers.refuse(inbound);
        return;
      case "wrong-label":
        this.#answers.wrongLabel();
        return;
      case "not-json":
        this.#answers.notJson();
        if (this.#guard.nonsense(now)) this.#leave("bad_request");
        return;
      default:
        unreachable(inbound);
    }
  }

  /** Each `client-ready` is answered; after the first answer the agent begins. */
  #greet({ id, version }: Ready): void {
    if (this.#call === undefined || !this.#listening) return;
    const agreed = this.#translator.negotiate(version);
    if (!agreed.known) {
      const error = `RTVI ${agreed.version} is spoken here; there may be misunderstandings.`;
      this.#answers.refuse({ id, code: "version_mismatch", error, param: "version" });
    }
    this.#outbox.send(botReady(id, agreed.version, this.#facts));
    this.#begin(this.#call);
  }

  #forward(inbound: Input): void {
    const { id, input, t } = inbound;
    if (this.#phase === "opening" && this.#inputs.length >= this.#limits.queuedCommandsMax) {
      const error = "The agent has not begun; send client-ready first.";
      this.#answers.refuse({ id, code: "not_ready", error });
      return;
    }
    if (t !== undefined)
      this.#answers.done(id, { t, d: input.type === "mute" ? { muted: input.muted } : {} });
    if (this.#phase === "opening") this.#inputs.push(inbound);
    else this.#call?.input(input);
  }

  /** The call decides how it ends and then calls `close`. Without a call the line closes by itself. */
  #leave(reason: LeaveReason): void {
    if (!this.#listening) return;
    this.#leaveReason = reason;
    this.#enter("leaving");
    if (this.#call === undefined) this.close(reason);
    else this.#call.gone(reason);
  }

  #sendAll(messages: readonly OutgoingMessage[]): void {
    for (const message of messages) this.#outbox.send(message);
  }

  /** Marks concern this connection's audio, which is not resent on another one. */
  #sendMark(name: string | undefined): void {
    if (name === undefined) return;
    this.#outbox.sendUnnumbered({ type: "server-message", data: { type: "mark", name } });
  }

  #sendText(text: string): void {
    if (this.#speaking && this.#wire?.sendText(text) === false) this.stuck();
  }

  /** A returning client gets its missed messages first. */
  #catchUp(): void {
    if (this.#call === undefined || this.#wire === undefined) return;
    this.#again = this.#replay(this.#facts.session.lastSeq);
  }

  /** Repeats later messages under their numbers. */
  #replay(lastSeq: number | undefined): Replay | undefined {
    if (lastSeq === undefined) return undefined;
    const { texts, lost } = this.#said.after(lastSeq);
    for (const text of texts) this.#sendText(text);
    return { replayed: texts.length, lost };
  }
}
