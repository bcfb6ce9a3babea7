// Recorded test view: makes a test of the conversation and shows whether it passes.

import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { useEditor } from "../state/editor.ts";
import { listedTests } from "../tests/test-list.ts";
import { useVisibleText } from "../tests/visible-text.ts";
import { FailureView } from "../tests/test-row.tsx";
import type { InsertedTest, ConversationState } from "./conversation-state.ts";
import type { Conversations } from "./conversations.ts";

interface MadeTestViewProps {
  readonly conversations: Conversations;
  readonly state: ConversationState;
}

export function MadeTestView({ conversations, state }: MadeTestViewProps): ReactNode {
  return (
    <div className="make-test">
      <button type="button" onClick={conversations.makeTest}>
        Create test from this conversation
      </button>
      <div role="status">{state.made !== undefined && <MadeView made={state.made} />}</div>
    </div>
  );
}

function MadeView({ made }: { readonly made: InsertedTest }): ReactNode {
  const { dispatch } = useEditor();
  const text = useVisibleText("try");
  const test = useMemo(() => listedTests(text, new Map())?.[made.index], [text, made.index]);
  const { end } = made;
  const note = useRef<HTMLDivElement>(null);
  // The button may be the last visible element, and the result is below it.
  useEffect(() => {
    note.current?.scrollIntoView({ block: "nearest" });
  }, [end]);
  const result = end?.type === "ran" ? end.report.tests[0] : undefined;
  // The test may have been undone or renamed.
  if (test?.name !== made.name) return null;
  return (
    <div className="note" ref={note}>
      <p>
        Test <b dir="auto">{made.name}</b> is written. {verdictOf(end, result?.failure === undefined)}
      </p>
      {result !== undefined && <FailureView result={result} />}
      <ul>
        {made.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <div className="answers">
        <button type="button" onClick={() => dispatch({ type: "show-text", position: test.position })}>
          Show in YAML
        </button>
        <button type="button" onClick={() => dispatch({ type: "show", panel: "tests" })}>
          All tests
        </button>
      </div>
    </div>
  );
}

function verdictOf(end: InsertedTest["end"], passed: boolean): string {
  if (end === undefined) return "Running…";
  if (end.type === "ran") return passed ? "The test passes." : "The test fails:";
  return end.type === "invalid"
    ? "The flow has errors, so the test could not run."
    : "The test did not run to its end.";
}
