// Secrets view: the names of an account's secrets and where they may be sent. Values go in and never come out.

import type { ReactNode, SubmitEvent } from "react";
import { listOf, textOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { words } from "../console-words.ts";
import { EntryForm, type EntryField, formList, formText } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { ApiCall, ViewHead } from "../view-parts.tsx";

const path = "/v1/secrets";
const fields: readonly EntryField[] = [
  { name: "name", label: words.secrets.name, isNeeded: true },
  { name: "value", label: words.secrets.value, isNeeded: true, isHidden: true },
  { name: "hosts", label: words.secrets.hosts },
];
const pathOf = (name: string): string => `${path}/${encodeURIComponent(name)}`;

export function SecretsView(): ReactNode {
  const { api } = useConsole();
  const answer = useAnswer(path);
  const act = useAct();
  const text = words.secrets;
  const set = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const form = event.currentTarget;
    const body = { value: formText(form, "value"), hosts: formList(form, "hosts") };
    const isSet = await act.run(
      async () => void (await api.ask({ method: "PUT", path: pathOf(formText(form, "name")), body })),
    );
    if (!isSet) return;
    form.reset();
    answer.reload();
  };
  return (
    <>
      <ViewHead title={words.views.secrets} subtitle={words.subtitles.secrets} />
      <EntryForm fields={fields} label={text.set} act={act} submit={set} />
      <EntryList
        answer={answer}
        empty={[text.emptyTitle, text.empty]}
        remove={{ path: (secret) => pathOf(textOf(secret, "name") ?? "") }}
        entryOf={(secret) => {
          const hosts = listOf(secret, "hosts");
          return {
            id: textOf(secret, "name") ?? "",
            name: textOf(secret, "name") ?? "",
            facts: [[text.hosts, hosts.length === 0 ? text.nowhere : hosts.join(", ")]],
          };
        }}
      />
      <ApiCall request={get(path)} />
    </>
  );
}
