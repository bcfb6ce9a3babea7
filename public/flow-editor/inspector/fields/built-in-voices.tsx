// Built-in voices: the voices of the server below the name of a voice, each to be heard and to be chosen.

import { type ReactNode, useEffect, useState } from "react";
import { textOf } from "../../../page/json-answer.ts";
import { playSoundAt } from "../../../page/play-sound.ts";

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

interface Voice {
  readonly name: string;
  readonly sample: string;
}

/** None until the server has answered, and none where it has no voices of its own. */
function useVoices(): readonly Voice[] {
  const [voices, setVoices] = useState<readonly Voice[]>([]);
  useEffect(() => {
    const asked = new AbortController();
    void voicesOf(asked.signal).then(setVoices, () => undefined);
    return () => asked.abort();
  }, []);
  return voices;
}

async function voicesOf(signal: AbortSignal): Promise<readonly Voice[]> {
  const listed: unknown = await (await fetch("/v1/voices", { signal })).json();
  return (Array.isArray(listed) ? listed : []).map((voice: unknown) => ({
    name: textOf(voice, "name") ?? "",
    sample: textOf(voice, "sample") ?? "",
  }));
}
