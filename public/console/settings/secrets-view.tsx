// Secrets view: the names of an account's secrets and their allowed hosts. Values can be written and never read.

import type { ReactNode } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { type EntryField, formList, formText } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { ListFrame } from "./list-frame.tsx";
import { useAnswer } from "../use-answer.ts";

const list = request("GET /v1/secrets");
const fields: readonly EntryField[] = [
  { name: "name", label: words.secrets.name, isNeeded: true, pointer: "/name" },
  { name: "value", label: words.secrets.value, isNeeded: true, isHidden: true },
  { name: "hosts", label: words.secrets.hosts, hint: words.secrets.hostsHint },
];

export function SecretsView(): ReactNode {
  const answer = useAnswer(list);
  const text = words.secrets;
  return (
    <ListFrame
      view="secrets"
      request={list}
      answer={answer}
      fields={fields}
      label={text.set}
      requestOf={(form) =>
        request(
          "PUT /v1/secrets/:name",
          { name: formText(form, "name") },
          { value: formText(form, "value"), hosts: formList(form, "hosts") },
        )
      }
    >
      <EntryList
        answer={answer}
        empty={[text.emptyTitle, text.empty]}
        remove={{ request: ({ name }) => request("DELETE /v1/secrets/:name", { name }) }}
        entryOf={({ name, hosts }) => ({
          id: name,
          name,
          facts: [[text.hosts, hosts.length === 0 ? text.nowhere : hosts.join(", ")]],
        })}
      />
    </ListFrame>
  );
}
