// Media socket: a WebSocket at which Asterisk's chan_websocket hands a call over. Audio is binary, in one of its
// formats; Asterisk plays it at its own pace, and drops its queue on FLUSH_MEDIA.

import { type Frame } from "../../audio/frame.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Ticker } from "../../base/ticker.ts";
import type { Converter } from "../../transport/downlink.ts";
import type { TransportCounters } from "../../transport/transport-counters.ts";
import type { Socket, SocketHandlers } from "../../transport/websocket-line.ts";
import type { Line } from "../../voice/line.ts";
import { PhoneLine, type Telephone } from "../phone-line.ts";
import { AsteriskAudio, audioFormatOf } from "./asterisk-audio.ts";
import {
  type MediaCommand,
  mediaCommand,
  type MediaEvent,
  type MediaForm,
  readMediaMessage,
} from "./media-messages.ts";

export interface MediaSocketOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly ticker: Ticker;
  readonly convert: (from: number, to: number) => Converter;
  readonly counters?: TransportCounters | undefined;
}

/** Subprotocol of Asterisk. */
export const mediaProtocol = "media";
/** Time until the audio's format is known; audio that comes earlier waits as long. */
const startMsMax = 5_000;
const earlyBytesMax = 64_000;
/** Asterisk sends audio all the time. */
const silentMsMax = 8_000;
const closedNormally = 1000;

export class MediaSocket implements Telephone, Disposable {
  readonly line: Line;
  readonly #o: MediaSocketOptions;
  readonly #line: PhoneLine;
  readonly #beat: Disposable;
  readonly #since: number;
  #socket: Socket | undefined;
  #form: MediaForm = "json";
  #audio: AsteriskAudio | undefined;
  #early: Uint8Array[] = [];
  #heardAt: number;
  /** Asterisk's queue is full: audio sent now is not heard. */
  #isFull = false;
  #isOver = false;

  constructor(options: MediaSocketOptions) {
    this.#o = options;
    this.#since = this.#heardAt = options.clock.now();
    this.#line = new PhoneLine({ ...options, telephone: this, transport: "asterisk" });
    this.line = this.#line;
    this.#beat = options.ticker.add((now) => this.#tick(now));
  }

  get handlers(): SocketHandlers {
    return {
      open: (socket) => (this.#socket = socket),
      message: (_, message) => {
        this.#heardAt = this.#o.clock.now();
        if (typeof message === "string") this.#told(message);
        else this.#heard(message);
      },
      drain: () => undefined,
      close: () => this[Symbol.dispose](),
    };
  }

  play(frame: Frame): void {
    if (!this.#isFull && this.#audio !== undefined) this.#socket?.sendBinary(this.#audio.encode(frame));
  }

  clear(last?: Frame): void {
    this.#command("FLUSH_MEDIA");
    if (last !== undefined) this.play(last);
  }

  /** Asterisk has no command for keys of this side. */
  press(): void {}

  /** The dialplan continues when the call ends here; the protocol names no extension. */
  transfer(): void {
    this.#line.transferred({ ok: false });
  }

  hangUp(): void {
    if (this.#isOver) return;
    this.#command("HANGUP");
    this.#socket?.close(closedNormally, "hangup");
    this[Symbol.dispose]();
  }

  /** The connection has closed. */
  [Symbol.dispose](): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#beat[Symbol.dispose]();
    this.#audio?.[Symbol.dispose]();
    this.#line.left("caller");
    this.#line[Symbol.dispose]();
  }

  #command(command: MediaCommand): void {
    this.#socket?.sendText(mediaCommand(command, this.#form));
  }

  #told(text: string): void {
    const message = readMediaMessage(text);
    if (message === undefined) return;
    this.#form = message.form;
    this.#happened(message.event);
  }

  #happened(event: MediaEvent): void {
    switch (event.type) {
      case "started":
        return this.#started(event);
      case "key":
        return this.#line.pressed(event.key);
      case "full":
      case "room":
        this.#isFull = event.type === "full";
        return;
      case "error":
        return this.#o.log.warn("phone.asterisk-error");
      case "other":
        return;
    }
  }

  #started({ format: name }: Extract<MediaEvent, { type: "started" }>): void {
    const format = audioFormatOf(name);
    if (format === undefined) {
      this.#o.log.warn("phone.asterisk-format", { format: name.slice(0, 32) });
      return this.hangUp();
    }
    this.#audio?.[Symbol.dispose]();
    this.#audio = new AsteriskAudio(format, this.#o.convert);
    this.#command("ANSWER");
    for (const bytes of this.#early.splice(0)) this.#heard(bytes);
    this.#line.up();
  }

  #heard(bytes: Uint8Array): void {
    if (this.#audio !== undefined) return this.#line.hear(this.#audio.decode(bytes));
    const waiting = this.#early.reduce((sum, { length }) => sum + length, 0);
    if (waiting + bytes.length <= earlyBytesMax) this.#early.push(new Uint8Array(bytes));
  }

  #tick(now: number): void {
    this.#line.beat(now);
    const isUnknown = this.#audio === undefined && now - this.#since > startMsMax;
    if (isUnknown || now - this.#heardAt > silentMsMax) this.hangUp();
  }
}
