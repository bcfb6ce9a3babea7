// Fake speech server: `/audio/speech` as OpenAI, speaches and Kokoro-FastAPI implement it, and the three versions of
// Piper's HTTP server. It checks each request as strictly as the strictest of its kind, and answers with a tone, or
// with real speech.

import { asText } from "../../../../src/providers/connection/json-fields.ts";
import { FakeHttp, type HttpPart, type HttpRequest, type HttpScript } from "../fake-http.ts";
import { bytesOf } from "../../../../src/audio/frame.ts";
import { cut, toneBytes, toneWav } from "./speech-tone.ts";

export type SpeechKind =
  /** Rejects unknown fields; requires a model and a voice. */
  | "openai"
  /** Answers at the rate of the model, 22,050, unless another is requested, and declares neither. */
  | "speaches"
  /** Has `/dev/captioned_speech`, and explains each error in `detail`. */
  | "kokoro"
  | "piper"
  /** Piper 1.3: JSON at the root. */
  | "piper-root"
  /** Piper 1.2: plain text at the root. */
  | "piper-plain";

export const speechKey = "test-key-0123456789";
const jsonHead = { "Content-Type": "application/json" };
const voicesOf: Readonly<Record<SpeechKind, readonly string[]>> = {
  openai: ["alloy", "nova"],
  speaches: ["af_heart"],
  kokoro: ["af_heart", "af_bella"],
  piper: [],
  "piper-root": [],
  "piper-plain": [],
};
/** Audio is sent in this many parts, each in a turn of the event loop of its own. */
const partsOfSpeech = 6;

/** Speaks a text at this many samples a second. */
export type Speaks = (text: string, rate: number) => Promise<Int16Array>;

export class FakeSpeechServer implements AsyncDisposable {
  readonly http: FakeHttp;
  /** Faults of the requests; a test ends with none. */
  readonly problems: string[] = [];
  /** Behaviour for the next texts instead of speaking them. */
  readonly scripts: HttpScript[] = [];
  /** After the first part of a speech nothing more is sent until this settles. */
  hold: Promise<unknown> | undefined;
  /** Received texts with their voice and path. */
  readonly texts: { readonly text: string; readonly voice: string; readonly path: string }[] = [];

  readonly #speaks: Speaks | undefined;

  private constructor(http: FakeHttp, speaks: Speaks | undefined) {
    this.http = http;
    this.#speaks = speaks;
  }

  /** `speaks`: with a voice instead of a tone; not of Piper's kinds. */
  static async open(kind: SpeechKind, speaks?: Speaks): Promise<FakeSpeechServer> {
    const server: { current?: FakeSpeechServer } = {};
    const http = await FakeHttp.open((request) => server.current!.#answer(kind, request));
    return (server.current = new FakeSpeechServer(http, speaks));
  }

  /** Value of TTS_URL for this server. */
  baseUrl(kind: SpeechKind): string {
    return kind.startsWith("piper") ? this.http.address : `${this.http.address}/v1`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.http[Symbol.asyncDispose]();
  }

  #answer(kind: SpeechKind, request: HttpRequest): HttpScript | Promise<HttpScript> {
    const { method, path, headers } = request;
    const bearer = headers.get("authorization");
    this.#must(bearer !== undefined || kind !== "openai", "no key");
    this.#must(bearer === undefined || bearer === `Bearer ${speechKey}`, "a wrong key");
    if (method === "GET") return this.#get(kind, path);
    this.#must(method === "POST", `method ${method}`);
    const text = kind === "piper-plain" ? request.body.toString("utf8") : undefined;
    if (path !== pathOf(kind) && !(kind === "kokoro" && path === "/dev/captioned_speech")) {
      return refusal(404, { detail: "Not Found" });
    }
    const isJson = headers.get("content-type") === "application/json";
    this.#must(isJson === (text === undefined), `content type ${headers.get("content-type")}`);
    const body = text === undefined ? (JSON.parse(request.body.toString("utf8")) as Body) : { text };
    const spoken = { text: asText(body["input"] ?? body["text"]), voice: asText(body["voice"]), path };
    this.texts.push(spoken);
    const script = this.scripts.shift();
    if (script !== undefined) return script;
    return kind.startsWith("piper") ? this.#piper(kind, body) : this.#speech(kind, body, path);
  }

  #get(kind: SpeechKind, path: string): HttpScript {
    if (path === "/dev/captioned_speech" && kind === "kokoro")
      return refusal(405, { detail: "Method Not Allowed" });
    if (path === "/voices" && (kind === "piper" || kind === "piper-root")) {
      return { headers: jsonHead, parts: [Buffer.from('{"en_US-lessac-medium":{}}')], framing: "length" };
    }
    return refusal(404, { detail: "Not Found" });
  }

  #piper(kind: SpeechKind, body: Body): HttpScript {
    const { text, voice, length_scale: scale = 1, ...others } = body;
    this.#must(typeof text === "string" && text !== "", "no text");
    this.#must(voice === undefined || typeof voice === "string", "a voice that is no name");
    this.#must(typeof scale === "number" && scale > 0, `length_scale ${String(scale)}`);
    this.#must(Object.keys(others).length === 0, `fields ${Object.keys(others).join(" ")}`);
    const wav = toneWav(String(text), 22_050, 1 / Number(scale));
    // Flask declares bytes as text/html.
    const headers = kind === "piper-plain" ? {} : { "Content-Type": "text/html; charset=utf-8" };
    return { headers, parts: [wav], framing: "length" };
  }

  #speech(kind: SpeechKind, body: Body, path: string): HttpScript | Promise<HttpScript> {
    const { input, model, voice, response_format: format, speed = 1, sample_rate: rate, ...others } = body;
    this.#must(typeof input === "string" && input !== "" && input.length <= 4_096, "no input, or too much");
    this.#must(format === "pcm", `response_format ${String(format)}`);
    this.#must(typeof speed === "number" && speed >= 0.25 && speed <= 4, `speed ${String(speed)}`);
    this.#must(Object.keys(others).length === 0, `fields ${Object.keys(others).join(" ")}`);
    if (kind === "openai" && rate !== undefined) {
      const message = "Unknown parameter: 'sample_rate'.";
      return refusal(400, { error: { message, type: "invalid_request_error", code: "unknown_parameter" } });
    }
    if (kind !== "kokoro" && (model === undefined || voice === undefined)) return refusal(422, missing(body));
    const known = voicesOf[kind];
    if (voice !== undefined && !known.includes(asText(voice))) return refusal(400, unknownVoice(kind, voice));
    const hz = kind === "speaches" ? Number(rate ?? 22_050) : 24_000;
    const sent = (audio: Uint8Array): HttpScript => {
      if (path === "/dev/captioned_speech") return this.#held(captions(String(input), audio));
      return this.#held({ headers: { "Content-Type": "audio/pcm" }, parts: cut(audio, partsOfSpeech) });
    };
    if (this.#speaks !== undefined) return this.#speaks(String(input), hz).then((pcm) => sent(bytesOf(pcm)));
    return sent(toneBytes(String(input), hz, Number(speed)));
  }

  #held(script: HttpScript): HttpScript {
    const [first, ...others] = script.parts ?? [];
    if (this.hold === undefined || first === undefined) return script;
    return { ...script, parts: [first, { gate: this.hold }, ...others] };
  }

  #must(condition: boolean, problem: string): void {
    if (!condition) this.problems.push(problem);
  }
}

type Body = Readonly<Record<string, unknown>>;

function pathOf(kind: SpeechKind): string {
  if (kind === "piper") return "/synthesize";
  return kind.startsWith("piper") ? "/" : "/v1/audio/speech";
}

export function refusal(status: number, body: unknown): HttpScript {
  return { status, headers: jsonHead, parts: [Buffer.from(JSON.stringify(body))], framing: "length" };
}

/** FastAPI quotes the request in its errors. */
function missing(body: Body): unknown {
  return { detail: [{ type: "missing", loc: ["body", "voice"], msg: "Field required", input: body }] };
}

function unknownVoice(kind: SpeechKind, voice: unknown): unknown {
  const message = `Voice '${asText(voice)}' not found. Available voices: ${voicesOf[kind].join(", ")}`;
  if (kind === "openai") return { error: { message, type: "invalid_request_error", code: null } };
  return { detail: { error: "validation_error", message, type: "invalid_request_error" } };
}

/** A line for each part, with the words of the part; marks between words are words of their own. */
function captions(text: string, audio: Uint8Array): HttpScript {
  const secondsPerChar = audio.length / 2 / 24_000 / text.length;
  const words = [...text.matchAll(/[\p{L}\p{N}']+|[.,!?]/gu)].map(({ 0: word, index }) => ({
    word,
    start_time: index * secondsPerChar,
    end_time: (index + word.length) * secondsPerChar,
  }));
  const sizeBytes = Math.ceil(audio.length / partsOfSpeech);
  const parts: HttpPart[] = cut(audio, partsOfSpeech).map((part, i) => {
    const [from, to] = [i, i + 1].map((n) => (n * sizeBytes) / 2 / 24_000) as [number, number];
    const timestamps = words.filter(({ start_time: at }) => at >= from && at < to);
    const line = { audio: Buffer.from(part).toString("base64"), audio_format: "audio/pcm", timestamps };
    return Buffer.from(`${JSON.stringify(line)}\n`);
  });
  return { headers: jsonHead, parts };
}
