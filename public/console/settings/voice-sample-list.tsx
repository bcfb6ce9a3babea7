// Voice sample list: the built-in voices of this server, each with a button that plays a sample of it.

import type { ReactNode } from "react";
import { request } from "../../page/api-request.ts";
import { playSoundAt } from "../../page/play-sound.ts";
import { words } from "../console-words.ts";
import { useAnswer } from "../use-answer.ts";

export function VoiceSampleList(): ReactNode {
  const { body } = useAnswer(request("GET /v1/voices"));
  const text = words.providers;
  return (
    <div className="field">
      <span>{text.samples}</span>
      <span>
        {body?.map(({ name, sample }) => (
          <button
            key={name}
            type="button"
            className="quiet"
            aria-label={text.hearVoice(name)}
            onClick={() => void playSoundAt(sample)}
          >
            ▶ {name}
          </button>
        ))}
      </span>
    </div>
  );
}
