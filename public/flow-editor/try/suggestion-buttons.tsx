// Suggestion buttons: phrases that the caller can say now, each a button that says it.

import { type ReactNode, useMemo, useState } from "react";
import { capitalised, type Suggestions, suggestionsOf } from "../../voice/suggestions.ts";
import type { ConversationState } from "./conversation-state.ts";
import type { Conversations } from "./conversations.ts";

interface SuggestionButtonsProps {
  readonly conversations: Conversations;
  readonly state: ConversationState;
}

export function SuggestionButtons({
  conversations,
  state: { expected, log },
}: SuggestionButtonsProps): ReactNode {
  const words = useMemo(() => lastWords(log), [log]);
  const suggestions = useMemo(
    () => (expected === undefined ? undefined : suggestionsOf(expected, words)),
    [expected, words],
  );
  if (suggestions === undefined) return null;
  const { main, always, more } = suggestions;
  if (main.length + always.length + more.length === 0) return null;
  // The key resets the folded state with each new question.
  return <Phrases key={main.join("|")} conversations={conversations} found={suggestions} />;
}

function Phrases({
  conversations,
  found,
}: {
  readonly conversations: Conversations;
  readonly found: Suggestions;
}): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { main, always, more, digits } = found;
  const shown = [...main, ...always, ...(isOpen ? more : [])];
  const head = digits === undefined ? "For example" : `${digits}, or`;
  return (
    <div className="offers" role="group" aria-label={head}>
      <span className="remark">{head}</span>
      {shown.map((phrase) => (
        <button key={phrase} type="button" dir="auto" onClick={() => conversations.say(phrase)}>
          {capitalised(phrase)}
        </button>
      ))}
      {!isOpen && more.length > 0 && (
        <button type="button" className="quiet" onClick={() => setIsOpen(true)}>
          {more.length} more
        </button>
      )}
    </div>
  );
}

function lastWords(log: ConversationState["log"]): string {
  const from = log.findLastIndex(({ what }) => what === "words" || what === "keys" || what === "silence");
  return log
    .slice(from + 1)
    .flatMap((one) => (one.what === "sentence" ? [one.text] : []))
    .join(" ");
}
