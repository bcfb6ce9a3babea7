// Conversation view: shows what both sides say as it happens.

import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { transcriptLinesOf } from "./conversation-lines.ts";
import type { ConversationState } from "./conversation-state.ts";

const speakers = { agent: "Agent", caller: "You", outside: "" } as const;

export function ConversationView({ state }: { readonly state: ConversationState }): ReactNode {
  const { log, call, phase } = state;
  const lines = useMemo(() => transcriptLinesOf(log), [log]);
  const box = useRef<HTMLDivElement>(null);
  const words = lines.at(-1)?.text;
  useEffect(() => {
    const shown = box.current;
    if (shown !== null) shown.scrollTop = shown.scrollHeight;
  }, [lines.length, words, call.interim]);
  return (
    <div className="said" role="log" aria-label="Conversation" aria-live="polite" tabIndex={0} ref={box}>
      <ol>
        {lines.map(({ who, text, isCut }, i) => (
          // The index is a stable key, because lines are only appended.
          <li key={i} className={who}>
            {speakers[who] !== "" && <span className="unseen">{speakers[who]}: </span>}
            <span dir="auto">{text}</span>
            {isCut && <span className="remark"> (you cut in)</span>}
          </li>
        ))}
        {phase === "open" && call.interim !== "" && (
          <li className="caller interim" aria-hidden="true">
            <span dir="auto">{call.interim}</span>
          </li>
        )}
      </ol>
    </div>
  );
}
