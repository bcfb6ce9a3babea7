// Voice sample list: the built-in voices of this server, each with a button that plays a sample of it.

import type { ReactNode } from "react";
import { textOf } from "../../page/json-answer.ts";
import { playSoundAt } from "../../page/play-sound.ts";
import { words } from "../console-words.ts";
import { useAnswer } from "../use-answer.ts";

export function VoiceSampleList(): ReactNode {
  const { body } = useAnswer("/v1/voices");
  const text = words.providers;
  return (
    <div className="field">
      <span>{text.samples}</span>
      <span>
        {(Array.isArray(body) ? body : []).map((voice: unknown) => {
          const [name = "", sample = ""] = [textOf(voice, "name"), textOf(voice, "sample")];
          return (
            <button
              key={name}
              type="button"
              className="quiet"
              aria-label={text.hearVoice(name)}
              onClick={() => void playSoundAt(sample)}
            >
              ▶ {name}
            </button>
          );
        })}
      </span>
    </div>
  );
}
