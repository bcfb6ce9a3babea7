// Built-in voices: the voices of the server below the name of a voice, each to be heard and to be chosen.

import { type ReactNode, useEffect, useState } from "react";
import { type ApiAnswer, request } from "../../../page/api-request.ts";
import { playSoundAt } from "../../../page/play-sound.ts";
import { answerTo } from "../../../page/send-request.ts";

interface BuiltInVoicesProps {
  readonly choose: (name: string) => void;
}

export function BuiltInVoices({ choose }: BuiltInVoicesProps): ReactNode {
  const voices = useVoices();
  return (
    <ul className="voice-samples" aria-label="Built-in voices">
      {voices.map(({ name, sample }) => (
        <li key={name}>
          <button
            type="button"
            className="small"
            aria-label={`Play voice ${name}`}
            onClick={() => void playSoundAt(sample)}
          >
            ▶ {name}
          </button>
          <button
            type="button"
            className="small"
            aria-label={`Use voice ${name}`}
            onClick={() => choose(name)}
          >
            Use
          </button>
        </li>
      ))}
    </ul>
  );
}

type Voices = ApiAnswer<"GET /v1/voices">;

/** None until the server has answered, and none where it has no voices of its own. */
function useVoices(): Voices {
  const [voices, setVoices] = useState<Voices>([]);
  useEffect(() => {
    const asked = new AbortController();
    void answerTo(request("GET /v1/voices"), { signal: asked.signal }).then(setVoices, () => undefined);
    return () => asked.abort();
  }, []);
  return voices;
}
