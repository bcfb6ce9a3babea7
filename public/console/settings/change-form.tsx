// Change form: an entry of a list with what it holds, to be written anew.

import type { ReactNode, SubmitEvent } from "react";
import type { ApiRequest } from "../api-request.ts";
import { words } from "../console-words.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { type EntryField, EntryForm } from "./entry-form.tsx";

interface ChangeFormProps {
  /** Names the entry. */
  readonly title: string;
  readonly fields: readonly EntryField[];
  readonly requestOf: (form: HTMLFormElement) => ApiRequest;
  readonly done: (isChanged: boolean) => void;
}

export function ChangeForm({ title, fields, requestOf, done }: ChangeFormProps): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const request = requestOf(event.currentTarget);
    if (await act.run(async () => void (await api.ask(request)))) done(true);
  };
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <EntryForm fields={fields} label={words.save} act={act} submit={submit}>
        <button type="button" className="quiet" onClick={() => done(false)}>
          {words.cancelChange}
        </button>
      </EntryForm>
    </section>
  );
}

/** Opens it. */
export function ChangeButton({ of, act }: { readonly of: string; readonly act: () => void }): ReactNode {
  return (
    <button type="button" className="quiet" aria-label={`${words.change}: ${of}`} onClick={act}>
      {words.change}
    </button>
  );
}
