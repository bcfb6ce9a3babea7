// Own voice: a voice that we have trained. A text in, its audio out, window by window, with the times of its words.

import type { WordTime } from "../../providers/provider-contract.ts";
import { sampleRate } from "../../audio/frame.ts";
import { loadResampler, type Resampler } from "../../audio/resampler.ts";
import type { Voice } from "../speech-message.ts";
import { planSteps, type SoundStream } from "../vocal/sound-network.ts";
import { ShapedSoFar, voiceRate } from "../vocal/sound-shaper.ts";
import { openWordSounds } from "./open-word-sounds.ts";
import { ownVoiceRows, type OwnVoiceRow, voiceFiles } from "./own-voices.ts";
import { QuietEnd } from "./quiet-end.ts";
import { type Utterance, utterancesOf } from "./sounded-text.ts";
import { UtterancePlan } from "./utterance-plan.ts";
import { VoiceNetworks } from "./voice-networks.ts";
import { writtenWords } from "./voice-tokens.ts";
import type { WordSounds } from "./word-sounds.ts";

/** Frames of the plan that a window makes: few at first, so that sound comes soon. */
const usualWindows: readonly number[] = [10, 20, 40, 80];
/** The silence after a sentence and within one, of which some is the voice's own. */
const pausesMs = { sentence: 220, part: 120 };
const lingerMs = { sentence: 150, part: 120 };
/**
 * From this level on the sound bends towards a top below full scale, because the resampler swings a little beyond it.
 */
const bentFrom = 0.75;
const bentTop = 0.92;

/** Progress of an utterance. */
export interface SpokenPart {
  /** PCM16 mono at 16 kHz; may be empty. */
  readonly pcm: Int16Array;
  readonly words: readonly WordTime[];
}

/** The written words and where they lie: what all utterances of a text share. */
interface SpokenText {
  readonly written: readonly string[];
  readonly pace: number;
  readonly windows: readonly number[];
  readonly resampler: Resampler;
  /** Samples so far, at the voice's rate. */
  samples: number;
}

/** State that a window of an utterance leaves for the next one. */
interface Saying {
  readonly plan: UtterancePlan;
  readonly stream: SoundStream;
  readonly soFar: ShapedSoFar;
}

interface VoiceParts {
  readonly row: OwnVoiceRow;
  readonly networks: VoiceNetworks;
  readonly sounds: WordSounds;
  readonly makeResampler: (from: number, to: number) => Resampler;
}

export class OwnVoice {
  readonly #parts: VoiceParts;

  private constructor(parts: VoiceParts) {
    this.#parts = parts;
  }

  /** Takes some 0.2 s. */
  static async open(name: Voice): Promise<OwnVoice> {
    const row = ownVoiceRows[name];
    const sounds = await openWordSounds();
    const [networks, makeResampler] = [
      await VoiceNetworks.open(await voiceFiles(name)),
      await loadResampler("voice"),
    ];
    return new OwnVoice({ row, networks, sounds, makeResampler });
  }

  /**
   * Makes parts of some ten milliseconds of work each. Parts of several texts may be requested in turn, but never two
   * at once. `speed`: 1 is 165 words a minute. `windows`: length of each part, in frames of 25 ms, 80 at most.
   */
  async *speak(text: string, speed: number, windows = usualWindows): AsyncGenerator<SpokenPart, void> {
    const utterances = utterancesOf(text, this.#parts.sounds);
    if (utterances.length === 0) return;
    using resampler = this.#parts.makeResampler(voiceRate, sampleRate);
    const pace = speed * this.#parts.row.pace;
    const spoken: SpokenText = { written: writtenWords(text), pace, windows, resampler, samples: 0 };
    for (const utterance of utterances) yield* this.#utter(utterance, spoken);
    yield { pcm: resampler.flush(), words: [] };
  }

  async *#utter(utterance: Utterance, spoken: SpokenText): AsyncGenerator<SpokenPart, void> {
    const plan = new UtterancePlan(utterance, this.#parts.networks.read(utterance.symbols), spoken.pace);
    const kind = utterance.isSentence ? "sentence" : "part";
    const quiet = new QuietEnd(voiceRate, lingerMs[kind]);
    const soFar = new ShapedSoFar(plan.begin * planSteps, utterance.symbols);
    const saying = { plan, stream: this.#parts.networks.begin(plan), soFar };
    const beganMs = (spoken.samples * 1_000) / voiceRate;
    const time = (startMs: number, endMs: number, at: number): WordTime => ({
      text: spoken.written[at] ?? "",
      startMs: Math.round(beganMs + startMs),
      endMs: Math.round(beganMs + endMs),
    });
    // The end of the last word is known when all of it has been made.
    const last = plan.words.at(-1);
    let wordTimes = plan.words.slice(0, -1).map(({ at, startMs, endMs }) => time(startMs, endMs, at));
    for (let from = plan.begin, window = 0; from < plan.end; window++) {
      const size = spoken.windows[Math.min(window, spoken.windows.length - 1)] ?? 1;
      const to = Math.min(plan.end, from + size);
      const isLast = to === plan.end;
      const made = this.#window(saying, { from, to });
      const audio = quiet.push(made, isLast);
      const pauseMs = isLast ? pausesMs[kind] - lingerMs[kind] : 0;
      const samples = new Int16Array(audio.length + (pauseMs * voiceRate) / 1_000);
      for (let n = 0; n < audio.length; n++) samples[n] = pcmOf((audio[n] ?? 0) * this.#parts.row.gain);
      spoken.samples += samples.length;
      if (isLast && last !== undefined)
        wordTimes = [...wordTimes, time(last.startMs, Math.max(last.startMs, quiet.loudMs), last.at)];
      yield { pcm: spoken.resampler.push(samples), words: wordTimes };
      wordTimes = [];
      from = to;
    }
  }

  #window(
    { plan, stream, soFar }: Saying,
    window: { readonly from: number; readonly to: number },
  ): Float32Array {
    const [from, to] = [window.from * planSteps, window.to * planSteps];
    const shaping = this.#parts.networks.shape(stream, from, to);
    return this.#parts.networks.shaper.window(shaping, soFar, {
      from,
      to,
      stepsInAll: plan.frames * planSteps,
      isFirst: window.from === plan.begin,
      isLast: window.to === plan.end,
    });
  }
}

/** PCM from a sample that may be beyond full scale: the loudest bend instead of being cut. */
function pcmOf(sample: number): number {
  const level = Math.abs(sample);
  const over = (level - bentFrom) / (bentTop - bentFrom);
  const bent = over <= 0 ? level : bentFrom + (bentTop - bentFrom) * Math.tanh(over);
  return Math.round(Math.sign(sample) * bent * 32_000);
}
