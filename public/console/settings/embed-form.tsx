// Embed form: fields for the look and the limits of an embed, in the form that makes one and in the form that changes it.

import type { ReactNode, SubmitEvent } from "react";
import { listOf, numberOf, textOf } from "../../page/json-answer.ts";
import { words } from "../console-words.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { endOfDay, lastDayOf } from "./last-day.ts";
import { EntryForm, type EntryField, formList, formText } from "./entry-form.tsx";

/** The fields with the settings of this embed, or empty ones. */
export function limitFields(embed?: unknown): readonly EntryField[] {
  const text = words.embeds;
  const number = (name: string): string => String(numberOf(embed, name) ?? "");
  return [
    { name: "label", label: text.label, isNeeded: true, value: textOf(embed, "label") ?? "" },
    {
      name: "origins",
      label: text.origins,
      hint: text.originsHint,
      value: listOf(embed, "origins").join(", "),
    },
    {
      name: "agent-name",
      label: text.agentName,
      hint: text.agentNameHint,
      pointer: "/agent_name",
      value: textOf(embed, "agent_name") ?? "",
    },
    {
      name: "greeting",
      label: text.greeting,
      hint: text.greetingHint,
      value: textOf(embed, "greeting") ?? "",
    },
    { name: "colour", label: text.colour, hint: text.colourHint, value: textOf(embed, "colour") ?? "" },
    {
      name: "picture",
      label: text.picture,
      hint: text.pictureHint,
      isPicture: true,
      value: textOf(embed, "picture") ?? "",
    },
    {
      name: "minutes",
      label: text.minutes,
      hint: text.unlimited,
      pointer: "/minutes_per_day",
      value: number("minutes_per_day"),
    },
    {
      name: "budget",
      label: text.budget,
      hint: text.unlimited,
      pointer: "/budget_usd_cents",
      value: number("budget_usd_cents"),
    },
    {
      name: "last-day",
      label: text.lastDay,
      hint: text.endless,
      pointer: "/expires_at",
      isDay: true,
      value: lastDayOf(numberOf(embed, "expires_at")),
    },
  ];
}

/** The typed values, as the API takes them. A last day that was left as it was stays at its hour. */
export function limitsIn(form: HTMLFormElement, embed?: unknown) {
  // Text that is no number is sent as it was typed: the server says what it should be.
  const number = (name: string): unknown =>
    /^\d+$/.test(formText(form, name)) ? Number(formText(form, name)) : formText(form, name) || null;
  const lastDay = formText(form, "last-day");
  return {
    label: formText(form, "label"),
    origins: formList(form, "origins"),
    agent_name: formText(form, "agent-name") || null,
    greeting: formText(form, "greeting") || null,
    colour: formText(form, "colour") || null,
    picture: formText(form, "picture") || null,
    minutes_per_day: number("minutes"),
    budget_usd_cents: number("budget"),
    ...(lastDay !== lastDayOf(numberOf(embed, "expires_at")) && { expires_at: endOfDay(lastDay) ?? null }),
  };
}

interface EmbedFormProps {
  readonly embed: unknown;
  readonly path: string;
  readonly done: (isChanged: boolean) => void;
}

export function EmbedForm({ embed, path, done }: EmbedFormProps): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const text = words.embeds;
  const submit = async ({ currentTarget: form }: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const request = { method: "PATCH", path, body: limitsIn(form, embed) } as const;
    if (await act.run(async () => void (await api.ask(request)))) done(true);
  };
  return (
    <section aria-label={text.editing(textOf(embed, "label") ?? "")}>
      <EntryForm fields={limitFields(embed)} label={words.saveChanges} act={act} submit={submit}>
        <button type="button" className="quiet" onClick={() => done(false)}>
          {words.cancel}
        </button>
      </EntryForm>
    </section>
  );
}
