// Why there is no conversation, and the ways out.

import type { ReactNode } from "react";
import { useEditor } from "../editor.ts";
import type { TalkState } from "./talk-state.ts";
import type { Talks } from "./talks.ts";

/** Nobody reads more at once. */
const problemsMax = 3;

interface ObstacleViewProps {
  readonly talks: Talks;
  readonly state: TalkState;
}

export function ObstacleView({ talks, state }: ObstacleViewProps): ReactNode {
  const { tell } = useEditor();
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
      {problems.length > 0 && (
        <ul>
          {problems.slice(0, problemsMax).map(({ line, column, message }) => (
            <li key={`${line} ${column} ${message}`}>
              <button
                type="button"
                className="link"
                onClick={() => tell({ type: "look", place: { line, column } })}
              >
                Line {line}
              </button>{" "}
              <span dir="auto">{message}</span>
            </li>
          ))}
        </ul>
      )}
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
