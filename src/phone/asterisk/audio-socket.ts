// AudioSocket: a port at which Asterisk hands calls over as plain audio. A call begins with the UUID of a session
// created before; nothing else identifies the caller, so a UUID is secret and is used once.

import { createServer, type Server, type Socket } from "node:net";
import { type Frame, frameMs, silence } from "../../audio/frame.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import type { Log } from "../../base/log.ts";
import type { Ticker } from "../../base/ticker.ts";
import type { Arrival } from "../../session/arrival.ts";
import type { Converter } from "../../transport/downlink.ts";
import type { TransportCounters } from "../../transport/transport-counters.ts";
import { PhoneLine, type Telephone } from "../phone-line.ts";
import { AsteriskAudio } from "./asterisk-audio.ts";
import { audioFrame, idKind, type AudioSocketFrame, hangUpFrame, takeFrames } from "./audio-socket-frames.ts";

export interface AudioSocketParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly ticker: Ticker;
  readonly convert: (from: number, to: number) => Converter;
  readonly counters?: TransportCounters | undefined;
  /** Finds the session of a UUID, or rejects with a Fault. */
  readonly join: (id: string) => Promise<Arrival>;
}

/** Only a UUID is expected first. */
const idMsMax = 2_000;
/** Asterisk sends every 20 ms; a silent connection is broken. */
const silentMsMax = 8_000;
const connectionsMax = 1_000;
/** Rate of AudioSocket() in a dialplan, until the first audio shows the real one. */
const firstKind = 0x10;
const firstRate = 8_000;
/** Nothing is sent before it, or the channel would take it for audio of another rate; longer silence ends a call. */
const audioWaitedMs = 500;
/** Audio sent at once after a stall; older audio is dropped. */
const catchUpMsMax = 200;
/** Bytes that Asterisk has not read: 2 seconds of 48 kHz. */
const unsentBytesMax = 200_000;

export async function openAudioSocket(
  { host, port }: { readonly host: string; readonly port: number },
  parts: AudioSocketParts,
): Promise<AsyncDisposable & { readonly port: number }> {
  const calls = new Set<AudioSocketCall>();
  const server: Server = createServer({ noDelay: true }, (socket) => {
    const call = new AudioSocketCall(socket, parts, () => calls.delete(call));
    calls.add(call);
  });
  server.maxConnections = connectionsMax;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port }, resolve);
  await promise;
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      for (const call of calls) call.hangUp();
      await closed.promise;
    },
  };
}

class AudioSocketCall implements Telephone {
  readonly #o: AudioSocketParts;
  readonly #socket: Socket;
  readonly #line: PhoneLine;
  readonly #over: () => void;
  readonly #beat: Disposable;
  readonly #since: number;
  readonly #queue: Frame[] = [];
  #rest = Buffer.alloc(0);
  #kind = firstKind;
  #audio: AsteriskAudio | undefined;
  #id: string | undefined;
  #heardAt: number;
  /** Due time of the next 20 ms; undefined: nothing sent yet. */
  #nextAt: number | undefined;
  #isOver = false;

  constructor(socket: Socket, parts: AudioSocketParts, over: () => void) {
    this.#o = parts;
    this.#socket = socket;
    this.#over = over;
    this.#since = this.#heardAt = parts.clock.now();
    this.#line = new PhoneLine({ ...parts, telephone: this, transport: "asterisk" });
    this.#beat = parts.ticker.add((now) => this.#tick(now));
    socket.on("data", (bytes: Buffer) => this.#took(bytes));
    socket.on("error", () => undefined);
    socket.on("close", () => this.#ended("caller"));
  }

  play(frame: Frame): void {
    this.#queue.push(frame);
  }

  clear(last?: Frame): void {
    this.#queue.length = 0;
    if (last !== undefined) this.#queue.push(last);
  }

  /** AudioSocket has no frame for keys of this side. */
  press(): void {}

  /** Asterisk's dialplan continues when the call ends here; the protocol names no extension. */
  transfer(): void {
    this.#line.transferred({ ok: false });
  }

  hangUp(): void {
    if (!this.#isOver) this.#socket.write(hangUpFrame);
    this.#socket.destroySoon();
    this.#ended("caller");
  }

  #took(bytes: Buffer): void {
    this.#heardAt = this.#o.clock.now();
    // A connection that does not begin with a UUID is not Asterisk.
    if (this.#id === undefined && this.#rest.length === 0 && bytes[0] !== idKind)
      return void this.#socket.destroy();
    const { frames, rest } = takeFrames(this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]));
    this.#rest = Buffer.from(rest);
    for (const frame of frames) if (!this.#isOver) this.#take(frame);
  }

  #take(frame: AudioSocketFrame): void {
    if (this.#id === undefined && frame.type !== "id") return void this.#socket.destroy();
    switch (frame.type) {
      case "id":
        if (this.#id === undefined) void this.#join(frame.id);
        return;
      case "audio":
        if (this.#audio === undefined || frame.kind !== this.#kind) this.#use(frame.kind, frame.rate);
        if (this.#audio !== undefined) this.#line.hear(this.#audio.decode(frame.bytes));
        return;
      case "key":
        return this.#line.pressed(frame.key);
      case "hang-up":
      case "error":
        return void this.#socket.destroy();
      case "unknown":
        return;
    }
  }

  #use(kind: number, rate: number): void {
    this.#audio?.[Symbol.dispose]();
    this.#audio = new AsteriskAudio({ rate }, this.#o.convert);
    this.#kind = kind;
  }

  async #join(id: string): Promise<void> {
    this.#id = id;
    const { join, log } = this.#o;
    try {
      const arrival = await join(id);
      if (this.#isOver) return arrival.withdraw();
      await arrival.open(this.#line);
      this.#line.up();
    } catch (error) {
      log.warn("phone.refused", { reason: error instanceof Fault ? error.code : String(error) });
      this.hangUp();
    }
  }

  #tick(now: number): void {
    const isUnknown = this.#id === undefined && now - this.#since > idMsMax;
    if (isUnknown || now - this.#heardAt > silentMsMax) return void this.#socket.destroy();
    this.#line.beat(now);
    if (this.#id === undefined) return;
    if (this.#audio === undefined && now - this.#since > audioWaitedMs) this.#use(firstKind, firstRate);
    // At the end of this beat: the agent's next frame is queued in it too.
    if (this.#audio !== undefined) queueMicrotask(() => this.#send(now));
  }

  /** Asterisk buffers nothing and takes nothing back: one frame leaves every 20 ms, silence included. */
  #send(now: number): void {
    const audio = this.#audio;
    if (this.#isOver || audio === undefined) return;
    if (this.#socket.writableLength > unsentBytesMax) return void this.#socket.destroy();
    this.#nextAt ??= now;
    if (now - this.#nextAt > catchUpMsMax) this.#nextAt = now - catchUpMsMax;
    for (; this.#nextAt <= now; this.#nextAt += frameMs)
      this.#socket.write(audioFrame(this.#kind, audio.encode(this.#queue.shift() ?? silence)));
  }

  #ended(by: "caller"): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#beat[Symbol.dispose]();
    this.#audio?.[Symbol.dispose]();
    this.#line.left(by);
    this.#line[Symbol.dispose]();
    this.#over();
  }
}
