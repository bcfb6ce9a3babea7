// Opening of word sounds: loads the dictionary and the letter model from their packed files.

import { LetterModel } from "./letter-model.ts";
import letters from "./letters.zst" with { type: "file" };
import { VoiceDictionary } from "./voice-dictionary.ts";
import { WordSounds } from "./word-sounds.ts";
import words from "./words.zst" with { type: "file" };

export async function openWordSounds(): Promise<WordSounds> {
  const unpacked = async (file: string): Promise<Uint8Array> =>
    Bun.zstdDecompress(await Bun.file(file).bytes());
  return new WordSounds(new VoiceDictionary(await unpacked(words)), new LetterModel(await unpacked(letters)));
}
