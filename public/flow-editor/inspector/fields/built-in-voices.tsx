// Built-in voices: the server's voices below the field for a voice's name, each with buttons to hear and choose it.

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

/** Empty until the server has answered, and if it has no voices of its own. */
function useVoices(): Voices {
  const [voices, setVoices] = useState<Voices>([]);
  useEffect(() => {
    const asked = new AbortController();
    void answerTo(request("GET /v1/voices"), { signal: asked.signal }).then(setVoices, () => undefined);
    return () => asked.abort();
  }, []);
  return voices;
}
