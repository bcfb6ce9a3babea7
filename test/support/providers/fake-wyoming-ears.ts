// Fake Wyoming recogniser: Home Assistant's protocol on a real loopback socket, over marked speech. It has its own
// implementation of the framing, and closes after a transcript, like wyoming-faster-whisper.

import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { asRecord, asText } from "../../../src/providers/connection/json-fields.ts";
import { frame, type WyomingMessage } from "./fake-wyoming.ts";
import { MarkedEar } from "./stt/marked-speech.ts";

/** Misbehaviour of one connection. */
export interface EarsScript {
  /** Does not answer `describe`, or the end of the turn. */
  readonly mute?: "describe" | "audio-stop";
  /** Replaces its description. */
  readonly info?: Readonly<Record<string, unknown>>;
  /** Closes at this message. */
  readonly closeAt?: string;
  /** Sends these bytes instead of its answer to this message. */
  readonly instead?: { readonly at: string; readonly bytes: Uint8Array };
  /** Sends each word as soon as it is known, and the end of the transcript; `only`: never the whole text. */
  readonly streams?: "also" | "only";
  /** Sends its answers in pieces of this many bytes. */
  readonly pieceBytes?: number;
}

const about = {
  attribution: { name: "nobody", url: "http://127.0.0.1" },
  installed: true,
  description: "Understands marked speech",
  version: "1",
};
const info = {
  asr: [{ name: "faster-whisper", ...about, models: [{ name: "base", languages: ["en"], ...about }] }],
  tts: [],
};

export class FakeWyomingEars implements AsyncDisposable {
  url = "";
  readonly problems: string[] = [];
  /** One script for each future connection. */
  readonly scripts: EarsScript[] = [];
  /** Types of the messages that each connection received, audio once. */
  readonly heard: string[][] = [];
  readonly transcribe: Readonly<Record<string, unknown>>[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(...scripts: readonly EarsScript[]): Promise<FakeWyomingEars> {
    const server = createServer();
    const fake = new FakeWyomingEars(server);
    fake.scripts.push(...scripts);
    server.on("connection", (socket: Socket) => fake.#serve(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    fake.url = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return fake;
  }

  /** Connections that are open. */
  get open(): number {
    return this.#sockets.size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  must(condition: boolean, problem: string): void {
    if (!condition) this.problems.push(problem);
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    const types: string[] = [];
    this.heard.push(types);
    const turn = new EarsTurn(this, this.scripts.shift() ?? {}, socket);
    let received = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      for (;;) {
        const end = received.indexOf("\n");
        if (end < 0) return;
        const head = asRecord(JSON.parse(received.subarray(0, end).toString()));
        const dataEnd = end + 1 + Number(head["data_length"] ?? 0);
        const length = dataEnd + Number(head["payload_length"] ?? 0);
        if (received.length < length) return;
        const data = dataEnd > end + 1 ? JSON.parse(received.subarray(end + 1, dataEnd).toString()) : {};
        const payload = received.subarray(dataEnd, length);
        received = received.subarray(length);
        const type = asText(head["type"]);
        if (types.at(-1) !== type) types.push(type);
        turn.take({ type, data: asRecord(data), payload });
      }
    });
  }
}

class EarsTurn {
  readonly #fake: FakeWyomingEars;
  readonly #script: EarsScript;
  readonly #socket: Socket;
  readonly #ear = new MarkedEar();
  #state: "idle" | "asked" | "listening" | "over" = "idle";
  #told = 0;

  constructor(fake: FakeWyomingEars, script: EarsScript, socket: Socket) {
    this.#fake = fake;
    this.#script = script;
    this.#socket = socket;
  }

  take({ type, data, payload }: Required<WyomingMessage>): void {
    const { closeAt, instead, mute } = this.#script;
    if (type === closeAt) return void this.#socket.destroy();
    if (type === instead?.at) return void this.#socket.write(instead.bytes);
    if (type === mute) return;
    const must = (condition: boolean, problem: string) =>
      this.#fake.must(condition, `wyoming ${type}: ${problem}`);
    switch (type) {
      case "describe":
        return this.#say({ type: "info", data: this.#script.info ?? info });
      case "transcribe":
        must(this.#state === "idle", this.#state);
        this.#fake.transcribe.push(data);
        this.#state = "asked";
        return;
      case "audio-start":
        must(this.#state === "asked" && isFormat(data), JSON.stringify(data));
        this.#state = "listening";
        return;
      case "audio-chunk":
        must(this.#state === "listening" && isFormat(data), JSON.stringify(data));
        must(payload.length > 0 && payload.length % 2 === 0 && payload.length <= 6_400, `${payload.length}`);
        this.#ear.hear(payload);
        return this.#stream();
      case "audio-stop":
        must(this.#state === "listening", this.#state);
        return this.#end();
      default:
        must(false, "unknown");
    }
  }

  get #words(): readonly string[] {
    return this.#ear.words.map(({ text }) => text);
  }

  #stream(): void {
    if (this.#script.streams === undefined) return;
    if (this.#told === 0 && this.#words.length > 0) this.#say({ type: "transcript-start", data: {} });
    for (; this.#told < this.#words.length; this.#told++)
      this.#say({ type: "transcript-chunk", data: { text: ` ${this.#words[this.#told]}` } });
  }

  #end(): void {
    this.#stream();
    this.#state = "over";
    const { streams } = this.#script;
    if (streams !== "only") this.#say({ type: "transcript", data: { text: ` ${this.#words.join(" ")}` } });
    if (streams !== undefined) this.#say({ type: "transcript-stop", data: {} });
    this.#socket.end();
  }

  #say(message: WyomingMessage): void {
    const bytes = frame(message);
    const { pieceBytes = bytes.length } = this.#script;
    for (let at = 0; at < bytes.length; at += pieceBytes)
      this.#socket.write(bytes.subarray(at, at + pieceBytes));
  }
}

function isFormat({ rate, width, channels }: Readonly<Record<string, unknown>>): boolean {
  return rate === 16_000 && width === 2 && channels === 1;
}
