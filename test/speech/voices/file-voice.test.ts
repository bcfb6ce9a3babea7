// Voice from the operator's file: its symbols, its speech, refused files, and calls with it.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { openSpeech } from "../../../src/app-calls.ts";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { checkVoice } from "../../../src/cli/doctor/doctor-providers.ts";
import { readConfig } from "../../../src/config.ts";
import type { TtsEvent } from "../../../src/providers/provider-contract.ts";
import { FileVoice } from "../../../src/speech/file-voice/file-voice.ts";
import { piperSymbolsOf } from "../../../src/speech/file-voice/piper-symbols.ts";
import { voiceMaker } from "../../../src/speech/own-voice/voice-maker.ts";
import { openSpeechPool } from "../../../src/speech/speech-pool.ts";
import { meanModel, symbolVoice } from "../../support/onnx-file.ts";
import { tempFolder } from "../../support/servers/store.ts";

const context = { clock: wallClock, log: silentLog };
const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());
const path = join(folder.path, "voice.onnx");

const symbols = Array.from("_^$ .,!?abdefhijklmnopstuvwzæðŋɐɑɔəɚɛɜɡɪɹɾʃʊʌʒˈˌːθᵻ");
const settings = {
  audio: { sample_rate: 16_000 },
  espeak: { voice: "en-us" },
  phoneme_id_map: Object.fromEntries(symbols.map((symbol, id) => [symbol, [id]])),
};

async function write(file: string, json: unknown, model: Uint8Array = symbolVoice()): Promise<string> {
  await Bun.write(file, model);
  await Bun.write(`${file}.json`, JSON.stringify(json));
  return file;
}
beforeAll(async () => void (await write(path, settings)));

test.each([
  ["HH AH0 L OW1", "həlˈoʊ"],
  ["W AO1 T ER0", "wˈɔːɾɚ"],
  ["B AH1 T AH0 N", "bˈʌtən"],
  ["W IH1 N D OW2", "wˈɪndoʊ"],
  ["W AO1 N T IH0 D", "wˈɔːntᵻd"],
  ["F AO1 R", "fˈoːɹ"],
  ["HH ER1 IH0 NG", "hˈɜːɹɪŋ"],
  ["AH0 B AW1 T", "ɐbˈaʊt"],
  ["CH EY1 N JH", "tʃˈeɪndʒ"],
])("file voice: %s is written %s", (phones, written) => {
  expect(piperSymbolsOf(phones.split(" "), false)).toBe(written);
});

test("file voice: little words keep their vowel", () => {
  expect(piperSymbolsOf(["DH", "AH0"], true)).toBe("ðə");
  expect(piperSymbolsOf(["W", "AH0", "Z"], true)).toBe("wʌz");
});

async function spoken(text: string, speed = 1) {
  const voice = await FileVoice.open(path);
  const parts = await Array.fromAsync(voice.speak(text, speed));
  return { words: parts.flatMap(({ words }) => words), pcm: parts.map(({ pcm }) => pcm) };
}

test("file voice: each sentence is a part with its words and a pause behind it", async () => {
  const { pcm, words } = await spoken("Hello there. One moment, please.");
  // One part for each sentence, and one for the resampler's rest.
  expect(pcm).toHaveLength(3);
  const [hello, moment] = pcm.map((part) => part.length);
  // The resampler holds back 5 ms until the next part.
  expect(hello).toBeGreaterThan(16 * 210);
  expect(moment).toBeGreaterThan(hello!);
  expect(words.map(({ text }) => text)).toEqual(["Hello", "there.", "One", "moment,", "please."]);
  const starts = words.map(({ startMs }) => startMs);
  expect(starts.toSorted((a, b) => a - b)).toEqual(starts);
  expect(starts[2]).toBeGreaterThan(220);
});

test("file voice: an unspeakable text is silent, and no sample leaves full scale", async () => {
  expect((await spoken(" ")).pcm).toEqual([]);
  const { pcm } = await spoken("Zanzibar, at 7:45, for 12 people!");
  const samples = pcm.flatMap((part) => [...part]);
  expect(Math.max(...samples)).toBeLessThan(32_000);
  expect(Math.min(...samples)).toBeGreaterThan(-32_000);
  // The result is a sound, and no constant level.
  expect(new Set(samples).size).toBeGreaterThan(100);
});

const german = { ...settings, espeak: { voice: "de" } };
const { espeak: _espeak, ...unknown } = settings;

test.each<readonly [why: string, write: (other: string) => Promise<unknown>]>([
  ["is not there", () => Promise.resolve()],
  ["has no .json of the same name beside it", (other) => Bun.write(other, symbolVoice())],
  ["has a .json beside it that is no voice's of the Piper family", (other) => write(other, {})],
  ["speaks de: only English texts can be read for it", (other) => write(other, german)],
  ["speaks an unknown language: only English texts can be read for it", (other) => write(other, unknown)],
  [
    "is no ONNX model that can be read",
    (other) => write(other, settings, new TextEncoder().encode("no model")),
  ],
  [
    "is another model: it takes the symbols of a text, their number and three scales",
    (other) => write(other, settings, meanModel()),
  ],
])("file voice: a file that %s is refused, and doctor says so", async (why, write) => {
  const other = join(folder.path, `${why.length}.onnx`);
  await write(other);
  expect(await FileVoice.open(other).catch((error: Error) => error.message)).toBe(why);
  const { state, says } = await checkVoice(readConfig({ TTS_VOICE_MODEL: other }));
  expect(state).toBe("problem");
  expect(says).toBe(
    `${other} ${why}: set TTS_VOICE_MODEL to an English Piper voice (.onnx, its .json beside it), or leave it empty.`,
  );
});

test("file voice: doctor prints its delay and its number of calls", async () => {
  const { state, says } = await checkVoice(readConfig({ TTS_VOICE_MODEL: path }));
  expect(state).toBe("ok");
  expect(says).toMatch(
    /voice\.onnx works: first audio of a sentence after \d+ ms, .* calls at a time per core\./,
  );
});

test("file voice: calls hear it in place of either built-in voice", async () => {
  await using pool = openSpeechPool({ ...context, voiceModel: path, workers: 1 });
  for (const name of ["heart", "michael"] as const) {
    let samples = 0;
    const hear = (event: TtsEvent): void => void (event.type === "audio" && (samples += event.pcm.length));
    const { done } = pool.tts(name).speak("Hello.", hear, context);
    expect(await done).toBe("ended");
    // A model with one sample for each symbol: the voices that we have trained need half a second for this text.
    expect(samples).toBeLessThan(16 * 300);
  }
});

test("file voice: a server does not start without its file, and another voice's prompts are not kept", async () => {
  const config = readConfig({ TTS_VOICE_MODEL: join(folder.path, "gone.onnx") });
  expect(() => openSpeech(config, {} as Parameters<typeof openSpeech>[1])).toThrow(
    /^TTS_VOICE_MODEL: .*gone\.onnx does not exist/,
  );
  expect(await voiceMaker(path)).not.toBe(await voiceMaker());
});
