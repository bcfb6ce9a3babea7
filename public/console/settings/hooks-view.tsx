// Hooks view: webhooks and their events; the secret of a new one is shown once.

import { type ReactNode, useState } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { EntryList } from "./entry-list.tsx";
import { type Hook, HookForm, hookFields, hookIn, HookTest } from "./hook-actions.tsx";
import { ListFrame } from "./list-frame.tsx";
import { momentText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";

const list = request("GET /v1/hooks");

export function HooksView(): ReactNode {
  const answer = useAnswer(list);
  const [edited, edit] = useState<Hook>();
  const text = words.hooks;
  return (
    <ListFrame
      view="hooks"
      request={list}
      answer={answer}
      fields={hookFields()}
      label={text.create}
      requestOf={(form) => request("POST /v1/hooks", {}, hookIn(form))}
      once={{ part: ({ secret }) => secret, text: text.once }}
    >
      {edited !== undefined && (
        <HookForm
          key={edited.hook_id}
          hook={edited}
          done={(isChanged) => {
            edit(undefined);
            if (isChanged) answer.reload();
          }}
        />
      )}
      <EntryList
        answer={answer}
        empty={[text.emptyTitle, text.empty]}
        remove={{ request: ({ hook_id }) => request("DELETE /v1/hooks/:hook_id", { hook_id }) }}
        entryOf={(hook) => ({
          id: hook.hook_id,
          name: hook.url,
          facts: [
            [text.receives, hook.events.join(", ")],
            [text.made, momentText(hook.created_at)],
          ],
          ways: (
            <>
              <HookTest hook={hook} />
              <button
                type="button"
                className="quiet"
                aria-label={`${text.edit}: ${hook.url}`}
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
