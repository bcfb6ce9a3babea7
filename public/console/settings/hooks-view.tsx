// Hooks view: the addresses that are told of events; the secret of a new one is shown once.

import { type ReactNode, useState } from "react";
import { listOf, numberOf, textOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { words } from "../console-words.ts";
import { type EntryField, formList, formText } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { HookTest } from "./hook-test.tsx";
import { ChangeButton, ChangeForm } from "./change-form.tsx";
import { CreationForm } from "./creation-form.tsx";
import { momentText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { ApiCall, ViewHead } from "../view-parts.tsx";

const path = "/v1/hooks";
/** With what a hook holds. */
const fieldsOf = (hook?: unknown): readonly EntryField[] => [
  { name: "url", label: words.hooks.url, isNeeded: true, value: textOf(hook, "url") ?? "" },
  {
    name: "events",
    label: words.hooks.events,
    hint: words.hooks.eventsHint,
    value: listOf(hook, "events").join(", "),
  },
];
const bodyOf = (form: HTMLFormElement) => {
  const events = formList(form, "events");
  return { url: formText(form, "url"), ...(events.length > 0 && { events }) };
};

const pathOf = (hook: unknown): string => `${path}/${textOf(hook, "hook_id")}`;

export function HooksView(): ReactNode {
  const answer = useAnswer(path);
  const [edited, edit] = useState<unknown>();
  const text = words.hooks;
  return (
    <>
      <ViewHead title={words.views.hooks} subtitle={words.subtitles.hooks} />
      <CreationForm
        fields={fieldsOf()}
        label={text.create}
        requestOf={(form) => ({ method: "POST", path, body: bodyOf(form) })}
        once={{ part: "secret", text: text.once }}
        made={answer.reload}
      />
      {edited !== undefined && (
        <ChangeForm
          key={textOf(edited, "hook_id")}
          title={text.editing(textOf(edited, "url") ?? "")}
          fields={fieldsOf(edited)}
          requestOf={(form) => ({ method: "PATCH", path: pathOf(edited), body: bodyOf(form) })}
          done={(isChanged) => {
            edit(undefined);
            if (isChanged) answer.reload();
          }}
        />
      )}
      <EntryList
        answer={answer}
        empty={[text.emptyTitle, text.empty]}
        remove={{ path: pathOf }}
        entryOf={(hook) => ({
          id: textOf(hook, "hook_id") ?? "",
          name: textOf(hook, "url") ?? "",
          facts: [
            [text.toldOf, listOf(hook, "events").join(", ")],
            [text.made, momentText(numberOf(hook, "created_at") ?? NaN)],
          ],
          ways: (
            <>
              <HookTest path={pathOf(hook)} url={textOf(hook, "url") ?? ""} />
              <ChangeButton of={textOf(hook, "url") ?? ""} act={() => edit(hook)} />
            </>
          ),
        })}
      />
      <ApiCall request={get(path)} />
    </>
  );
}
