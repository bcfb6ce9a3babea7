// First problems list: the first few problems, each with a link to its line.

import type { ReactNode } from "react";
import type { Problem } from "../../src/flow/language/source/problem.ts";
import { useEditor } from "./state/editor.ts";

/** More at once would hide the first one, which is usually the cause of the others. */
const problemsMax = 3;

type ListedProblem = Pick<Problem, "line" | "column" | "message">;

export function FirstProblems({ problems }: { readonly problems: readonly ListedProblem[] }): ReactNode {
  const { dispatch } = useEditor();
  return (
    <ul>
      {problems.slice(0, problemsMax).map(({ line, column, message }) => (
        <li key={`${line} ${column} ${message}`}>
          <button
            type="button"
            className="link"
            onClick={() => dispatch({ type: "show-text", position: { line, column } })}
          >
            Line {line}
          </button>{" "}
          <span dir="auto">{message}</span>
        </li>
      ))}
    </ul>
  );
}
