// Obstacle view: says why no conversation could start, with buttons for what to do.

import type { ReactNode } from "react";
import { FirstProblems } from "../first-problems.tsx";
import type { TalkState } from "./conversation-state.ts";
import type { Talks } from "./conversations.ts";

interface ObstacleViewProps {
  readonly talks: Talks;
  readonly state: TalkState;
}

export function ObstacleView({ talks, state }: ObstacleViewProps): ReactNode {
  const { obstacle } = state;
  if (obstacle === undefined) return null;
  const { title, text, problems = [], ways } = obstacle;
  const startWith = (change: Partial<TalkState["setup"]>): void => {
    talks.tell({ type: "setup", change });
    talks.start();
  };
  return (
    <div className="note warned" role="alert">
      <p>
        {!text.startsWith(title) && <b>{title}. </b>}
        <span dir="auto">{text}</span>
      </p>
      {problems.length > 0 && <FirstProblems problems={problems} />}
      <div className="answers">
        {ways.includes("again") && (
          <button type="button" onClick={talks.start}>
            Try again
          </button>
        )}
        {ways.includes("without") && (
          <button type="button" onClick={() => startWith({ microphone: false })}>
            Without a microphone
          </button>
        )}
        {ways.includes("type") && (
          <button type="button" onClick={() => startWith({ way: "typed" })}>
            Type instead
          </button>
        )}
      </div>
    </div>
  );
}
