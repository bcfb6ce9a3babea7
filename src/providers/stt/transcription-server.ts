// Transcription server: one server of OpenAI's transcriptions protocol: the request for a turn, the fields
// that the server accepts, and the meaning of its refusals.
// https://platform.openai.com/docs/api-reference/audio/createTranscription

import { sampleRate } from "../../audio/frame.ts";
import { writeWav } from "../../audio/wav.ts";
import { readText } from "../connection/response-text.ts";
import { Patience } from "../connection/patience.ts";
import {
  errorOfResponse,
  type FailingProvider,
  failure,
  scrubber,
  unreachable,
} from "../connection/provider-failure.ts";
import { authorization, below } from "../connection/server-address.ts";
import { type ProviderContext, ProviderError, type ProviderSettings } from "../provider-contract.ts";
import { primaryLanguage } from "./stt-dialect.ts";
import { readTranscript, type Transcript } from "./transcript-body.ts";

const readyMsMax = 3_000;
/** Shorter audio is rejected (OpenAI: 100 ms) or ignored (whisper.cpp: 1 s): silence is appended. */
const samplesMin = 1.1 * sampleRate;
/** Servers that bill each request, Groq at least 10 s of it: a turn is sent to them once. */
const billedHosts: ReadonlySet<string> = new Set(["api.openai.com", "api.groq.com"]);
const promptCharsMax = 200;

export interface TranscriptionRequest {
  /** PCM16 mono at 16 kHz. */
  readonly pcm: Int16Array;
  /** Expected phrases, most likely first. */
  readonly terms: readonly string[];
}

export class TranscriptionServer {
  readonly of: FailingProvider;
  /** Whether an unfinished turn may be sent to the server, for the words so far. */
  readonly takesInterims: boolean;
  readonly #settings: ProviderSettings;
  readonly #url: URL;
  /** True until the server rejects verbose answers (OpenAI's gpt-4o-transcribe). */
  #isVerbose = true;

  constructor(settings: ProviderSettings) {
    const { provider, baseUrl } = settings;
    this.of = { provider, capability: "stt" };
    this.#settings = settings;
    const isWhole = /\/(inference|audio\/transcriptions)\/*$/.test(new URL(baseUrl).pathname);
    this.#url = below(baseUrl, isWhole ? "" : "/audio/transcriptions");
    this.takesInterims = !billedHosts.has(this.#url.hostname);
  }

  /**
   * Resolves when the server is reachable and does not reject us. Any of its addresses may answer: the request is for
   * the list of its models, or for the health of a whisper.cpp server. The connection is kept for the turns.
   */
  async ready({ clock }: ProviderContext, signal: AbortSignal): Promise<void> {
    const isWhisperCpp = this.#url.pathname.endsWith("/inference");
    const url = isWhisperCpp
      ? below(this.#url.href, "/health", "/inference")
      : below(this.#url.href, "/models", "/audio/transcriptions");
    using patience = new Patience(this.of, clock, signal);
    patience.wait(readyMsMax, "The speech recogniser did not begin in time");
    try {
      const response = await fetch(url, {
        headers: authorization(this.#settings.apiKey),
        redirect: "manual",
        signal: patience.signal,
      });
      const body = await readText(response, patience.signal);
      const { status } = response;
      // Many servers have no such list, and some fail over it; neither says anything about speech.
      if (status === 401 || status === 403 || (status >= 502 && status <= 504)) {
        throw this.#refusal(response, body, []);
      }
    } catch (error) {
      throw this.#judged(error, patience.signal);
    }
  }

  /** Rejects with a ProviderError; aborting the signal with a ProviderError sets a deadline. */
  async transcribe(request: TranscriptionRequest, signal: AbortSignal): Promise<Transcript> {
    const terms = bounded(request.terms);
    try {
      return await this.#asked(request.pcm, terms, signal);
    } catch (error) {
      throw this.#judged(error, signal);
    }
  }

  async #asked(pcm: Int16Array, terms: readonly string[], signal: AbortSignal): Promise<Transcript> {
    const isVerbose = this.#isVerbose;
    try {
      return await this.#post(pcm, { terms, isVerbose }, signal);
    } catch (error) {
      if (!isVerbose || !(error instanceof ProviderError) || error.kind !== "bad_input") throw error;
      // Servers' errors name the field in many ways, or not at all; the plain request shows whether the field
      // was the reason.
      const plain = await this.#post(pcm, { terms, isVerbose: false }, signal).catch(() => {
        throw error;
      });
      this.#isVerbose = false;
      return plain;
    }
  }

  async #post(
    pcm: Int16Array,
    { terms, isVerbose }: { readonly terms: readonly string[]; readonly isVerbose: boolean },
    signal: AbortSignal,
  ): Promise<Transcript> {
    const { apiKey, model, language } = this.#settings;
    const form = new FormData();
    const wav = writeWav({ rate: sampleRate, pcm: padded(pcm) });
    form.append("file", new Blob([wav], { type: "audio/wav" }), "turn.wav");
    const fields = {
      model,
      language: primaryLanguage(language),
      prompt: terms.join(", "),
      response_format: isVerbose ? "verbose_json" : "json",
      temperature: "0",
    };
    for (const [name, value] of Object.entries(fields)) if (value !== "") form.append(name, value);
    const response = await fetch(this.#url, {
      method: "POST",
      headers: authorization(apiKey),
      body: form,
      signal,
      // A redirect to another host must not get the key.
      redirect: "manual",
    });
    const body = await readText(response, signal);
    const transcript = response.ok ? readTranscript(parsed(body), terms) : undefined;
    if (transcript === undefined) throw this.#refusal(response, body, terms);
    return transcript;
  }

  #refusal({ status, headers }: Response, body: string, terms: readonly string[]): ProviderError {
    const scrub = scrubber([terms.join(", ")], this.#settings.apiKey);
    const error = errorOfResponse(this.of, { status, headers, body }, scrub);
    if (status !== 503 || !/loading/i.test(body)) return error;
    const message = "The server of the speech recogniser is still loading its model";
    return new ProviderError(error.kind, { ...error.info, message });
  }

  /** The caller's abort comes first, then its deadline, which is the reason of its signal. */
  #judged(thrown: unknown, signal: AbortSignal): ProviderError {
    const error: unknown = signal.aborted ? signal.reason : thrown;
    if (error instanceof ProviderError) return error;
    if (signal.aborted) return failure(this.of, "cancelled", "stream");
    // Only the name of the error: its text may contain the address.
    return unreachable(this.of, "connect", { detail: error instanceof Error ? nameOf(error) : "" });
  }
}

function nameOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Whole terms, 200 UTF-16 units in all: with longer prompts models hear the prompt in silence. */
function bounded(terms: readonly string[]): readonly string[] {
  let chars = 0;
  return terms.filter((term) => {
    const fits = chars + term.length <= promptCharsMax;
    if (fits) chars += term.length + 2;
    return fits;
  });
}

function padded(pcm: Int16Array): Int16Array {
  if (pcm.length >= samplesMin) return pcm;
  const long = new Int16Array(samplesMin);
  long.set(pcm);
  return long;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
