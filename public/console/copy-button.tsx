// Copy button: copies a text to the clipboard, or shows how to copy it by hand if the browser forbids it.

import { type ReactNode, useState } from "react";
import { words } from "./console-words.ts";

interface Copying {
  readonly copy: (text: string) => Promise<void>;
  /** The outcome; undefined: nothing was copied yet. */
  readonly said: string | undefined;
  /** Text to copy by hand; undefined: none. */
  readonly byHand: string | undefined;
}

export function useCopying(): Copying {
  const [message, say] = useState<string>();
  const [byHand, setByHand] = useState<string>();
  const copy = async (text: string): Promise<void> => {
    try {
      // Absent if the page did not come over a secure connection.
      await navigator.clipboard.writeText(text);
      say(words.api.copied);
      setByHand(undefined);
    } catch {
      say(words.api.byHand);
      setByHand(text);
    }
  };
  return { copy, said: message, byHand };
}

interface CopyProps {
  /** Copied text, shown beside the button, where it can be selected. */
  readonly text: string;
  /** Object of the copy, for people who do not see the button's place. */
  readonly of: string;
}

export function CopyButton({ text, of }: CopyProps): ReactNode {
  const { copy, said } = useCopying();
  return (
    <span className="copy">
      <button
        type="button"
        className="quiet"
        aria-label={`${words.api.copy}: ${of}`}
        onClick={() => void copy(text)}
      >
        {words.api.copy}
      </button>
      <span role="status" className="soft small">
        {said}
      </span>
    </span>
  );
}
