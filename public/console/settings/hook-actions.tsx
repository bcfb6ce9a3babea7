// Hook actions: sending a hook a test event, and changing it.

import { type ReactNode, type SubmitEvent, useState } from "react";
import { listOf, numberOf, textOf } from "../../page/json-answer.ts";
import { words } from "../console-words.ts";
import { latencyText } from "../shown-figures.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Problem } from "../view-parts.tsx";
import { EntryForm, type EntryField, formBoxes, formList, formText } from "./entry-form.tsx";

interface TestProps {
  /** Path of the hook. */
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

/** The fields with the settings of this hook, or those of a new one. */
export function hookFields(hook?: unknown): readonly EntryField[] {
  const text = words.hooks;
  const events = hook === undefined ? text.usualEvents : listOf(hook, "events").map(String);
  const isNamed = (event: string): boolean => text.events.some(([name]) => name === event);
  return [
    { name: "url", label: text.url, hint: text.urlHint, isNeeded: true, value: textOf(hook, "url") ?? "" },
    {
      name: "events",
      label: text.eventsLabel,
      boxes: text.events,
      value: events.filter(isNamed).join(" "),
    },
    {
      name: "flow-events",
      label: text.flowEvents,
      hint: text.flowEventsHint,
      pointer: "/events",
      value: events.filter((event) => !isNamed(event)).join(", "),
    },
  ];
}

/** The settings in the form, as the API takes them. */
export function hookIn(form: HTMLFormElement) {
  const events = [...formBoxes(form, "events"), ...formList(form, "flow-events")];
  return { url: formText(form, "url"), ...(events.length > 0 && { events }) };
}

interface EditProps {
  readonly hook: unknown;
  readonly path: string;
  readonly done: (isChanged: boolean) => void;
}

export function HookForm({ hook, path, done }: EditProps): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const text = words.hooks;
  const submit = async ({ currentTarget: form }: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const request = { method: "PATCH", path, body: hookIn(form) } as const;
    if (await act.run(async () => void (await api.ask(request)))) done(true);
  };
  return (
    <section aria-label={text.editing(textOf(hook, "url") ?? "")}>
      <EntryForm fields={hookFields(hook)} label={words.saveChanges} act={act} submit={submit}>
        <button type="button" className="quiet" onClick={() => done(false)}>
          {words.cancel}
        </button>
      </EntryForm>
    </section>
  );
}
