// Secrets view: the names of an account's secrets and where they may be sent. Values go in and never come out.

import type { ReactNode } from "react";
import { listOf, textOf } from "../../page/json-answer.ts";
import { words } from "../console-words.ts";
import { type EntryField, formList, formText } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { ListFrame } from "./list-frame.tsx";
import { useAnswer } from "../use-answer.ts";

const path = "/v1/secrets";
const fields: readonly EntryField[] = [
  { name: "name", label: words.secrets.name, isNeeded: true, pointer: "/name" },
  { name: "value", label: words.secrets.value, isNeeded: true, isHidden: true },
  { name: "hosts", label: words.secrets.hosts, hint: words.secrets.hostsHint },
];
const pathOf = (name: string): string => `${path}/${encodeURIComponent(name)}`;

export function SecretsView(): ReactNode {
  const answer = useAnswer(path);
  const text = words.secrets;
  return (
    <ListFrame
      view="secrets"
      path={path}
      answer={answer}
      fields={fields}
      label={text.set}
      requestOf={(form) => ({
        method: "PUT",
        path: pathOf(formText(form, "name")),
        body: { value: formText(form, "value"), hosts: formList(form, "hosts") },
      })}
    >
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
    </ListFrame>
  );
}
