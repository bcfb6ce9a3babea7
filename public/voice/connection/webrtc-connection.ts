// WebRTC connection: the browser sends and plays audio itself, and messages go over a data channel.

import type { Connection, ConnectionEvents, NetworkFigures } from "./connection.ts";
import { figuresOf, whyNoPath } from "../network.ts";
import { addressAt, type CallAccess, headersOf } from "../call-access.ts";
import { explainSilence, isGoneFor, problemOf } from "../call-refusal.ts";
import { isThere } from "./keepalive.ts";

export interface PeerOptions {
  readonly query: URLSearchParams;
  readonly access: CallAccess;
  /** The caller's audio track; undefined to only listen. */
  readonly microphone: MediaStreamTrack | undefined;
  readonly onTrack: (stream: MediaStream) => void;
  readonly events: ConnectionEvents;
  /** Maximum time to connect, in milliseconds; undefined: until every path has been tried. */
  readonly connectMs?: number | undefined;
}

/** Timeout of a request to the server. */
const answerMsMax = 10_000;
/** Within this time ICE has tried every path. */
const connectMsMax = 15_000;
/** Candidates gathered within this time are sent in one request (trickle ICE, RFC 8838). */
const gatherMs = 100;
/** Longest wait for a server that has the connection to say so, in milliseconds. */
const aliveMsMax = 1_500;
/** A connection that stays disconnected for longer gets an ICE restart. */
const silentMsMax = 2_000;

export class PeerConnection implements Connection {
  readonly #options: PeerOptions;
  readonly #peer: RTCPeerConnection;
  readonly #channel: RTCDataChannel;
  readonly #found: RTCIceCandidate[] = [];
  #pcId: string | undefined;
  #gatherTimer: ReturnType<typeof setTimeout> | undefined;
  #connectTimer: ReturnType<typeof setTimeout> | undefined;
  #restartTimer: ReturnType<typeof setTimeout> | undefined;
  #phase: "opening" | "open" | "over" = "opening";
  /** True if the server has released the connection: there is nothing left to hang up. */
  #serverLeft = false;

  /** Never rejects: failures are reported as events. */
  static async open(options: PeerOptions): Promise<PeerConnection> {
    const connection = new PeerConnection(options, await iceServers(options.access));
    void connection.#connect();
    return connection;
  }

  private constructor(options: PeerOptions, servers: RTCIceServer[]) {
    this.#options = options;
    const { events, microphone, onTrack } = options;
    const peer = new RTCPeerConnection({ iceServers: servers });
    this.#peer = peer;
    this.#channel = peer.createDataChannel("chat");
    if (microphone === undefined) peer.addTransceiver("audio", { direction: "recvonly" });
    else peer.addTrack(microphone, new MediaStream([microphone]));
    peer.addEventListener("track", ({ track, streams }) => onTrack(streams[0] ?? new MediaStream([track])));
    peer.addEventListener("icecandidate", ({ candidate }) => this.#trickle(candidate));
    peer.addEventListener("connectionstatechange", () => {
      clearTimeout(this.#restartTimer);
      if (peer.connectionState === "failed") void this.#fail();
      if (peer.connectionState !== "disconnected") return;
      this.#restartTimer = setTimeout(() => void this.restartIce(), silentMsMax);
    });
    this.#channel.addEventListener("open", () => {
      if (this.#phase !== "opening") return;
      this.#phase = "open";
      clearTimeout(this.#connectTimer);
      events.opened();
    });
    this.#channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== "string" || this.#phase === "over") return;
      if (data.includes('"peerLeft"')) {
        this.#serverLeft = true;
        this.#close(1000);
      } else events.text(data);
    });
    this.#channel.addEventListener("close", () => this.#close(1006));
  }

  get isOpen(): boolean {
    return this.#phase === "open";
  }

  sendText(text: string): void {
    if (this.#channel.readyState === "open") this.#channel.send(text);
  }

  sendAudio(): void {
    // The microphone's track is sent directly.
  }

  async figures(): Promise<NetworkFigures | undefined> {
    return this.#phase === "open" ? figuresOf(await this.#peer.getStats()) : undefined;
  }

  hangUp(): void {
    // A request reports the end. If the channel reported it as well, that request would come too late and be refused.
  }

  close(): void {
    this.#phase = "over";
    clearTimeout(this.#connectTimer);
    clearTimeout(this.#gatherTimer);
    clearTimeout(this.#restartTimer);
    // keepalive: sent even while the page closes. Without it the server notices the end only after some seconds.
    if (this.#pcId !== undefined && !this.#serverLeft) {
      // The request must precede the peer's own end: afterwards the server would no longer know the connection.
      void this.#ask("DELETE", undefined, { keepalive: true })
        .catch(() => undefined)
        .finally(() => this.#peer.close());
    } else this.#peer.close();
  }

  abandon(): void {
    this.#serverLeft = true;
    this.close();
  }

  async #connect(): Promise<void> {
    const { access, events, connectMs = connectMsMax } = this.#options;
    try {
      const peer = this.#peer;
      await peer.setLocalDescription();
      const { localDescription } = peer;
      const response = await this.#ask("POST", { sdp: localDescription?.sdp, type: "offer" });
      if (this.#phase === "over") return;
      if (!response.ok) {
        const refusal = await problemOf(response);
        this.#refuse(refusal ?? { code: "unexplained", detail: `The server answered ${response.status}.` });
        return;
      }
      const answer = (await response.json()) as { readonly pc_id: string; readonly sdp: string };
      this.#pcId = answer.pc_id;
      this.#connectTimer = setTimeout(() => void this.#fail(), connectMs);
      await peer.setRemoteDescription({ type: "answer", sdp: answer.sdp });
      this.#sendFound();
    } catch {
      if (this.#phase !== "opening") return;
      this.#phase = "over";
      events.refused(await explainSilence(access.origin));
    }
  }

  #trickle(candidate: RTCIceCandidate | null): void {
    if (candidate === null || this.#phase === "over") return;
    this.#found.push(candidate);
    this.#gatherTimer ??= setTimeout(() => this.#sendFound(), gatherMs);
  }

  #sendFound(): void {
    clearTimeout(this.#gatherTimer);
    this.#gatherTimer = undefined;
    if (this.#pcId === undefined || this.#found.length === 0) return;
    const candidates = this.#found.splice(0).map((it) => it.toJSON());
    void this.#ask("PATCH", { candidates }).catch(() => undefined); // The server may find a path without these candidates.
  }

  /** Restarts ICE with a new offer for the same connection (RFC 8445, section 2.4), after the network changed. */
  async restartIce(): Promise<void> {
    const peer = this.#peer;
    if (this.#phase !== "open") return;
    try {
      await peer.setLocalDescription(await peer.createOffer({ iceRestart: true }));
      const offer = { sdp: peer.localDescription?.sdp, type: "offer", pc_id: this.#pcId };
      const response = await this.#send("/offer", offer, { method: "POST" });
      if (!response.ok) return this.#close(1006);
      const { sdp } = (await response.json()) as { readonly sdp: string };
      await peer.setRemoteDescription({ type: "answer", sdp });
    } catch {
      this.#close(1006);
    }
  }

  /** Asks by a request whether the server no longer has the connection. A refusal by the network is no answer. */
  async isGone(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(aliveMsMax);
      const response = await this.#ask("PATCH", { candidates: [] }, { signal });
      const refusal = response.ok ? undefined : await problemOf(response);
      return refusal !== undefined && isGoneFor(refusal);
    } catch (error) {
      // A hanging server counts as gone if another one answers.
      return (
        error instanceof DOMException &&
        error.name === "TimeoutError" &&
        (await isThere(this.#options.access.origin))
      );
    }
  }

  /** The connection carries nothing more. */
  lose(): void {
    this.#close(1006);
  }

  #ask(method: string, body: object | undefined, more: RequestInit = {}): Promise<Response> {
    const { query } = this.#options;
    const path = this.#pcId === undefined ? `/offer?${query.toString()}` : `/offer/${this.#pcId}`;
    return this.#send(path, body, { method, ...more });
  }

  #send(path: string, body: object | undefined, init: RequestInit): Promise<Response> {
    const { access } = this.#options;
    const headers = {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headersOf(access),
    };
    const signal = AbortSignal.timeout(answerMsMax);
    return fetch(addressAt(access, path), {
      headers,
      signal,
      ...(body && { body: JSON.stringify(body) }),
      ...init,
    });
  }

  /** The connection failed: reports a refusal with its reason before it was open, and a close afterwards. */
  async #fail(): Promise<void> {
    if (this.#phase === "opening") {
      const detail = whyNoPath(await this.#peer.getStats());
      this.#refuse({ code: "no-path", detail });
    } else this.#close(1006);
  }

  #refuse(refusal: { readonly code: string; readonly detail: string }): void {
    if (this.#phase !== "opening") return;
    this.#phase = "over";
    clearTimeout(this.#connectTimer);
    this.#options.events.refused(refusal);
  }

  #close(code: number): void {
    if (this.#phase !== "open") return;
    this.#phase = "over";
    this.#options.events.closed(code);
  }
}

/** The ICE servers that the server recommends; empty when it does not answer, because calls may work without. */
export async function iceServers(access: CallAccess): Promise<RTCIceServer[]> {
  try {
    const response = await fetch(addressAt(access, "/ice-servers"), {
      headers: headersOf(access),
      signal: AbortSignal.timeout(3_000),
    });
    const answer = (await response.json()) as { readonly iceServers?: RTCIceServer[] };
    return response.ok ? (answer.iceServers ?? []) : [];
  } catch {
    return [];
  }
}
