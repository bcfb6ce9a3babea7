// Odd phone: the PBX of an extension as bare datagrams, so that a test can send messages that no library would. It
// accepts each registration, and records received messages.

import { frameMs } from "../../../src/audio/frame.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { Ticker } from "../../../src/base/ticker.ts";
import { PhoneExtension } from "../../../src/phone/phone-extension.ts";
import { answerTo } from "../../../src/sip/sip-answer.ts";
import {
  headerOf,
  isRequest,
  readMessage,
  sequenceOf,
  type SipRequest,
  type SipResponse,
  writeMessage,
} from "../../../src/sip/sip-message.ts";
import { type HeardRtp, readRtp, writeRtp } from "../../../src/transport/rtp/rtp-packet.ts";
import type { CallInput } from "../../../src/voice/call-event.ts";
import type { CallSide, Line } from "../../../src/voice/line.ts";
import { until } from "../until.ts";

const host = "127.0.0.1";

export const sdpOf = (port: number, types = "0", more = ""): string =>
  `v=0\r\no=- 1 1 IN IP4 ${host}\r\ns=-\r\nc=IN IP4 ${host}\r\nt=0 0\r\nm=audio ${port} RTP/AVP ${types}\r\n${more}`;

export const sdpHeader = "Content-Type: application/sdp\r\n";

/** A request with chosen header lines. */
export interface OddRequest {
  readonly method: string;
  readonly number: number;
  /** Without a branch no transaction of RFC 3261 begins. */
  readonly branch?: string | undefined;
  readonly callId?: string;
  readonly from?: string;
  /** Tag of the extension, once it is known. */
  readonly toTag?: string;
  readonly more?: string;
  readonly body?: string;
}

/** An inactive session, and the events of its call. */
export interface OddCall {
  readonly line: Line;
  readonly inputs: CallInput[];
  readonly told: string[];
  heardFrames: number;
}

async function rtpPort() {
  const heard: HeardRtp[] = [];
  const data = (_: unknown, bytes: Buffer): void => {
    const packet = readRtp(bytes);
    if (packet !== undefined) heard.push({ ...packet, payload: Uint8Array.from(packet.payload) });
  };
  const socket = await Bun.udpSocket({ hostname: host, port: 0, socket: { data } });
  return { socket, heard, port: socket.port };
}

export class OddPhone implements AsyncDisposable {
  readonly messages: (SipRequest | SipResponse)[] = [];
  readonly calls: OddCall[] = [];
  readonly rtp: Awaited<ReturnType<typeof rtpPort>>;
  readonly other: Awaited<ReturnType<typeof rtpPort>>;
  readonly port: number;
  #extension: PhoneExtension | undefined;
  #at = 0;
  #sequence = 0;
  readonly #socket: Bun.udp.Socket<"buffer">;

  private constructor(socket: Bun.udp.Socket<"buffer">, ports: readonly OddPhone["rtp"][]) {
    this.#socket = socket;
    this.port = socket.port;
    [this.rtp, this.other] = ports as [OddPhone["rtp"], OddPhone["rtp"]];
  }

  static async open(): Promise<OddPhone> {
    let phone: OddPhone | undefined;
    const data = (_: unknown, bytes: Buffer, port: number): void => phone?.heard(bytes, port);
    const socket = await Bun.udpSocket({ hostname: host, port: 0, socket: { data } });
    phone = new OddPhone(socket, [await rtpPort(), await rtpPort()]);
    await phone.#register();
    return phone;
  }

  async #register(): Promise<void> {
    this.#extension = await PhoneExtension.open({
      clock: wallClock,
      log: silentLog,
      ticker: new Ticker(wallClock, frameMs),
      convert: await loadResampler(),
      rtpPorts: undefined,
      extension: { domain: host, user: "620", loginName: "620", password: "secret" },
      registrar: { host, port: this.port, transport: "udp" },
      port: 0,
      dials: [],
      transferred: () => undefined,
      expire: () => undefined,
      arrive: () =>
        Promise.resolve({
          session: {
            sessionId: "ses",
            mode: "flow",
            programId: "welcome",
            resumed: false,
            said: undefined as never,
          },
          open: (line) => (this.#begin(line), Promise.resolve()),
          withdraw: () => undefined,
        }),
    });
    await until("registration", () => this.#extension?.state?.phase === "registered");
  }

  #begin(line: Line): void {
    const call: OddCall = { line, inputs: [], told: [], heardFrames: 0 };
    const side: CallSide = {
      ready: () => void call.told.push("ready"),
      hear: () => void (call.heardFrames += 1),
      input: (input) => void call.inputs.push(input),
      gone: (reason) => void call.told.push(`gone ${reason}`),
    };
    this.calls.push(call);
    line.attach(side);
  }

  heard(bytes: Buffer, port: number): void {
    const message = readMessage(bytes);
    if (message === undefined) return;
    if (!isRequest(message)) return void this.messages.push(message);
    if (message.method !== "REGISTER") this.messages.push(message);
    if (message.method === "ACK") return;
    this.#at = port;
    const headers = [["expires", "600"]] as const;
    this.#socket.send(writeMessage(answerTo(message, 200, { tag: "pbx", headers })), port, host);
  }

  say(text: string): void {
    this.#socket.send(text, this.#at, host);
  }

  /** Sends a request; returns its text, for repetitions. */
  ask({ method, number, branch, callId = "odd", from, toTag, more = "", body = "" }: OddRequest): string {
    const tag = toTag === undefined ? "" : `;tag=${toTag}`;
    const named = branch === undefined ? "" : `;branch=${branch}`;
    const text = [
      `${method} sip:620@${host}:${this.#at} SIP/2.0`,
      `Via: SIP/2.0/UDP ${host}:${this.port}${named}`,
      `From: ${from ?? `<sip:100@${host}>;tag=them`}`,
      `To: <sip:620@${host}>${tag}`,
      `Call-ID: ${callId}`,
      `CSeq: ${number} ${method}`,
      `Contact: <sip:100@${host}:${this.port}>`,
      ...more.split("\r\n").filter((line) => line !== ""),
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n");
    this.say(text);
    return text;
  }

  /** The final answers to a request of this number. */
  answers(method: string, number: number, callId = "odd"): readonly SipResponse[] {
    return this.messages.filter((message): message is SipResponse => {
      if (isRequest(message) || message.status < 200 || headerOf(message, "call-id") !== callId) return false;
      const sequence = sequenceOf(message);
      return sequence?.method === method && sequence.number === number;
    });
  }

  requests(method: string): readonly SipRequest[] {
    return this.messages.filter(
      (message): message is SipRequest => isRequest(message) && message.method === method,
    );
  }

  async answer(method: string, number: number, callId = "odd"): Promise<SipResponse> {
    await until(
      `answer to ${method} ${number}`,
      () => this.answers(method, number, callId).length > 0,
      5_000,
    );
    return this.answers(method, number, callId)[0]!;
  }

  /** A call with audio; `body`: its offer. */
  async talk(
    body = sdpOf(this.rtp.port),
    more = "",
  ): Promise<{ readonly tag: string; readonly call: OddCall }> {
    this.ask({ method: "INVITE", number: 1, branch: "z9hG4bK-1", body, more: sdpHeader + more });
    const { status, headers } = await this.answer("INVITE", 1);
    if (status !== 200) throw new Error(`The call was answered by ${status}`);
    const tag = /;tag=(\S+)/.exec(headers.find(([name]) => name === "to")?.[1] ?? "")?.[1] ?? "";
    this.ask({ method: "ACK", number: 1, branch: "z9hG4bK-1a", toTag: tag });
    await until("call that is up", () => this.calls[0]?.told.includes("ready") === true, 5_000);
    return { tag, call: this.calls[0]! };
  }

  /** Port at which the extension receives the audio of an answer. */
  static portIn(answer: SipResponse): number {
    return Number(/^m=audio (\d+)/m.exec(answer.body)?.[1] ?? 0);
  }

  /** Sends a packet of audio, or of keys. */
  sound(
    to: number,
    {
      payload = new Uint8Array(160).fill(0xff),
      type = 0,
      timestamp,
      from = this.rtp,
      ssrc = 7,
    }: {
      readonly payload?: Uint8Array;
      readonly type?: number;
      readonly timestamp?: number;
      readonly from?: OddPhone["rtp"];
      readonly ssrc?: number;
    } = {},
  ): void {
    const sequence = this.#sequence++;
    const packet = { sequence, timestamp: timestamp ?? sequence * 160, marker: false, payload };
    from.socket.send(writeRtp(packet, type, ssrc), to, host);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#extension?.[Symbol.asyncDispose]();
    this.#socket.close();
    this.rtp.socket.close();
    this.other.socket.close();
  }
}
