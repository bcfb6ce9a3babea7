// WebSocket connection: audio as binary messages, everything else as text.

import type { Connection, ConnectionEvents, NetworkFigures } from "./connection.ts";
import { explainRefusal } from "./call-refusal.ts";
import { wireText } from "./messages.ts";

/** Unsent bytes above which the microphone's audio is dropped: two seconds. */
const unsentBytesMax = 64_000;

/** Connects at once. The token travels as a WebSocket subprotocol, because browsers allow no other header. */
export class SocketConnection implements Connection {
  readonly #socket: WebSocket;

  constructor(query: URLSearchParams, token: string | undefined, events: ConnectionEvents) {
    const url = new URL(`/ws?${query.toString()}`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url, ["voice.v1", ...(token === undefined ? [] : [`bearer.${token}`])]);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    let opened = false;
    socket.addEventListener("open", () => {
      opened = true;
      events.opened();
    });
    socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === "string") events.text(data);
      else events.audio(data);
    });
    socket.addEventListener("close", ({ code }) => {
      if (opened) events.closed(code);
      else void explainRefusal(query, token).then((refusal) => events.refused(refusal));
    });
  }

  sendText(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  sendAudio(pcm: Int16Array<ArrayBuffer>): void {
    const socket = this.#socket;
    if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount < unsentBytesMax) socket.send(pcm);
  }

  figures(): Promise<NetworkFigures | undefined> {
    return Promise.resolve(undefined);
  }

  hangUp(): void {
    this.sendText(wireText("disconnect-bot"));
  }

  close(): void {
    this.#socket.close(1000);
  }
}
