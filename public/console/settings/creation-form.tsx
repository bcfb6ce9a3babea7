// Creation form: adds an entry to a list, and shows once what nobody can read again, such as a new key.

import { type ReactNode, type SubmitEvent, useState } from "react";
import { textOf } from "../../page/json-answer.ts";
import type { ApiRequest } from "../api-request.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Once } from "../view-parts.tsx";
import { EntryForm, type EntryField } from "./entry-form.tsx";

interface CreationFormProps {
  readonly fields: readonly EntryField[];
  readonly label: string;
  readonly requestOf: (form: HTMLFormElement) => ApiRequest;
  /** Which part of the answer is shown, and what is said about it. */
  readonly once?: { readonly part: string; readonly text: string };
  readonly made: () => void;
}

export function CreationForm({ fields, label, requestOf, once, made }: CreationFormProps): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const [shown, show] = useState<string>();
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const form = event.currentTarget;
    const isMade = await act.run(async () => {
      const answer = await api.ask(requestOf(form));
      show(once && textOf(answer, once.part));
    });
    if (!isMade) return;
    form.reset();
    made();
  };
  return (
    <>
      <EntryForm fields={fields} label={label} act={act} submit={submit} />
      {once !== undefined && shown !== undefined && <Once text={once.text} value={shown} />}
    </>
  );
}
