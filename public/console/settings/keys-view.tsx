// Keys view: the API keys of the account; a new one is shown once.

import type { ReactNode } from "react";
import { numberOf, textOf } from "../../page/json-answer.ts";
import { words } from "../console-words.ts";
import { type EntryField, formText } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { ListFrame } from "./list-frame.tsx";
import { momentText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";

const path = "/auth/api-keys";
const fields: readonly EntryField[] = [
  { name: "label", label: words.keys.label, hint: words.keys.labelHint, isNeeded: true },
];

export function KeysView(): ReactNode {
  const answer = useAnswer(path);
  const text = words.keys;
  return (
    <ListFrame
      view="keys"
      path={path}
      answer={answer}
      fields={fields}
      label={text.create}
      requestOf={(form) => {
        const query = new URLSearchParams({ label: formText(form, "label") });
        return { method: "POST", path: `${path}?${query}` };
      }}
      once={{ part: "key", text: text.once }}
    >
      <EntryList
        answer={answer}
        empty={[text.emptyTitle, text.empty]}
        remove={{
          label: text.revoke,
          confirm: text.revokeForGood,
          path: (key) => `${path}/${textOf(key, "key_id")}`,
        }}
        entryOf={(key) => {
          const used = numberOf(key, "last_used_at");
          return {
            id: textOf(key, "key_id") ?? "",
            name: textOf(key, "label") ?? "",
            facts: [
              [text.prefix, textOf(key, "prefix") ?? ""],
              [text.made, momentText(numberOf(key, "created_at") ?? NaN)],
              [text.used, used === undefined ? text.never : momentText(used)],
            ],
          };
        }}
      />
    </ListFrame>
  );
}
