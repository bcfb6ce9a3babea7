// Entry form: a row of fields with a button, which adds one thing to a list of settings.

import { type ReactNode, type SubmitEvent, useId } from "react";
import type { Act } from "../use-answer.ts";
import { faultOf, FormProblem } from "../view-parts.tsx";
import { PictureField } from "./picture-field.tsx";

export interface EntryField {
  readonly name: string;
  readonly label: string;
  readonly isNeeded?: boolean;
  readonly isHidden?: boolean;
  /** True for several lines. */
  readonly isLong?: boolean;
  /** True for a picture from a file. */
  readonly isPicture?: boolean;
  /** True for a day, written as 2026-12-03. */
  readonly isDay?: boolean;
  /** Place in the request, if its name differs from the field's, such as "/minutes_per_day". */
  readonly pointer?: string;
  /** Codes of problems that the field is to blame for. */
  readonly codes?: readonly string[];
  /** Default of an empty field, and the format. */
  readonly hint?: string;
  /** The initial value of the field. */
  readonly value?: string;
  /** Any number of these; the words of `value` are ticked at first. */
  readonly boxes?: readonly (readonly [value: string, name: string])[];
  /** Choices, by value. */
  readonly choices?: readonly (readonly [value: string, name: string])[];
}

interface EntryFormProps {
  readonly fields: readonly EntryField[];
  readonly label: string;
  readonly act: Act;
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  /** Heading of an independent form. */
  readonly title?: string;
  /** A choice before the fields. */
  readonly above?: ReactNode;
  /** Message after success. */
  readonly said?: ReactNode;
  /** Other buttons, after the main one. */
  readonly children?: ReactNode;
}

export function EntryForm(form: EntryFormProps): ReactNode {
  const { fields, label, act, submit, title, above, said, children } = form;
  const formId = useId();
  const { problem } = act;
  const isPlaced = fields.some(({ codes = [] }) => codes.includes(problem?.code ?? ""));
  return (
    <form
      className="card entry-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event);
      }}
    >
      {title !== undefined && <h2>{title}</h2>}
      {above}
      {fields.map((field, at) => (
        <Field
          key={field.name}
          id={`${formId}${field.name}`}
          field={field}
          problem={problem}
          isFirst={at === 0 && children !== undefined}
        />
      ))}
      {!isPlaced && <FormProblem problem={problem} pointers={fields.map(pointerOf)} />}
      <div className="form-end">
        <button type="submit" className="primary" disabled={act.isBusy}>
          {label}
        </button>
        {children}
        {said !== undefined && (
          <span role="status" className="soft">
            {said}
          </span>
        )}
      </div>
    </form>
  );
}

interface FieldProps {
  readonly id: string;
  readonly field: EntryField;
  readonly problem: Act["problem"];
  /** True if the field gets the focus when the form opens. */
  readonly isFirst: boolean;
}

/** A label, the input, a hint, and an error. */
function Field({ id, field, problem, isFirst }: FieldProps): ReactNode {
  const { name, label, isNeeded = false, value, choices, codes = [], hint } = field;
  const fault =
    problem !== undefined && codes.includes(problem.code)
      ? problem.message
      : faultOf(problem, pointerOf(field));
  const [hintId, faultId] = [`${id}-hint`, `${id}-fault`];
  const attributes = {
    id,
    name,
    required: isNeeded,
    defaultValue: value,
    autoFocus: isFirst,
    "aria-invalid": fault !== undefined,
    "aria-describedby": `${hintId} ${faultId}`,
  };
  if (field.isPicture === true)
    return <PictureField {...{ id, name, label, hint, fault }} value={value ?? ""} />;
  if (field.boxes !== undefined) return <Boxes field={field} boxes={field.boxes} fault={fault} />;
  return (
    <div className={field.isLong === true ? "field long" : "field"}>
      <label htmlFor={id}>{label}</label>
      {field.isLong === true ? (
        <textarea {...attributes} rows={4} />
      ) : choices === undefined ? (
        <input {...attributes} type={typeOf(field)} autoComplete="off" spellCheck={false} />
      ) : (
        <select {...attributes}>
          {choices.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      )}
      <span className="soft small" id={hintId}>
        {hint}
      </span>
      <p className="field-problem small" id={faultId} role="alert">
        {fault}
      </p>
    </div>
  );
}

interface BoxesProps {
  readonly field: EntryField;
  readonly boxes: readonly (readonly [value: string, name: string])[];
  readonly fault: string | undefined;
}

function Boxes({ field: { name, label, hint, value = "" }, boxes, fault }: BoxesProps): ReactNode {
  const ticked = value.split(" ");
  return (
    <fieldset className="boxes">
      <legend>{label}</legend>
      {boxes.map(([each, title]) => (
        <label key={each}>
          <input type="checkbox" name={name} value={each} defaultChecked={ticked.includes(each)} />
          {title}
        </label>
      ))}
      <span className="soft small">{hint}</span>
      <p className="field-problem small" role="alert">
        {fault}
      </p>
    </fieldset>
  );
}

function typeOf({ isHidden = false, isDay = false }: EntryField): string {
  if (isHidden) return "password";
  return isDay ? "date" : "text";
}

function pointerOf({ name, pointer = `/${name}` }: EntryField): string {
  return pointer;
}

/** Text of the field with that name, without spaces around it. */
export function formText(form: HTMLFormElement, name: string): string {
  return formSecret(form, name).trim();
}

/** Text of the field, with every space of it. */
export function formSecret(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}

/** The values of the ticked boxes of that name. */
export function formBoxes(form: HTMLFormElement, name: string): readonly string[] {
  return new FormData(form).getAll(name).filter((each) => typeof each === "string");
}

/** The entries of a text that commas or spaces separate. */
export function formList(form: HTMLFormElement, name: string): readonly string[] {
  return formText(form, name)
    .split(/[\s,]+/)
    .filter((each) => each !== "");
}
