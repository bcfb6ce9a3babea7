// Wire: a transport's connection to the client of a line.

import type { Frame } from "../audio/frame.ts";
import type { CloseCode } from "./close-codes.ts";

/** Carrier of a client's texts and the agent's audio: a socket, or a peer connection. Nothing here throws. */
export interface Wire {
  /** Bytes that wait for the client. */
  readonly bufferedBytes: number;
  /** False when the text was dropped because the client does not read. */
  sendText(text: string): boolean;
  play(frame: Frame): void;
  /** The reply's audio is complete. */
  flush(): void;
  /** Forget audio that has not left. A wire that keeps time itself ends with `last`. */
  clear(last?: Frame): void;
  /** Presses keys in the audio itself; absent: the client is only told of them. */
  press?(keys: string): void;
  close(closing: CloseCode): void;
  /** At once and without a word. */
  terminate(): void;
}
