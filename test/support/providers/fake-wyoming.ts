// Fake Wyoming server: a voice with Home Assistant's protocol on a real loopback socket. It has its own implementation
// of the framing, so that a mistake of the client is not repeated here.

import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { asRecord, asText } from "../../../src/providers/connection/json-fields.ts";
import { turn } from "../until.ts";
import { cut, toneBytes } from "./tts/speech-tone.ts";

/** Bytes are sent unchanged; after a promise nothing more is sent until it settles. */
export type WyomingPart = Uint8Array | Promise<unknown> | "close" | "hang";

export interface WyomingMessage {
  readonly type: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly payload?: Uint8Array;
}

const voices: readonly string[] = ["en_US-lessac-medium", "en_GB-alan-low"];
const format = { rate: 22_050, width: 2, channels: 1 };

/** A message as the reference implementation writes it; `inline`: as its documentation shows it. */
export function frame({ type, data = {}, payload }: WyomingMessage, inline = false): Uint8Array {
  const bytes = Buffer.from(JSON.stringify(data));
  const hasData = Object.keys(data).length > 0;
  const line = {
    type,
    version: "1.10.2",
    ...(hasData && inline ? { data } : {}),
    ...(hasData && !inline ? { data_length: bytes.length } : {}),
    ...(payload === undefined ? {} : { payload_length: payload.length }),
  };
  const parts = [Buffer.from(`${JSON.stringify(line)}\n`), ...(hasData && !inline ? [bytes] : [])];
  return Buffer.concat([...parts, ...(payload === undefined ? [] : [payload])]);
}

/** A text as speech: the format, some chunks of odd length, the end. */
export function spoken(text: string, change: Readonly<Record<string, unknown>> = {}): WyomingMessage[] {
  const data = { ...format, ...change };
  const audio = toneBytes(text, Number(data.rate));
  const chunks = cut(audio, 7).map((payload) => ({ type: "audio-chunk", data, payload }));
  return [{ type: "audio-start", data }, ...chunks, { type: "audio-stop" }];
}

export class FakeWyoming implements AsyncDisposable {
  url = "";
  readonly problems: string[] = [];
  /** Behaviour for the next texts instead of speaking them. */
  readonly scripts: (readonly WyomingPart[])[] = [];
  readonly texts: { readonly text: string; readonly voice: string }[] = [];
  /** After the first chunk of a speech nothing more is sent until this settles. */
  hold: Promise<unknown> | undefined;
  /** Connections that are open. */
  open = 0;
  /** The next answers are sent in pieces of this many bytes. */
  pieceBytes: number | undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<FakeWyoming> {
    const server = createServer();
    const fake = new FakeWyoming(server);
    server.on("connection", (socket: Socket) => fake.#serve(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    fake.url = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return fake;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(socket: Socket): void {
    this.open += 1;
    this.#sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.open -= 1;
      this.#sockets.delete(socket);
    });
    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const end = received.indexOf("\n");
      if (end < 0) return;
      const head = asRecord(JSON.parse(received.subarray(0, end).toString()));
      const length = end + 1 + Number(head["data_length"] ?? 0);
      if (received.length < length) return;
      const data: unknown =
        length > end + 1 ? JSON.parse(received.subarray(end + 1, length).toString()) : head["data"];
      received = received.subarray(length);
      void this.#play(socket, this.#answer(head, asRecord(data)));
    });
  }

  #answer(
    head: Readonly<Record<string, unknown>>,
    data: Readonly<Record<string, unknown>>,
  ): readonly WyomingPart[] {
    const must = (condition: boolean, problem: string) => condition || this.problems.push(problem);
    const { text, voice, ...others } = data;
    must(head["type"] === "synthesize", `type ${asText(head["type"])}`);
    must(typeof text === "string" && text !== "", "no text");
    must(head["payload_length"] === undefined, "a payload");
    must(Object.keys(others).length === 0, `fields ${Object.keys(others).join(" ")}`);
    const named = asRecord(voice)["name"];
    must(voice === undefined || typeof named === "string", "a voice without a name");
    this.texts.push({ text: asText(text), voice: asText(named) });
    const script = this.scripts.shift();
    if (script !== undefined) return script;
    if (named !== undefined && !voices.includes(asText(named))) {
      return [frame({ type: "error", data: { text: asText(named), code: "VoiceNotFoundError" } })];
    }
    const [start, chunk, ...more] = spoken(asText(text)).map((message) => frame(message));
    return [start!, chunk!, ...(this.hold === undefined ? [] : [this.hold]), ...more];
  }

  async #play(socket: Socket, parts: readonly WyomingPart[]): Promise<void> {
    for (const part of parts) {
      if (part === "hang" || socket.destroyed) return;
      if (part instanceof Promise) {
        await part;
        continue;
      }
      if (part === "close") return void socket.end();
      for (const piece of cut(part, Math.ceil(part.length / (this.pieceBytes ?? part.length)))) {
        const goesOut = socket.write(piece);
        if (!goesOut) await new Promise((resolve) => socket.once("drain", resolve).once("close", resolve));
        await turn();
      }
    }
  }
}
