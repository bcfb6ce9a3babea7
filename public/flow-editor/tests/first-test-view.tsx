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
      setWhy("This flow has errors. Correct them first: they are listed at the bottom of the page.");
    else dispatch({ type: "edit", operation: insertTest(text, made).operation });
  };
  return (
    <div className="tests first-test">
      <h2>No tests yet</h2>
      <p>
        A test is a written conversation with expectations. All tests run again, in milliseconds and without a
        network, after each change.
      </p>
      <pre>
        <code>{example}</code>
      </pre>
      <p>
        The caller <code>user</code> speaks, <code>dtmf</code> presses keys, is in <code>silence</code> or{" "}
        <code>hangup</code>; then <code>says</code>, <code>at</code>, <code>expect</code>, <code>calls</code>{" "}
        and <code>ends</code> state the expected results. <code>mocks</code> replace the answers of tools.
      </p>
      <div className="answers">
        <button type="button" className="primary" onClick={insert}>
          Write first test
        </button>
        <button type="button" onClick={() => dispatch({ type: "show", panel: "try" })}>
          Create test from conversation
        </button>
      </div>
      <p role="alert">{why}</p>
    </div>
  );
}
