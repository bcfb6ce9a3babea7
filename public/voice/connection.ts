// Connection interface: what carries a call between page and server, a WebSocket or a peer connection.

import type { Refusal } from "./call-refusal.ts";

export interface ConnectionEvents {
  /** The server takes the call. */
  opened(): void;
  text(text: string): void;
  /** PCM16 of the agent, where it comes as messages. */
  audio(bytes: ArrayBuffer): void;
  /** The connection was there and is gone; `code` as WebSocket counts them. */
  closed(code: number): void;
  refused(refusal: Refusal): void;
}

export interface Connection {
  sendText(text: string): void;
  /** 20 ms of the microphone; dropped where the microphone itself is connected. */
  sendAudio(pcm: Int16Array<ArrayBuffer>): void;
  /** How the network does; undefined where nothing is known. */
  figures(): Promise<NetworkFigures | undefined>;
  close(): void;
}

/** As the browser counts them, since the call began. */
export interface NetworkFigures {
  /** Of the agent's packets, 0 to 1. */
  readonly lost: number;
  readonly jitterMs: number;
  readonly roundTripMs: number | undefined;
  /** Share of the agent's sound that the browser had to make up, 0 to 1. */
  readonly concealed: number;
  /** The way that the packets take, such as "udp host → host". */
  readonly path: string | undefined;
}

/** Where the agent's sound comes out. */
export interface Loudspeaker {
  /** Loudness of what is heard now, 0 to 1. */
  readonly level: number;
  /** Silence, at once. */
  clear(): void;
  /** Resolves when nothing is played any more. */
  drained(): Promise<void>;
  close(): Promise<void>;
}
