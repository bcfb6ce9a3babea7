// Account deletion form: deletes the account, with its password, after listing the deleted data.

import type { ReactNode, SubmitEvent } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { EntryForm, type EntryField, formSecret } from "../settings/entry-form.tsx";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Card } from "../view-parts.tsx";

const fields: readonly EntryField[] = [
  {
    name: "password",
    label: words.leave.password,
    isNeeded: true,
    isHidden: true,
    codes: ["auth/invalid-credentials"],
  },
];

export function DeletionForm({ left }: { readonly left: () => void }): ReactNode {
  const { api } = useConsole();
  const isOwner = useAnswer(request("GET /v1/account")).body?.role === "owner";
  const act = useAct();
  const text = words.leave;
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const body = { password: formSecret(event.currentTarget, "password") };
    if (await act.run(async () => void (await api.ask(request("POST /v1/account/deletion", {}, body)))))
      left();
  };
  return (
    <Card title={text.title} about={isOwner ? text.owner : text.about}>
      {!isOwner && <EntryForm fields={fields} label={text.leave} act={act} submit={submit} />}
    </Card>
  );
}
