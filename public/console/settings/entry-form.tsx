// Entry form: a row of fields with a button, which adds one thing to a list of settings.

import type { ReactNode, SubmitEvent } from "react";
import type { Act } from "../use-answer.ts";
import { Problem } from "../view-parts.tsx";

export interface EntryField {
  readonly name: string;
  readonly label: string;
  readonly isNeeded?: boolean;
  readonly isHidden?: boolean;
  /** One of these, by its value. */
  readonly choices?: readonly (readonly [value: string, name: string])[];
}

interface EntryFormProps {
  readonly fields: readonly EntryField[];
  readonly label: string;
  readonly act: Act;
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
}

export function EntryForm({ fields, label, act, submit }: EntryFormProps): ReactNode {
  return (
    <form
      className="card entry-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event);
      }}
    >
      {fields.map((field) => (
        <label key={field.name} className="field">
          <span>{field.label}</span>
          {field.choices === undefined ? (
            <input
              name={field.name}
              type={field.isHidden === true ? "password" : "text"}
              required={field.isNeeded === true}
              autoComplete="off"
              spellCheck={false}
            />
          ) : (
            <select name={field.name} required={field.isNeeded === true}>
              {field.choices.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </label>
      ))}
      <button type="submit" className="primary" disabled={act.isBusy}>
        {label}
      </button>
      <Problem problem={act.problem} />
    </form>
  );
}

/** What was typed into the field of that name, without spaces around it. */
export function formText(form: HTMLFormElement, name: string): string {
  return formSecret(form, name).trim();
}

/** What was typed, with every space of it. */
export function formSecret(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}

/** What was typed with commas. */
export function formList(form: HTMLFormElement, name: string): readonly string[] {
  return formText(form, name)
    .split(/[\s,]+/)
    .filter((each) => each !== "");
}
