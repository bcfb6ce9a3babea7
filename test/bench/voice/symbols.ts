// Symbols of lines: `bun test/bench/voice/symbols.ts lines.txt symbols.txt` writes the front end's result for each
// line, as numbers, one utterance per line, so that a voice is trained on its later input.

import { join } from "node:path";
import { spokenForm } from "../../../src/spoken/spoken-form.ts";
import { LetterModel } from "../../../src/speech/own-voice/letter-model.ts";
import { utterancesOf } from "../../../src/speech/own-voice/sounded-text.ts";
import { VoiceDictionary } from "../../../src/speech/own-voice/voice-dictionary.ts";
import { WordSounds } from "../../../src/speech/own-voice/word-sounds.ts";

const ownVoice = join(import.meta.dir, "../../../src/speech/own-voice");
const [from = "", to = ""] = process.argv.slice(2);
const unpacked = async (name: string): Promise<Uint8Array> =>
  Bun.zstdDecompress(await Bun.file(join(ownVoice, `${name}.zst`)).bytes());
const sounds = new WordSounds(
  new VoiceDictionary(await unpacked("words")),
  new LetterModel(await unpacked("letters")),
);
const utterances = (await Bun.file(from).text())
  .split("\n")
  .flatMap((line) => utterancesOf(spokenForm(line, { language: "en", speaks: ["en"] }).text, sounds));
await Bun.write(to, utterances.map(({ symbols }) => `${symbols.join(" ")}\n`).join(""));
