// Hook test: sends a hook a test event.

import { type ReactNode, useState } from "react";
import { numberOf, textOf } from "../../page/json-answer.ts";
import { words } from "../console-words.ts";
import { latencyText } from "../shown-figures.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Problem } from "../view-parts.tsx";

interface TestProps {
  /** Of the hook. */
  readonly path: string;
  readonly url: string;
}

export function HookTest({ path, url }: TestProps): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [answer, setAnswer] = useState<unknown>();
  const text = words.hooks;
  const send = (): Promise<boolean> =>
    run(async () => setAnswer(await api.ask({ method: "POST", path: `${path}/test` })));
  const status = numberOf(answer, "status");
  const says = textOf(answer, "says") ?? "";
  return (
    <>
      <button
        type="button"
        className="quiet"
        disabled={isBusy}
        aria-label={`${text.test}: ${url}`}
        onClick={() => void send()}
      >
        {text.test}
      </button>
      <span role="status" className="hook-answer">
        {answer !== undefined &&
          (status === undefined
            ? text.unanswered(says)
            : text.answered(status, latencyText(numberOf(answer, "took_ms"))))}
      </span>
      {status !== undefined && says !== "" && (
        <pre className="hook-says" tabIndex={0} role="region" aria-label={text.said}>
          {says}
        </pre>
      )}
      <Problem problem={problem} />
    </>
  );
}
