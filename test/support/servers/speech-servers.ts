// Self-hosted speech servers: one that returns scripted transcripts, and one that really speaks with word times. They
// stand for an operator's servers, and are as strict as all servers of their kinds here.

import { loudness, sampleRate } from "../../../src/audio/frame.ts";
import { loadResampler } from "../../../src/audio/resampler.ts";
import { joined, synthetic } from "../callers/callers.ts";
import { FakeTranscriptions, type Hears } from "../providers/stt/fake-transcriptions.ts";
import { FakeSpeechServer } from "../providers/tts/fake-speech-server.ts";

export interface SpeechServers extends AsyncDisposable {
  readonly sttUrl: string;
  readonly ttsUrl: string;
  /** Audio sent for transcription, in seconds. */
  readonly heardSeconds: readonly number[];
  /** Texts that were spoken, in order. */
  readonly spoken: readonly string[];
  /** Faults of the requests; a test ends with none. */
  readonly problems: readonly string[];
}

/** Samples below this are silence in a recording. */
const quiet = 50;

/** `words`: the words of every caller, from now on; silence is written down as nothing. */
export async function openSpeechServers(words: string | (() => string)): Promise<SpeechServers> {
  const said = typeof words === "string" ? () => words : words;
  const hears: Hears = (pcm) => (loudness(pcm) > quiet ? said() : "");
  const ears = await FakeTranscriptions.open("plain", hears);
  const voice = await FakeSpeechServer.open("kokoro", speaks);
  return {
    sttUrl: ears.baseUrl,
    ttsUrl: voice.baseUrl("kokoro"),
    get heardSeconds() {
      return ears.recordings.map(({ ms }) => ms / 1_000);
    },
    get spoken() {
      return voice.texts.map(({ text }) => text);
    },
    get problems() {
      return [...ears.problems, ...voice.problems];
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([ears[Symbol.asyncDispose](), voice[Symbol.asyncDispose]()]);
    },
  };
}

async function speaks(text: string, rate: number): Promise<Int16Array> {
  const pcm = await synthetic("awb", text);
  const makeResampler = await loadResampler();
  using resampler = makeResampler(sampleRate, rate);
  return joined(resampler.push(pcm), resampler.flush());
}
