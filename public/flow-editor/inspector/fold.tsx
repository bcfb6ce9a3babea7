// Fold: a titled section that opens and closes, with its action buttons beside the title.

import { type ReactNode, useId } from "react";
import { type Path, pointerOf } from "../../../src/flow/language/source/problem.ts";
import { problemCount } from "../state/problem-count.ts";
import { useForm } from "./form.ts";

interface FoldProps {
  readonly path: Path;
  readonly title: string;
  /** Summary at a glance. */
  readonly summary: string;
  readonly actions?: ReactNode;
  readonly children: () => ReactNode;
}

export function Fold({ path, title, summary, actions, children }: FoldProps): ReactNode {
  const { opened, open, problems } = useForm();
  const id = useId();
  const pointer = pointerOf(path);
  const isOpen = opened.has(pointer);
  const hiddenProblems = isOpen ? [] : problems.within(pointer, Infinity);
  return (
    <div className="fold" data-pointer={pointer}>
      <div className="fold-head">
        <button
          type="button"
          className="fold-title"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => open(path, !isOpen)}
        >
          <span className="fold-name" dir="auto">
            {title}
          </span>
          <span className="fold-summary" dir="auto">
            {summary}
          </span>
          {hiddenProblems.length > 0 && (
            <span
              className={hiddenProblems.every(({ severity }) => severity === "info") ? "badge mild" : "badge"}
            >
              {problemCount(hiddenProblems)}
            </span>
          )}
        </button>
        {actions}
      </div>
      <div className="fold-body" id={id} hidden={!isOpen} role="group" aria-label={title}>
        {isOpen && children()}
      </div>
    </div>
  );
}
