// Voices field: the built-in voices of this server, each with a button that plays a sample of it.

import { request } from "../page/api-request.ts";
import { button, need } from "../page/dom.ts";
import { playSoundAt } from "../page/play-sound.ts";
import { answerTo } from "../page/send-request.ts";

/** Shows nothing if the server does not answer. */
export async function showVoices(): Promise<void> {
  try {
    for (const { name, sample } of await answerTo(request("GET /v1/voices"))) {
      const play = button(`▶ ${name}`, "chip", () => void playSoundAt(sample));
      play.setAttribute("aria-label", `Play voice ${name}`);
      need("voices", HTMLElement).append(play);
    }
    need("voices-field", HTMLElement).hidden = false;
  } catch {
    // The call itself will report it.
  }
}
