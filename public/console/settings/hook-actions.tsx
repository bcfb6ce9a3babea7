// Hook actions: sending a hook a test event, and changing it.

import { type ReactNode, type SubmitEvent, useState } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { latencyText } from "../shown-figures.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Problem } from "../view-parts.tsx";
import { EntryForm, type EntryField, formBoxes, formList, formText } from "./entry-form.tsx";

export type Hook = ApiAnswer<"GET /v1/hooks">[number];

export function HookTest({ hook: { hook_id, url } }: { readonly hook: Hook }): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [answer, setAnswer] = useState<ApiAnswer<"POST /v1/hooks/:hook_id/test">>();
  const text = words.hooks;
  const send = (): Promise<boolean> =>
    run(async () => setAnswer(await api.ask(request("POST /v1/hooks/:hook_id/test", { hook_id }))));
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
          (answer.status === null
            ? text.unanswered(answer.says)
            : text.answered(answer.status, latencyText(answer.took_ms)))}
      </span>
      {answer !== undefined && answer.status !== null && answer.says !== "" && (
        <pre className="hook-says" tabIndex={0} role="region" aria-label={text.said}>
          {answer.says}
        </pre>
      )}
      <Problem problem={problem} />
    </>
  );
}

/** The fields with the settings of this hook, or those of a new one. */
export function hookFields(hook?: Hook): readonly EntryField[] {
  const text = words.hooks;
  const events = hook?.events ?? text.usualEvents;
  const isNamed = (event: string): boolean => text.events.some(([name]) => name === event);
  return [
    { name: "url", label: text.url, hint: text.urlHint, isNeeded: true, value: hook?.url ?? "" },
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
  readonly hook: Hook;
  readonly done: (isChanged: boolean) => void;
}

export function HookForm({ hook, done }: EditProps): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const text = words.hooks;
  const submit = async ({ currentTarget: form }: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const change = request("PATCH /v1/hooks/:hook_id", { hook_id: hook.hook_id }, hookIn(form));
    if (await act.run(async () => void (await api.ask(change)))) done(true);
  };
  return (
    <section aria-label={text.editing(hook.url)}>
      <EntryForm fields={hookFields(hook)} label={words.saveChanges} act={act} submit={submit}>
        <button type="button" className="quiet" onClick={() => done(false)}>
          {words.cancel}
        </button>
      </EntryForm>
    </section>
  );
}
