// Embeds view: the public places of flows, with what stands in a page, what was used, and why visitors were refused.

import type { ReactNode } from "react";
import { listOf, numberOf, textOf, valueOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { words } from "../console-words.ts";
import { CopyButton } from "../copy-button.tsx";
import { countText, momentText, moneyText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { ApiCall, ViewHead } from "../view-parts.tsx";
import { type EntryField, formList, formText } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { CreationForm } from "./creation-form.tsx";

const path = "/v1/embeds";
const pollMs = 10_000;

export function EmbedsView(): ReactNode {
  const answer = useAnswer(path);
  const flows = useAnswer("/v1/flows").body;
  const text = words.embeds;
  const choices = (Array.isArray(flows) ? flows : []).map(
    (flow) => [textOf(flow, "id") ?? "", textOf(flow, "name") ?? ""] as const,
  );
  const fields: readonly EntryField[] = [
    {
      name: "flow",
      label: text.flow,
      isNeeded: true,
      choices,
      pointer: "/flow_id",
      codes: ["flow/not-found"],
    },
    { name: "label", label: text.label, isNeeded: true },
    { name: "origins", label: text.origins, hint: text.originsHint },
    { name: "minutes", label: text.minutes, hint: text.unlimited, pointer: "/minutes_per_day" },
    { name: "budget", label: text.budget, hint: text.unlimited, pointer: "/budget_usd_cents" },
  ];
  const bodyOf = (form: HTMLFormElement) => {
    // What is no number is sent as it was typed: the server says what it should be.
    const number = (name: string): unknown =>
      /^\d+$/.test(formText(form, name)) ? Number(formText(form, name)) : formText(form, name) || null;
    return {
      flow_id: formText(form, "flow"),
      label: formText(form, "label"),
      origins: formList(form, "origins"),
      minutes_per_day: number("minutes"),
      budget_usd_cents: number("budget"),
    };
  };
  const nameOf = (flowId: string | undefined): string =>
    choices.find(([id]) => id === flowId)?.[1] ?? flowId ?? "";
  return (
    <>
      <ViewHead title={words.views.embeds} subtitle={words.subtitles.embeds} />
      <CreationForm
        fields={fields}
        label={text.create}
        requestOf={(form) => ({ method: "POST", path, body: bodyOf(form) })}
        made={answer.reload}
      />
      <EntryList
        answer={{ ...answer, body: answer.body === undefined ? undefined : listOf(answer.body, "embeds") }}
        empty={[text.emptyTitle, text.empty]}
        remove={{
          label: text.revoke,
          confirm: text.revokeForGood,
          path: (embed) => (isRevoked(embed) ? undefined : `${path}/${textOf(embed, "embed_id")}`),
        }}
        entryOf={(embed) => ({
          id: textOf(embed, "embed_id") ?? "",
          name: textOf(embed, "label") || nameOf(textOf(embed, "flow_id")),
          facts: [
            [text.flow, nameOf(textOf(embed, "flow_id"))],
            ["", listOf(embed, "origins").join(", ") || text.nowhere],
            [text.spent, moneyText(numberOf(embed, "used_usd_cents") ?? 0)],
            ...(isRevoked(embed) ? [[text.revoked, ""] as const] : []),
          ],
          more: <EmbedUse embed={embed} />,
        })}
      />
      <ApiCall request={get(path)} />
    </>
  );
}

function isRevoked(embed: unknown): boolean {
  return typeof valueOf(embed, "revoked_at") === "number";
}

function EmbedUse({ embed }: { readonly embed: unknown }): ReactNode {
  const { body } = useAnswer(`${path}/${textOf(embed, "embed_id")}`, pollMs);
  const text = words.embeds;
  const token = textOf(embed, "token") ?? "";
  const talkUrl = textOf(embed, "talk_url") ?? "";
  const snippet = `<script src="${location.origin}/widget.js" data-token="${token}"></script>`;
  return (
    <div className="embed-use">
      {body !== undefined && (
        <p className="soft">{text.today(countText(numberOf(body, "minutes_today") ?? 0))}</p>
      )}
      <p>
        <span className="soft">{text.send}</span> <a href={talkUrl}>{talkUrl}</a>{" "}
        <CopyButton text={talkUrl} of={text.send} />
      </p>
      <p>
        <span className="soft">{text.snippet}</span> <code>{snippet}</code>{" "}
        <CopyButton text={snippet} of={text.snippet} />
      </p>
      {listOf(body, "refusals").map((refusal) => {
        const reason = textOf(refusal, "reason") ?? "";
        const last = momentText(numberOf(refusal, "last_at") ?? NaN);
        return (
          <p key={reason}>
            {text.refused(text.reasons[reason] ?? reason, numberOf(refusal, "count") ?? 0, last)}
          </p>
        );
      })}
    </div>
  );
}
