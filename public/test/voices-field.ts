// Voices field: the built-in voices of this server, each with a button that plays a sample of it.

import { textOf } from "../page/json-answer.ts";
import { button, need } from "../page/dom.ts";
import { playSoundAt } from "../page/play-sound.ts";

/** Shows nothing where the server does not answer. */
export async function showVoices(): Promise<void> {
  try {
    const voices: unknown = await (await fetch("/v1/voices")).json();
    for (const voice of Array.isArray(voices) ? voices : []) {
      const [name = "", sample = ""] = [textOf(voice, "name"), textOf(voice, "sample")];
      const play = button(`▶ ${name}`, "chip", () => void playSoundAt(sample));
      play.setAttribute("aria-label", `Play voice ${name}`);
      need("voices", HTMLElement).append(play);
    }
    need("voices-field", HTMLElement).hidden = false;
  } catch {
    // The call itself will report it.
  }
}
