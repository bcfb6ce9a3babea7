// Keys view: the API keys of the account; a new one is shown once.

import { type ReactNode, type SubmitEvent, useState } from "react";
import { numberOf, textOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { words } from "../console-words.ts";
import { EntryForm, type EntryField, formText } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { momentText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { ApiCall, Once, ViewHead } from "../view-parts.tsx";

const path = "/auth/api-keys";
const fields: readonly EntryField[] = [{ name: "label", label: words.keys.label, isNeeded: true }];

export function KeysView(): ReactNode {
  const { api } = useConsole();
  const answer = useAnswer(path);
  const act = useAct();
  const [made, setMade] = useState<string>();
  const text = words.keys;
  const create = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const form = event.currentTarget;
    const query = new URLSearchParams({ label: formText(form, "label") });
    const isMade = await act.run(async () => {
      setMade(textOf(await api.ask({ method: "POST", path: `${path}?${query}` }), "key"));
    });
    if (!isMade) return;
    form.reset();
    answer.reload();
  };
  return (
    <>
      <ViewHead title={words.views.keys} subtitle={words.subtitles.keys} />
      <EntryForm fields={fields} label={text.create} act={act} submit={create} />
      {made !== undefined && <Once text={text.once} value={made} />}
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
      <ApiCall request={get(path)} />
    </>
  );
}
