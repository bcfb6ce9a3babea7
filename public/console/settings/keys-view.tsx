// Keys view: the API keys of the account; a new one is shown once.

import type { ReactNode } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { type EntryField, formText } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { ListFrame } from "./list-frame.tsx";
import { momentText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";

const list = request("GET /auth/api-keys");
const fields: readonly EntryField[] = [
  { name: "label", label: words.keys.label, hint: words.keys.labelHint, isNeeded: true },
];

export function KeysView(): ReactNode {
  const answer = useAnswer(list);
  const text = words.keys;
  return (
    <ListFrame
      view="keys"
      request={list}
      answer={answer}
      fields={fields}
      label={text.create}
      requestOf={(form) => request("POST /auth/api-keys", { label: formText(form, "label") })}
      once={{ part: ({ key }) => key, text: text.once }}
    >
      <EntryList
        answer={answer}
        empty={[text.emptyTitle, text.empty]}
        remove={{
          label: text.revoke,
          confirm: text.revokeForGood,
          request: ({ key_id }) => request("DELETE /auth/api-keys/:key_id", { key_id }),
        }}
        entryOf={({ key_id, label, prefix, created_at, last_used_at: used }) => ({
          id: key_id,
          name: label,
          facts: [
            [text.prefix, prefix],
            [text.made, momentText(created_at)],
            [text.used, used === null ? text.never : momentText(used)],
          ],
        })}
      />
    </ListFrame>
  );
}
