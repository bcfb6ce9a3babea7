// Voice by `/audio/speech`: any server that speaks OpenAI's protocol for speech, in the cloud or on a machine of one's
// own (Kokoro-FastAPI, speaches, openedai-speech). One request a text; the audio is heard while it comes.
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

/** OpenAI's limit; the others take more. */
const charsMax = 4_096;
/** Rate of `pcm` there, in samples a second. */
const pcmRate = 24_000;
/** A machine of one's own has no processors to spare. */
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
  /** Whether it says when each word is spoken; undefined until it was asked. */
  #hasCaptions: boolean | undefined;
  #isProbing = false;
  /** Whether it may be asked for a rate. Without that, speaches answers at the rate of the model and does not say so. */
  #takesRate: boolean;

  constructor(settings: ProviderSettings) {
    this.of = { provider: settings.provider, capability: "tts" };
    this.#settings = settings;
    this.#names = new VoiceNames(settings.voice);
    const { hostname, pathname } = new URL(settings.baseUrl);
    const isOpenAi = hostname === "api.openai.com";
    this.#takesRate = !isOpenAi;
    // The path stands beside the version of the protocol, not below it.
    if (isOpenAi || !/\/v1\/*$/.test(pathname)) this.#hasCaptions = false;
  }

  speak(task: SpeechTask, out: SpeechOut, signal: AbortSignal): Promise<void> {
    // Beside the first text, which does not wait for it.
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
    // The same text went well without.
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
        // A server has defaults of its own for what is left out.
        ...(model === "" ? {} : { model }),
        ...(manner.voice === "" ? {} : { voice: manner.voice }),
        ...(manner.speed === 1 ? {} : { speed: manner.speed }),
        ...(this.#takesRate ? { sample_rate: pcmRate } : {}),
      },
    };
  }

  /** False when the server could not; nothing was handed on then. */
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

  /** Asks in the wrong way, so that nothing is spoken: a server that has it says 405, any other 404. */
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
      // Not reached: the next text asks again.
    } finally {
      this.#isProbing = false;
    }
  }
}
