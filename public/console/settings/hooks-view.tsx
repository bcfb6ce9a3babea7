// Hooks view: webhooks and their events; the secret of a new one is shown once.

import { type ReactNode, useState } from "react";
import { listOf, numberOf, textOf } from "../../page/json-answer.ts";
import { words } from "../console-words.ts";
import { EntryList } from "./entry-list.tsx";
import { HookForm, hookFields, hookIn, HookTest } from "./hook-actions.tsx";
import { ListFrame } from "./list-frame.tsx";
import { momentText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";

const path = "/v1/hooks";
const pathOf = (hook: unknown): string => `${path}/${textOf(hook, "hook_id")}`;

export function HooksView(): ReactNode {
  const answer = useAnswer(path);
  const [edited, edit] = useState<unknown>();
  const text = words.hooks;
  return (
    <ListFrame
      view="hooks"
      path={path}
      answer={answer}
      fields={hookFields()}
      label={text.create}
      requestOf={(form) => ({ method: "POST", path, body: hookIn(form) })}
      once={{ part: "secret", text: text.once }}
    >
      {edited !== undefined && (
        <HookForm
          key={textOf(edited, "hook_id")}
          hook={edited}
          path={pathOf(edited)}
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
            [text.receives, listOf(hook, "events").join(", ")],
            [text.made, momentText(numberOf(hook, "created_at") ?? NaN)],
          ],
          ways: (
            <>
              <HookTest path={pathOf(hook)} url={textOf(hook, "url") ?? ""} />
              <button
                type="button"
                className="quiet"
                aria-label={`${text.edit}: ${textOf(hook, "url")}`}
                onClick={() => edit(hook)}
              >
                {text.edit}
              </button>
            </>
          ),
        })}
      />
    </ListFrame>
  );
}
