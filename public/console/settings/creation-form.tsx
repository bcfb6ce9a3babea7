// Creation form: a button that opens a form, which adds an entry to a list. A new key or link is shown once.

import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import type { ApiRequest } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Once } from "../view-parts.tsx";
import { EntryForm, type EntryField } from "./entry-form.tsx";

export interface CreationFormProps<Made> {
  readonly fields: readonly EntryField[];
  /** Label of the button that opens the form, and of the one that sends it. */
  readonly label: string;
  readonly requestOf: (form: HTMLFormElement) => ApiRequest<Made>;
  /** Part of the answer that is shown once, with its sentence. */
  readonly once?: { readonly part: (made: Made) => string; readonly text: string };
  readonly made: () => void;
  /** The head of the list, which contains the button. */
  readonly head: (button: ReactNode) => ReactNode;
  /** A choice above the fields, which determines them. */
  readonly above?: ReactNode;
}

export function CreationForm<Made>({
  fields,
  label,
  requestOf,
  once,
  made,
  head,
  above,
}: CreationFormProps<Made>): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const [isOpen, open] = useState(false);
  const [shown, show] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // After the form closes, the focus returns to the button that opened it.
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const form = event.currentTarget;
    const isMade = await act.run(async () => {
      const answer = await api.ask(requestOf(form));
      show(once?.part(answer));
    });
    if (!isMade) return;
    open(false);
    made();
  };
  return (
    <>
      {head(
        !isOpen && (
          <button type="button" className="primary" ref={opener} onClick={() => open(true)}>
            {label}
          </button>
        ),
      )}
      {isOpen && (
        <EntryForm
          key={fields.map(({ label: each, value = "" }) => each + value).join()}
          fields={fields}
          label={label}
          above={above}
          act={act}
          submit={submit}
        >
          <button type="button" className="quiet" onClick={() => open(false)}>
            {words.cancel}
          </button>
        </EntryForm>
      )}
      {once !== undefined && shown !== undefined && <Once text={once.text} value={shown} />}
    </>
  );
}
