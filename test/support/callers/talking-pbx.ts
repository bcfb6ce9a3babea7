// Talking PBX: a registrar without passwords that calls its extensions and keeps each call busy: words or silence each
// 20 ms, and a recording of the agent. It follows a call that is renewed from another address, and never hangs up by
// itself.

import { decodeG711, encodeG711 } from "../../../src/audio/g711.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { SipEndpoint } from "../../../src/phone/sip-endpoint.ts";
import { openPortOf, openUdpPort, type Remote } from "../../../src/phone/udp-port.ts";
import { readAddress, readUri } from "../../../src/sip/header-values.ts";
import { answerTo } from "../../../src/sip/sip-answer.ts";
import { headerOf, type SipRequest, type SipResponse } from "../../../src/sip/sip-message.ts";
import { readRtp, writeRtp } from "../../../src/transport/rtp/rtp-packet.ts";
import { type Impairment, UdpRelay } from "./udp-relay.ts";
import { until } from "../until.ts";

const host = "127.0.0.1";
const silence = new Uint8Array(160).fill(0xd5);
/** Louder frames are speech: -40 dB. */
const loudEnergy = 328 ** 2;

const sdpAt = (port: number): string =>
  `v=0\r\no=- 1 1 IN IP4 ${host}\r\ns=-\r\nc=IN IP4 ${host}\r\nt=0 0\r\nm=audio ${port} RTP/AVP 8\r\n`;
const audioPortOf = (sdp: string): number => Number(/^m=audio (\d+)/m.exec(sdp)?.[1] ?? 0);

type Ask = (request: SipRequest, to: Remote) => Promise<SipResponse>;

/** A telephone in a call. */
export class TalkingCall implements AsyncDisposable {
  readonly #ask: Ask;
  readonly #id = crypto.randomUUID();
  readonly #user: string;
  readonly #pbx: Remote;
  #rtp: Awaited<ReturnType<typeof openPortOf>>;
  #to: Remote | undefined;
  #target: Remote;
  #timer: Timer | undefined;
  #remote = "";
  #sent = 0;
  /** When the agent was loud, by `performance.now`. */
  readonly loudAt: number[] = [];
  /** Recording of the agent: received audio with its times. */
  readonly recording: { readonly at: number; readonly pcm: Int16Array }[] = [];
  /** Packets of words to be sent. */
  readonly #words: Uint8Array[] = [];
  #relay: UdpRelay | undefined;
  /** Time of the last beginning of words, by `performance.now`. */
  spokeAt = 0;
  /** The longest time without a packet. */
  longestGap = { from: 0, ms: 0 };
  heardAt = 0;
  /** True after the other side has hung up. */
  isOver = false;
  renewals = 0;

  constructor(user: string, pbx: Remote, at: Remote, ask: Ask) {
    this.#user = user;
    this.#pbx = pbx;
    this.#target = at;
    this.#ask = ask;
  }

  get id(): string {
    return this.#id;
  }

  /** PCM16 at 8 kHz. */
  say(pcm: Int16Array): void {
    this.spokeAt = 0;
    for (let at = 0; at < pcm.length; at += silence.length)
      this.#words.push(encodeG711(pcm.slice(at, at + silence.length), "alaw"));
  }

  /** From here on the audio passes a bad network. */
  async worsen(impairment: Partial<Impairment>): Promise<void> {
    const { host: address, port } = this.#to ?? { host, port: 0 };
    this.#relay = await UdpRelay.open({ address, port }, impairment);
    this.#to = { host, port: this.#relay.port };
  }

  /** False: busy. `loses`: the ACK never arrives. */
  async begin(loses?: "ack"): Promise<boolean> {
    this.#rtp = await openPortOf(undefined, host, (bytes) => this.#hear(bytes));
    const invite = this.#request("INVITE", 1, sdpAt(this.#rtp?.port ?? 0));
    const answer = await this.#ask(invite, this.#target);
    if (answer.status === 486) return false;
    if (answer.status !== 200) throw new Error(`The call was answered by ${answer.status}`);
    this.#remote = headerOf(answer, "to") ?? "";
    this.#to = { host, port: audioPortOf(answer.body) };
    if (loses === undefined) await this.#ask(this.#request("ACK", 1), this.#target);
    this.#timer = setInterval(() => this.#speak(), 20);
    return true;
  }

  /** The other side has moved; returns the address of this side. */
  renewed(request: SipRequest): string {
    this.renewals += 1;
    this.#to = { host, port: audioPortOf(request.body) };
    this.#target = remoteOf(headerOf(request, "contact") ?? "");
    return sdpAt(this.#rtp?.port ?? 0);
  }

  /** Simulates a pulled cable: even its BYE is lost. */
  fallSilent(): void {
    clearInterval(this.#timer);
  }

  async hangUp(): Promise<SipResponse> {
    this.fallSilent();
    return await this.#ask(this.#request("BYE", 2), this.#target);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    this.#rtp?.[Symbol.dispose]();
    this.#relay?.[Symbol.dispose]();
    this.#relay = undefined;
    await Promise.resolve();
  }

  #request(method: string, number: number, body = ""): SipRequest {
    const uri = `sip:${this.#user}@${this.#target.host}:${this.#target.port}`;
    return {
      method,
      uri,
      headers: [
        ["max-forwards", "70"],
        ["from", `<sip:100@${host}>;tag=them`],
        ["to", this.#remote || `<${uri}>`],
        ["call-id", this.#id],
        ["cseq", `${number} ${method}`],
        ["contact", `<sip:pbx@${host}:${this.#pbx.port}>`],
        ...(body === "" ? [] : [["content-type", "application/sdp"] as const]),
      ],
      body,
    };
  }

  #speak(): void {
    const sequence = this.#sent++;
    const words = this.#words.shift();
    if (words !== undefined && this.spokeAt === 0) this.spokeAt = performance.now();
    const payload = words?.length === silence.length ? words : silence;
    const packet = {
      sequence: sequence & 0xffff,
      timestamp: sequence * 160,
      marker: false,
      payload,
    };
    if (this.#to !== undefined) this.#rtp?.send(writeRtp(packet, 8, 7), this.#to);
  }

  #hear(bytes: Buffer): void {
    const packet = readRtp(bytes);
    if (packet?.payloadType !== 8) return;
    const now = performance.now();
    const ms = this.heardAt === 0 ? 0 : now - this.heardAt;
    if (ms > this.longestGap.ms) this.longestGap = { from: this.heardAt, ms };
    this.heardAt = now;
    const pcm = decodeG711(packet.payload, "alaw");
    this.recording.push({ at: now, pcm });
    const energy = pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length;
    if (energy > loudEnergy) this.loudAt.push(now);
  }
}

function remoteOf(contact: string): Remote {
  const { host: at = host, port = 5060 } = readUri(readAddress(contact).uri) ?? {};
  return { host: at, port };
}

export async function talkingPbx() {
  const contacts = new Map<string, Remote>();
  const calls = new Map<string, TalkingCall>();
  const port = await openUdpPort(0, host, (bytes, from) => endpoint.heard(bytes, from));
  const self: Remote = { host, port: port.port };
  const answer = (request: SipRequest, status: number, body = ""): void => {
    const headers = [
      ["contact", `<sip:pbx@${host}:${port.port}>`],
      ["expires", "600"],
    ] as const;
    endpoint.answer(request, answerTo(request, status, { tag: "them", headers, body }));
  };
  const endpoint: SipEndpoint = new SipEndpoint({
    clock: wallClock,
    self: () => self,
    send: (text, to) => port.send(text, to),
    isPeer: () => true,
    handler: {
      request(request, from) {
        const call = calls.get(headerOf(request, "call-id") ?? "");
        if (request.method === "INVITE" && call !== undefined)
          return answer(request, 200, call.renewed(request));
        if (request.method === "BYE" && call !== undefined) call.isOver = true;
        if (request.method === "REGISTER") contacts.set(userOf(request), from);
        return answer(request, 200);
      },
      acknowledged: () => undefined,
      cancelled: () => undefined,
      unacknowledged: () => undefined,
    },
  });
  const ask: Ask = (request, to) => {
    const { promise, resolve, reject } = Promise.withResolvers<SipResponse>();
    const heard = (response: SipResponse | undefined): void => {
      if (response === undefined) reject(new Error(`No answer to ${request.method}`));
      else if (response.status >= 200) resolve(response);
    };
    if (request.method === "ACK") {
      endpoint.acknowledge(request, to);
      return Promise.resolve({ status: 200, reason: "", headers: [], body: "" });
    }
    if (request.method === "INVITE") endpoint.invite(request, to, heard);
    else endpoint.request(request, to, heard);
    return promise;
  };
  return {
    port: port.port,
    contacts,
    async call(user: string, loses?: "ack"): Promise<TalkingCall> {
      await until(`registration of ${user}`, () => contacts.has(user));
      // A machine with other work is busy now and then.
      for (let tries = 0; tries < 50; tries += 1) {
        const call = new TalkingCall(user, self, contacts.get(user) ?? self, ask);
        calls.set(call.id, call);
        if (await call.begin(loses)) return call;
        await call[Symbol.asyncDispose]();
        calls.delete(call.id);
        await Bun.sleep(200);
      }
      throw new Error(`${user} is busy`);
    },
    async [Symbol.asyncDispose]() {
      for (const call of calls.values()) await call[Symbol.asyncDispose]();
      endpoint[Symbol.dispose]();
      port[Symbol.dispose]();
    },
  };
}

const userOf = (request: SipRequest): string =>
  readUri(readAddress(headerOf(request, "to") ?? "").uri)?.user ?? "";
