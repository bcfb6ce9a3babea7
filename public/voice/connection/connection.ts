// Connection interface: the carrier of a call between page and server, a WebSocket or a peer connection.

import type { Refusal } from "../call-refusal.ts";

export interface ConnectionEvents {
  /** The server has accepted the call. */
  opened(): void;
  text(text: string): void;
  /** The agent's PCM16, for connections that carry audio as messages. */
  audio(bytes: ArrayBuffer): void;
  /** The connection broke, and is being reopened for the same session: `back` or `closed` follows. */
  away(): void;
  back(): void;
  /** An open connection was closed; `code` is a WebSocket close code (RFC 6455, section 7.4). */
  closed(code: number): void;
  refused(refusal: Refusal): void;
}

export interface Connection {
  sendText(text: string): void;
  /** Sends 20 ms of the microphone. Does nothing where the microphone's track is sent directly. */
  sendAudio(pcm: Int16Array<ArrayBuffer>): void;
  /** Network figures; undefined where they are not available. */
  figures(): Promise<NetworkFigures | undefined>;
  /**
   * Reports the end of the call to the server, for connections whose close does not. Close the connection afterwards.
   */
  hangUp(): void;
  close(): void;
  /** Releases the connection without ending the call: the page is left, and the session waits for its return. */
  abandon(): void;
}

/** Totals since the call began, from the browser's WebRTC statistics. */
export interface NetworkFigures {
  /** Share of the agent's packets that were lost, 0 to 1. */
  readonly lost: number;
  readonly jitterMs: number;
  readonly roundTripMs: number | undefined;
  /** Share of the agent's samples that the browser concealed, 0 to 1. */
  readonly concealed: number;
  /** Protocol and candidate types of the path, such as "udp host → host". */
  readonly path: string | undefined;
}

/** The output of the agent's audio. */
export interface Loudspeaker {
  /** Loudness of the sound heard now, 0 to 1. */
  readonly level: number;
  /** Drops all queued audio at once. */
  clear(): void;
  /** Resolves when the queued audio has been played. */
  drained(): Promise<void>;
  close(): Promise<void>;
}
