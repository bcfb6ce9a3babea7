// Hook actions: sending a hook a test event, and changing it.

import { type ReactNode, type SubmitEvent, useState } from "react";
import { listOf, numberOf, textOf } from "../../page/json-answer.ts";
import { words } from "../console-words.ts";
import { latencyText } from "../shown-figures.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Card, FieldProblem, FormEnd, FormProblem, Problem } from "../view-parts.tsx";
import { formList, formText } from "./entry-form.tsx";

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

interface EditProps {
  readonly hook: unknown;
  readonly path: string;
  readonly done: (isChanged: boolean) => void;
}

export function HookForm({ hook, path, done }: EditProps): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const text = words.hooks;
  const url = textOf(hook, "url") ?? "";
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const events = formList(form, "events");
    const body = { url: formText(form, "url"), ...(events.length > 0 && { events }) };
    if (await run(async () => void (await api.ask({ method: "PATCH", path, body })))) done(true);
  };
  return (
    <Card title={text.editing(url)}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <label className="field">
          <span>{text.url}</span>
          <input
            name="url"
            type="text"
            required
            autoFocus
            spellCheck={false}
            defaultValue={url}
            aria-describedby="hook-url-problem"
          />
        </label>
        <FieldProblem id="hook-url-problem" problem={problem} pointer="/url" />
        <label className="field">
          <span>{text.events}</span>
          <input
            name="events"
            type="text"
            spellCheck={false}
            defaultValue={listOf(hook, "events").join(", ")}
            aria-describedby="hook-events-problem"
          />
        </label>
        <FieldProblem id="hook-events-problem" problem={problem} pointer="/events" />
        <FormProblem problem={problem} pointers={["/url", "/events"]} />
        <FormEnd isBusy={isBusy} isSaved={false}>
          <button type="button" className="quiet" onClick={() => done(false)}>
            {text.cancel}
          </button>
        </FormEnd>
      </form>
    </Card>
  );
}
