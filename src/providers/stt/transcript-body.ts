// Transcript body: an answer of a transcriptions server in all its forms: text, with segments, with words.
// Segments that the model itself considers no speech are left out.
// https://platform.openai.com/docs/api-reference/audio/verbose-json-object

import { asArray, asNumber, asRecord, asText } from "../connection/json-fields.ts";
import type { WordTime } from "../provider-contract.ts";
import { msOfSeconds } from "./stt-dialect.ts";

export interface Transcript {
  readonly text: string;
  readonly words: readonly WordTime[];
  /** Confidence from 0 to 1; absent if the server reports none. */
  readonly confidence?: number;
  /** True if the server heard a sound and reports that it was no speech. */
  readonly rejected: boolean;
}

/** Whisper's own thresholds, beyond which it considers a segment silence, or endless repetition. */
const noSpeechProbMin = 0.6;
const silentLogprobMax = -1;
const compressionRatioMax = 2.4;
/** Marks of sounds without words, such as "[BLANK_AUDIO]", "(music)" and "♪". */
const soundMarks = /\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|[♪♫]+/gu;

/** Undefined for a body without a transcript. `prompt`: the expectations that the server received. */
export function readTranscript(body: unknown, prompt: readonly string[] = []): Transcript | undefined {
  const { text, segments, words } = asRecord(body);
  if (typeof text !== "string") return undefined;
  const all = asArray(segments).map(asRecord);
  const spokenSegments = all.filter((segment) => !isNoSpeech(segment));
  const isCut = spokenSegments.length < all.length;
  const spoken = spokenText(isCut ? spokenSegments.map((segment) => asText(segment["text"])).join("") : text);
  const rejected = spoken === "" ? text.trim() !== "" : isEcho(spoken, prompt);
  if (spoken === "" || rejected) return { text: "", words: [], rejected };
  const times = isCut ? [] : asArray(words);
  const wordTimes = (
    times.length > 0 ? times : spokenSegments.flatMap((segment) => asArray(segment["words"]))
  ).flatMap(wordOf);
  const confidence = confidenceOf(spokenSegments) ?? meanConfidence(wordTimes);
  return { text: spoken, words: wordTimes, rejected, ...(confidence === undefined ? {} : { confidence }) };
}

type Fields = Readonly<Record<string, unknown>>;

function isNoSpeech(segment: Fields): boolean {
  const logprob = asNumber(segment["avg_logprob"]) ?? 0;
  const noSpeech = asNumber(segment["no_speech_prob"]) ?? 0;
  const repeats = asNumber(segment["compression_ratio"]) ?? 0;
  return (noSpeech > noSpeechProbMin && logprob < silentLogprobMax) || repeats > compressionRatioMax;
}

function spokenText(text: string): string {
  return text.replaceAll(soundMarks, " ").replaceAll(/\s+/g, " ").trim();
}

/** In near silence the model repeats its prompt; callers do not say a whole list. */
function isEcho(text: string, prompt: readonly string[]): boolean {
  const plain = (words: string): string =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return prompt.length >= 3 && plain(text) === plain(prompt.join(" "));
}

function wordOf(value: unknown): readonly WordTime[] {
  const { word, start, end, probability } = asRecord(value);
  const [text, startMs, endMs] = [
    asText(word).trim(),
    msOfSeconds(asNumber(start)),
    msOfSeconds(asNumber(end)),
  ];
  if (text === "" || startMs === undefined || endMs === undefined) return [];
  const confidence = asNumber(probability);
  return [{ text, startMs, endMs, ...(confidence === undefined ? {} : { confidence }) }];
}

/** Mean of the segments' token probabilities, weighted by their length. */
function confidenceOf(segments: readonly Fields[]): number | undefined {
  let [sum, seconds] = [0, 0];
  for (const segment of segments) {
    const logprob = asNumber(segment["avg_logprob"]);
    if (logprob === undefined) return undefined;
    const length = Math.max(0.01, (asNumber(segment["end"]) ?? 0) - (asNumber(segment["start"]) ?? 0));
    sum += Math.min(1, Math.exp(logprob)) * length;
    seconds += length;
  }
  return seconds === 0 ? undefined : sum / seconds;
}

function meanConfidence(words: readonly WordTime[]): number | undefined {
  const confidences = words.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]));
  return confidences.length === 0
    ? undefined
    : confidences.reduce((sum, one) => sum + one, 0) / confidences.length;
}
