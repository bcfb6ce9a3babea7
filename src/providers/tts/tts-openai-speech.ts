// Voice by `/audio/speech`: any server with OpenAI's speech protocol, in the cloud or self-hosted
// (Kokoro-FastAPI, speaches, openedai-speech). One request per text; the audio plays while it arrives.
// https://platform.openai.com/docs/api-reference/audio/createSpeech

import { Patience } from "../connection/patience.ts";
import { type FailingProvider, scrubber } from "../connection/provider-failure.ts";
import { authorization, below } from "../connection/server-address.ts";
import {
  type ProviderContext,
  ProviderError,
  type ProviderSettings,
  type Tts,
} from "../provider-contract.ts";
import { readCaptioned } from "./captioned-speech.ts";
import { openServerVoice, type SpeechTask, type VoiceServer } from "./server-voice.ts";
import { postSpeech, readSpeech, type SpeechRequest } from "./speech-request.ts";
import type { SpeechOut } from "./speech-stream.ts";
import { VoiceNames } from "./voice-names.ts";

/** OpenAI's limit; the other servers accept more. */
const charsMax = 4_096;
/** Rate of `pcm` in this protocol, in samples a second. */
const pcmRate = 24_000;
/** A self-hosted server may have no spare processors. */
const firstAudioMs = 4_000;
const probeMsMax = 3_000;

export function openOpenAiSpeech(settings: ProviderSettings): Tts {
  return openServerVoice(new SpeechServer(settings), settings);
}

/** One server, and its discovered abilities. */
class SpeechServer implements VoiceServer {
  readonly of: FailingProvider;
  readonly charsMax = charsMax;
  readonly firstAudioMs = firstAudioMs;
  readonly #settings: ProviderSettings;
  readonly #names: VoiceNames;
  /** Whether the server sends the time of each word; undefined until it was asked. */
  #hasCaptions: boolean | undefined;
  #isProbing = false;
  /**
   * Whether the server accepts a requested rate. Otherwise speaches answers at the rate of the model without saying so.
   */
  #takesRate: boolean;

  constructor(settings: ProviderSettings) {
    this.of = { provider: settings.provider, capability: "tts" };
    this.#settings = settings;
    this.#names = new VoiceNames(settings.voice);
    const { hostname, pathname } = new URL(settings.baseUrl);
    const isOpenAi = hostname === "api.openai.com";
    this.#takesRate = !isOpenAi;
    // The captions' path is beside the version of the protocol, not below it.
    if (isOpenAi || !/\/v1\/*$/.test(pathname)) this.#hasCaptions = false;
  }

  speak(task: SpeechTask, out: SpeechOut, signal: AbortSignal): Promise<void> {
    // The probe runs beside the first text, which does not wait for it.
    if (this.#hasCaptions === undefined && !this.#isProbing) void this.#probe(task.context);
    return this.#names.speak(task.manner.voice, task.context, (voice) =>
      this.#attempt({ ...task, manner: { ...task.manner, voice } }, out, signal),
    );
  }

  async #attempt(task: SpeechTask, out: SpeechOut, signal: AbortSignal): Promise<void> {
    const hasTried = this.#hasCaptions === true;
    if (hasTried && (await this.#captioned(task, out, signal))) return;
    const response = await this.#post(task, signal);
    await readSpeech(response, this.#request(task), out, signal);
    // The same text succeeded without captions.
    if (hasTried) this.#hasCaptions = false;
  }

  async #post(task: SpeechTask, signal: AbortSignal): Promise<Response> {
    const asksRate = this.#takesRate;
    try {
      return await postSpeech(this.#request(task), signal);
    } catch (error) {
      const isRate = error instanceof ProviderError && /sample_rate/.test(error.info.detail ?? "");
      if (!isRate || !asksRate || error.kind !== "bad_input") throw error;
      this.#takesRate = false;
      return postSpeech(this.#request(task), signal);
    }
  }

  #request({ text, manner }: SpeechTask): SpeechRequest {
    const { baseUrl, apiKey, model } = this.#settings;
    return {
      of: this.of,
      url: below(baseUrl, "/audio/speech"),
      key: apiKey,
      scrub: scrubber([text], apiKey),
      rate: pcmRate,
      body: {
        input: text,
        response_format: "pcm",
        // The server's defaults apply to absent fields.
        ...(model === "" ? {} : { model }),
        ...(manner.voice === "" ? {} : { voice: manner.voice }),
        ...(manner.speed === 1 ? {} : { speed: manner.speed }),
        ...(this.#takesRate ? { sample_rate: pcmRate } : {}),
      },
    };
  }

  /** False if the server could not; then nothing was passed on. */
  async #captioned(task: SpeechTask, out: SpeechOut, signal: AbortSignal): Promise<boolean> {
    const request = { ...this.#request(task), url: this.#captionsUrl };
    let response: Response;
    try {
      response = await postSpeech(request, signal);
    } catch (error) {
      const isRefused = error instanceof ProviderError && error.info.httpStatus !== undefined;
      if (!isRefused || !["bad_input", "transient"].includes(error.kind)) throw error;
      return false;
    }
    return response.body !== null && readCaptioned(response.body, request, out, signal);
  }

  get #captionsUrl(): URL {
    return below(this.#settings.baseUrl, "/dev/captioned_speech", "/v1");
  }

  /**
   * Sends a request with a wrong method, so that nothing is spoken: a server with captions answers 405, any other 404.
   */
  async #probe({ clock, log }: ProviderContext): Promise<void> {
    this.#isProbing = true;
    using patience = new Patience(this.of, clock, new AbortController().signal);
    patience.wait(probeMsMax, "The voice server did not list its voices");
    try {
      const { status } = await fetch(this.#captionsUrl, {
        headers: authorization(this.#settings.apiKey),
        redirect: "manual",
        signal: patience.signal,
      });
      this.#hasCaptions = status === 405;
      log.info("tts.captions", { has: this.#hasCaptions });
    } catch {
      // The server was not reached: the next text probes again.
    } finally {
      this.#isProbing = false;
    }
  }
}
