// Embed form: fields for the look and the limits of an embed, for the forms that create and change one.

import type { ReactNode, SubmitEvent } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { endOfDay, lastDayOf } from "./last-day.ts";
import { EntryForm, type EntryField, formList, formText } from "./entry-form.tsx";

export type Embed = ApiAnswer<"GET /v1/embeds">["embeds"][number];

/** The fields with the settings of this embed, or empty ones. */
export function limitFields(embed?: Embed): readonly EntryField[] {
  const text = words.embeds;
  return [
    { name: "label", label: text.label, isNeeded: true, value: embed?.label ?? "" },
    {
      name: "origins",
      label: text.origins,
      hint: text.originsHint,
      value: embed?.origins.join(", ") ?? "",
    },
    {
      name: "agent-name",
      label: text.agentName,
      hint: text.agentNameHint,
      pointer: "/agent_name",
      value: embed?.agent_name ?? "",
    },
    {
      name: "greeting",
      label: text.greeting,
      hint: text.greetingHint,
      value: embed?.greeting ?? "",
    },
    { name: "colour", label: text.colour, hint: text.colourHint, value: embed?.colour ?? "" },
    {
      name: "picture",
      label: text.picture,
      hint: text.pictureHint,
      isPicture: true,
      value: embed?.picture ?? "",
    },
    {
      name: "minutes",
      label: text.minutes,
      hint: text.unlimited,
      pointer: "/minutes_per_day",
      value: String(embed?.minutes_per_day ?? ""),
    },
    {
      name: "budget",
      label: text.budget,
      hint: text.unlimited,
      pointer: "/budget_usd_cents",
      value: String(embed?.budget_usd_cents ?? ""),
    },
    {
      name: "last-day",
      label: text.lastDay,
      hint: text.endless,
      pointer: "/expires_at",
      isDay: true,
      value: lastDayOf(embed?.expires_at),
    },
  ];
}

/** The typed values in the API's form. An unchanged last day keeps its hour. */
export function limitsIn(form: HTMLFormElement, embed?: Embed) {
  // Invalid text is sent unchanged: the server explains what it expects.
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
    ...(lastDay !== lastDayOf(embed?.expires_at) && { expires_at: endOfDay(lastDay) ?? null }),
  };
}

interface EmbedFormProps {
  readonly embed: Embed;
  readonly done: (isChanged: boolean) => void;
}

export function EmbedForm({ embed, done }: EmbedFormProps): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const text = words.embeds;
  const submit = async ({ currentTarget: form }: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const change = request("PATCH /v1/embeds/:embed", { embed: embed.embed_id }, limitsIn(form, embed));
    if (await act.run(async () => void (await api.ask(change)))) done(true);
  };
  return (
    <section aria-label={text.editing(embed.label)}>
      <EntryForm fields={limitFields(embed)} label={words.saveChanges} act={act} submit={submit}>
        <button type="button" className="quiet" onClick={() => done(false)}>
          {words.cancel}
        </button>
      </EntryForm>
    </section>
  );
}
