// Fake transcriptions server: OpenAI's protocol for recordings in the dialects of four kinds of servers. The fake
// understands marked speech, or any text that a test sets, and checks each request part by part.

import { readWav } from "../../../../src/audio/wav.ts";
import { bytesOf } from "../../../../src/audio/frame.ts";
import { FakeHttp, type HttpRequest, type HttpScript } from "../fake-http.ts";
import { MarkedEar } from "./marked-speech.ts";

/**
 * `whispercpp`: words with their times and probabilities, and "[BLANK_AUDIO]" for silence; `speaches`: segments, and a
 * model that must be named; `gpt`: plain JSON only, as OpenAI's gpt-4o-transcribe; `plain`: one model, no key, and
 * segments.
 */
export type TranscriptionKind = "whispercpp" | "speaches" | "gpt" | "plain";

/** The words of a recording at 16 kHz; undefined: those of its marked speech. */
export type Hears = (pcm: Int16Array) => string;

export const transcriptionKey = "sk-transcribe-0123456789";
const model = "Systran/faster-whisper-small";

/** Replacement answer to one recording; without `parts` the normal answer in this manner. */
export type TranscriptionScript = HttpScript;

export interface ReceivedRecording {
  readonly fields: ReadonlyMap<string, string>;
  /** Length of the whole file, in milliseconds. */
  readonly ms: number;
  readonly text: string;
  /** Settles when the client leaves before the answer. */
  readonly left: Promise<void>;
}

export class FakeTranscriptions implements AsyncDisposable {
  readonly problems: string[] = [];
  /** In the order of their arrival. */
  readonly recordings: ReceivedRecording[] = [];
  readonly scripts: TranscriptionScript[] = [];
  /** Answers to the requests before the first recording. */
  readonly greetings: HttpScript[] = [];
  readonly #kind: TranscriptionKind;
  readonly #hears: Hears | undefined;
  #http: FakeHttp | undefined;

  private constructor(kind: TranscriptionKind, hears: Hears | undefined) {
    this.#kind = kind;
    this.#hears = hears;
  }

  static async open(kind: TranscriptionKind, hears?: Hears): Promise<FakeTranscriptions> {
    const fake = new FakeTranscriptions(kind, hears);
    fake.#http = await FakeHttp.open((request) => fake.#answer(request));
    return fake;
  }

  get http(): FakeHttp {
    if (this.#http === undefined) throw new Error("it is not open");
    return this.#http;
  }

  /** Value of the operator's setting. */
  get baseUrl(): string {
    return this.http.address + (this.#kind === "whispercpp" ? "/inference" : "/v1");
  }

  get model(): string {
    return { whispercpp: "", speaches: model, gpt: "gpt-4o-transcribe", plain: "" }[this.#kind];
  }

  get key(): string | undefined {
    return this.#kind === "whispercpp" || this.#kind === "plain" ? undefined : transcriptionKey;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http?.[Symbol.asyncDispose]();
  }

  #answer(request: HttpRequest): HttpScript {
    const bearer = this.key === undefined ? undefined : `Bearer ${this.key}`;
    this.#must(request.headers.get("authorization") === bearer, "a wrong key");
    if (request.method === "GET") return this.#greet(request);
    this.#must(request.method === "POST", `method ${request.method}`);
    const path = this.#kind === "whispercpp" ? "/inference" : "/v1/audio/transcriptions";
    this.#must(request.path === path, `path ${request.path}`);
    const { fields, file } = this.#parts(request);
    const ear = new MarkedEar();
    const pcm = this.#listen(ear, file);
    const ms = pcm.length / 16;
    this.#must(ms >= 1_000, `only ${ms} ms of audio`);
    const text = this.#hears?.(pcm) ?? ear.words.map((word) => word.text).join(" ");
    this.recordings.push({ fields, ms, text, left: request.left });
    const script = this.scripts.shift() ?? {};
    if (script.parts !== undefined || script.status !== undefined) return script;
    return { ...json(200, this.#heard(fields, { text, ear, ms })), ...this.#refusal(fields), ...script };
  }

  #greet({ path }: HttpRequest): HttpScript {
    const expected = this.#kind === "whispercpp" ? "/health" : "/v1/models";
    this.#must(path === expected, `path ${path}`);
    return this.greetings.shift() ?? json(200, { status: "ok" });
  }

  #refusal(fields: ReadonlyMap<string, string>): HttpScript {
    if (this.#kind !== "gpt" || fields.get("response_format") === "json") return {};
    const message = "response_format 'verbose_json' is not compatible with model 'gpt-4o-transcribe'.";
    return json(400, { error: { message, param: "response_format", code: "unsupported_value" } });
  }

  #heard(
    fields: ReadonlyMap<string, string>,
    { text, ear, ms }: { readonly text: string; readonly ear: MarkedEar; readonly ms: number },
  ): object {
    if (fields.get("response_format") === "json") return { text };
    const segment = {
      id: 0,
      start: 0,
      end: ms / 1_000,
      text: ` ${text}`,
      temperature: 0,
      avg_logprob: -0.2,
      no_speech_prob: 0.02,
      compression_ratio: 0.9,
    };
    if (this.#kind !== "whispercpp") {
      const segments = text === "" ? [] : [segment];
      return { task: "transcribe", language: "en", duration: ms / 1_000, text, words: null, segments };
    }
    const said = text === "" ? " [BLANK_AUDIO]" : ` ${text}`;
    const words = ear.words.map(({ text: word, startMs, endMs }) => ({
      word: ` ${word}`,
      start: startMs / 1_000,
      end: endMs / 1_000,
      t_dtw: -1,
      probability: 0.9,
    }));
    return { task: "transcribe", text: `${said}\n`, segments: [{ ...segment, text: said, words }] };
  }

  #parts({ headers, body }: HttpRequest) {
    const boundary = /^multipart\/form-data; ?boundary="?([^"]+)"?$/.exec(
      headers.get("content-type") ?? "",
    )?.[1];
    this.#must(boundary !== undefined, `content type ${headers.get("content-type")}`);
    const fields = new Map<string, string>();
    let file = Buffer.alloc(0);
    for (const part of body.toString("latin1").split(`--${boundary}`).slice(1, -1)) {
      const end = part.indexOf("\r\n\r\n");
      const head = part.slice(0, end);
      const value = Buffer.from(part.slice(end + 4, -2), "latin1");
      const name = / name="([^"]*)"/.exec(head)?.[1] ?? "";
      if (name !== "file") fields.set(name, value.toString());
      else {
        this.#must(/ filename="[^"]+\.wav"/.test(head), "no name of a file that ends with .wav");
        file = value;
      }
    }
    this.#checkFields(fields);
    return { fields, file };
  }

  #checkFields(fields: ReadonlyMap<string, string>): void {
    const known = new Set(["model", "language", "prompt", "response_format", "temperature"]);
    for (const name of fields.keys()) this.#must(known.has(name), `field ${name}`);
    this.#must((fields.get("model") ?? "") === this.model, `model ${fields.get("model")}`);
    this.#must(fields.get("temperature") === "0", "temperature");
    this.#must(/^(verbose_)?json$/.test(fields.get("response_format") ?? ""), "response_format");
    this.#must(/^[a-z]{2}$/.test(fields.get("language") ?? ""), `language ${fields.get("language")}`);
    this.#must(fields.get("prompt") !== "" && (fields.get("prompt") ?? "").length <= 200, "prompt");
  }

  #listen(ear: MarkedEar, file: Uint8Array): Int16Array {
    try {
      const { rate, pcm } = readWav(file);
      this.#must(rate === 16_000, `rate ${rate}`);
      ear.hear(bytesOf(pcm));
      return pcm;
    } catch (error) {
      this.problems.push(String(error));
      return new Int16Array(0);
    }
  }

  #must(condition: boolean, problem: string): void {
    if (!condition) this.problems.push(problem);
  }
}

export function json(status: number, body: unknown): HttpScript {
  return {
    status,
    headers: { "Content-Type": "application/json" },
    parts: [Buffer.from(JSON.stringify(body))],
    framing: "length",
  };
}
