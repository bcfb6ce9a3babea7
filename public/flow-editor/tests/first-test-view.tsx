// First test view: explains tests for a flow that has none, with an example and a button that writes one.

import { type ReactNode, useState } from "react";
import { useEditor } from "../state/editor.ts";
import { makeFirstTest } from "./make-first-test.ts";
import { insertTest } from "./insert-test.ts";

const example = `tests:
  - name: wants to know the time
    script:
      - {says: What would you like}
      - {user: what time is it}
      - {at: menu}`;

export function FirstTest(): ReactNode {
  const { read, dispatch } = useEditor();
  const [why, setWhy] = useState<string>();
  const insert = (): void => {
    const { text } = read().history.present;
    const made = makeFirstTest(text);
    if (made === undefined)
      setWhy("This flow has errors. Correct them first: they are listed at the foot of the page.");
    else dispatch({ type: "edit", operation: insertTest(text, made).operation });
  };
  return (
    <div className="tests first-test">
      <h2>No tests yet</h2>
      <p>
        A test is a small conversation that is written down: what the caller says, and what must be true then.
        All of them are played within a blink, without a phone and without a network, each time that you
        change something.
      </p>
      <pre>
        <code>{example}</code>
      </pre>
      <p>
        The caller <code>user</code> speaks, <code>dtmf</code> presses keys, is in <code>silence</code> or{" "}
        <code>hangup</code>; then <code>says</code>, <code>at</code>, <code>expect</code>, <code>calls</code>{" "}
        and <code>ends</code> tell what should have come of it. <code>mocks</code> answer in the place of
        tools.
      </p>
      <div className="answers">
        <button type="button" className="primary" onClick={insert}>
          Write a first test
        </button>
        <button type="button" onClick={() => dispatch({ type: "show", panel: "try" })}>
          Make one of a conversation
        </button>
      </div>
      <p role="alert">{why}</p>
    </div>
  );
}
