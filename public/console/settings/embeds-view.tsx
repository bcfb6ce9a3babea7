// Embeds view: the public places of flows, with what stands in a page, what was used, and why visitors were refused.

import { type ReactNode, useState } from "react";
import { listOf, numberOf, textOf, valueOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { words } from "../console-words.ts";
import { CopyButton } from "../copy-button.tsx";
import { countText, momentText, moneyText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { ApiCall, ViewHead } from "../view-parts.tsx";
import { ChangeButton, ChangeForm } from "./change-form.tsx";
import { type EntryField, formList, formText } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { CreationForm } from "./creation-form.tsx";

const path = "/v1/embeds";
const pollMs = 10_000;

const pathOf = (embed: unknown): string => `${path}/${textOf(embed, "embed_id")}`;

/** What can be changed, with what an embed has of it. */
function settingsOf(embed?: unknown): readonly EntryField[] {
  const text = words.embeds;
  const number = (name: string): string => numberOf(embed, name)?.toString() ?? "";
  return [
    { name: "label", label: text.label, isNeeded: true, value: textOf(embed, "label") ?? "" },
    {
      name: "origins",
      label: text.origins,
      hint: text.originsHint,
      value: listOf(embed, "origins").join(", "),
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
  ];
}

function bodyOf(form: HTMLFormElement): Readonly<Record<string, unknown>> {
  // What is no number is sent as it was typed: the server says what it should be.
  const number = (name: string): unknown =>
    /^\d+$/.test(formText(form, name)) ? Number(formText(form, name)) : formText(form, name) || null;
  return {
    label: formText(form, "label"),
    origins: formList(form, "origins"),
    minutes_per_day: number("minutes"),
    budget_usd_cents: number("budget"),
  };
}

export function EmbedsView(): ReactNode {
  const answer = useAnswer(path);
  const [edited, edit] = useState<unknown>();
  const flows = useAnswer("/v1/flows").body;
  const text = words.embeds;
  const choices = (Array.isArray(flows) ? flows : []).map(
    (flow) => [textOf(flow, "id") ?? "", textOf(flow, "name") ?? ""] as const,
  );
  const flow: EntryField = {
    name: "flow",
    label: text.flow,
    isNeeded: true,
    choices,
    pointer: "/flow_id",
    codes: ["flow/not-found"],
  };
  const nameOf = (flowId: string | undefined): string =>
    choices.find(([id]) => id === flowId)?.[1] ?? flowId ?? "";
  return (
    <>
      <ViewHead title={words.views.embeds} subtitle={words.subtitles.embeds} />
      <CreationForm
        fields={[flow, ...settingsOf()]}
        label={text.create}
        requestOf={(form) => ({
          method: "POST",
          path,
          body: { flow_id: formText(form, "flow"), ...bodyOf(form) },
        })}
        made={answer.reload}
      />
      {edited !== undefined && (
        <ChangeForm
          key={textOf(edited, "embed_id")}
          title={text.editing(textOf(edited, "label") ?? "")}
          fields={settingsOf(edited)}
          requestOf={(form) => ({ method: "PATCH", path: pathOf(edited), body: bodyOf(form) })}
          done={(isChanged) => {
            edit(undefined);
            if (isChanged) answer.reload();
          }}
        />
      )}
      <EntryList
        answer={{ ...answer, body: answer.body === undefined ? undefined : listOf(answer.body, "embeds") }}
        empty={[text.emptyTitle, text.empty]}
        remove={{
          label: text.revoke,
          confirm: text.revokeForGood,
          path: (embed) => (isRevoked(embed) ? undefined : pathOf(embed)),
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
          ways: !isRevoked(embed) && (
            <ChangeButton of={textOf(embed, "label") ?? ""} act={() => edit(embed)} />
          ),
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
  const { body } = useAnswer(pathOf(embed), pollMs);
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
