// Fake Asterisk: hands a call over as documented for AudioSocket and chan_websocket, and records the answers.

import { connect } from "node:net";
import { audioFrame, takeFrames } from "../../../src/phone/asterisk/audio-socket-frames.ts";
import { readMediaMessage } from "../../../src/phone/asterisk/media-messages.ts";

export interface FakeChannel extends Disposable {
  /** Bytes of the agent's audio so far. */
  readonly heardBytes: number;
  /** Bytes of audio that are not silence. */
  readonly loudBytes: number;
  /** Received commands, and the reason of the end. */
  readonly told: readonly string[];
  /** Lengths of received audio messages. */
  readonly sizes: ReadonlySet<number>;
  /** Audio of its caller. */
  say(pcm: Int16Array): void;
  press(key: string): void;
  /** The caller hangs up. */
  hangUp(): void;
  readonly over: Promise<void>;
}

const pcmBytes = (pcm: Int16Array): Buffer => Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
const loud = (bytes: Uint8Array): number => bytes.filter((byte) => byte !== 0 && byte !== 255).length;

/** AudioSocket() of a dialplan: 8 kHz. */
export async function audioSocketCall(port: number, call: string): Promise<FakeChannel> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const told: string[] = [];
  const sizes = new Set<number>();
  const over = Promise.withResolvers<void>();
  let [heardBytes, loudBytes] = [0, 0];
  let rest = Buffer.alloc(0);
  socket.on("data", (bytes: Buffer) => {
    const taken = takeFrames(Buffer.concat([rest, bytes]));
    rest = Buffer.from(taken.rest);
    for (const frame of taken.frames) {
      if (frame.type !== "audio") {
        told.push(frame.type);
        continue;
      }
      heardBytes += frame.bytes.length;
      loudBytes += loud(frame.bytes);
      sizes.add(frame.bytes.length);
    }
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    told.push("closed");
    over.resolve();
  });
  const opened = Promise.withResolvers<void>();
  socket.once("connect", opened.resolve);
  await opened.promise;
  socket.write(Buffer.concat([Buffer.from([0x01, 0, 16]), Buffer.from(call.replaceAll("-", ""), "hex")]));
  const silence = new Int16Array(160);
  const feed = setInterval(() => socket.write(audioFrame(0x10, pcmBytes(silence))), 20);
  void over.promise.then(() => clearInterval(feed));
  return {
    get heardBytes() {
      return heardBytes;
    },
    get loudBytes() {
      return loudBytes;
    },
    told,
    sizes,
    say: (pcm) => void socket.write(audioFrame(0x10, pcmBytes(pcm))),
    press: (key) => void socket.write(Buffer.concat([Buffer.from([0x03, 0, 1]), Buffer.from(key)])),
    hangUp: () => socket.destroySoon(),
    over: over.promise,
    [Symbol.dispose]() {
      clearInterval(feed);
      socket.destroy();
    },
  };
}

/** Dial(WebSocket/…/c(FORMAT)): audio in that format. `words`: the control messages from before JSON. */
export async function mediaSocketCall(
  url: string,
  {
    format,
    frameBytes,
    words = false,
  }: { readonly format: string; readonly frameBytes: number; readonly words?: boolean },
): Promise<FakeChannel> {
  const socket = new WebSocket(url, ["media"]);
  socket.binaryType = "arraybuffer";
  const told: string[] = [];
  const sizes = new Set<number>();
  const over = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  let [heardBytes, loudBytes] = [0, 0];
  const silent = new Uint8Array(frameBytes).fill(format === "ulaw" ? 255 : 0);
  socket.addEventListener("message", ({ data }) => {
    if (typeof data === "string") {
      const command = data.startsWith("{") ? (JSON.parse(data) as { command: string }).command : data;
      told.push(`${command}${data.startsWith("{") === words ? " in the wrong form" : ""}`);
      return;
    }
    const bytes = new Uint8Array(data as ArrayBuffer);
    heardBytes += bytes.length;
    loudBytes += loud(bytes);
    sizes.add(bytes.length);
  });
  socket.addEventListener("open", () => opened.resolve());
  socket.addEventListener("error", () => opened.reject(new Error("The media socket was refused")));
  const feed = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) socket.send(silent);
  }, 20);
  socket.addEventListener("close", () => {
    clearInterval(feed);
    told.push("closed");
    over.resolve();
  });
  await opened.promise;
  const tell = (event: string, fields: Record<string, string | number>): void => {
    const plain = [event, ...Object.entries(fields).map(([name, value]) => `${name}:${value}`)].join(" ");
    const text = words ? plain : JSON.stringify({ event, ...fields });
    if (readMediaMessage(text) === undefined) throw new Error(`No message: ${text}`);
    socket.send(text);
  };
  // Audio may arrive before the first message.
  socket.send(silent);
  tell("MEDIA_START", {
    connection_id: "media",
    channel: "WebSocket/media",
    format,
    optimal_frame_size: frameBytes,
  });
  return {
    get heardBytes() {
      return heardBytes;
    },
    get loudBytes() {
      return loudBytes;
    },
    told,
    sizes,
    say: (pcm) => socket.send(new Uint8Array(pcmBytes(pcm))),
    press: (key) => tell("DTMF_END", { digit: key }),
    hangUp: () => socket.close(),
    over: over.promise,
    [Symbol.dispose]() {
      clearInterval(feed);
      socket.close();
    },
  };
}
