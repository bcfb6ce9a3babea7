// Obstacle view: shows why no conversation could start, with a button for each remedy.

import type { ReactNode } from "react";
import { FirstProblems } from "../first-problems.tsx";
import type { ConversationState } from "./conversation-state.ts";
import type { Conversations } from "./conversations.ts";

interface ObstacleViewProps {
  readonly conversations: Conversations;
  readonly state: ConversationState;
}

export function ObstacleView({ conversations, state }: ObstacleViewProps): ReactNode {
  const { obstacle } = state;
  if (obstacle === undefined) return null;
  const { title, text, problems = [], remedies } = obstacle;
  const startWith = (change: Partial<ConversationState["setup"]>): void => {
    conversations.dispatch({ type: "setup", change });
    conversations.start();
  };
  return (
    <div className="note warned" role="alert">
      <p>
        {!text.startsWith(title) && <b>{title}. </b>}
        <span dir="auto">{text}</span>
      </p>
      {problems.length > 0 && <FirstProblems problems={problems} />}
      <div className="answers">
        {remedies.includes("again") && (
          <button type="button" onClick={conversations.start}>
            Try again
          </button>
        )}
        {remedies.includes("without") && (
          <button type="button" onClick={() => startWith({ microphone: false })}>
            Without a microphone
          </button>
        )}
        {remedies.includes("type") && (
          <button type="button" onClick={() => startWith({ mode: "typed" })}>
            Type instead
          </button>
        )}
      </div>
    </div>
  );
}
