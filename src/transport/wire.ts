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
  /** Drops unsent audio. A wire with its own pace ends with `last`. */
  clear(last?: Frame): void;
  /** Sends keys in the audio itself; absent: the client only gets a message. */
  press?(keys: string): void;
  close(closing: CloseCode): void;
  /** At once and without last words. */
  terminate(): void;
}
