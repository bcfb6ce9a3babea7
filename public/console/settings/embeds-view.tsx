// Embeds view: the public places of flows, with what stands in a page, what was used, and why visitors were refused.

import { type ReactNode, useState } from "react";
import { listOf, numberOf, textOf, valueOf } from "../../page/json-answer.ts";
import { useAgents } from "../agent-choices.ts";
import { words } from "../console-words.ts";
import { CopyButton } from "../copy-button.tsx";
import { countText, dayText, momentText, moneyText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { lastDayOf } from "./last-day.ts";
import { EmbedForm, limitFields, limitsIn } from "./embed-form.tsx";
import { type EntryField, formText } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { ListFrame } from "./list-frame.tsx";

const path = "/v1/embeds";
const pollMs = 10_000;

export function EmbedsView(): ReactNode {
  const answer = useAnswer(path);
  const choices = useAgents();
  const [edited, edit] = useState<unknown>();
  const text = words.embeds;
  const fields: readonly EntryField[] = [
    {
      name: "flow",
      label: text.flow,
      isNeeded: true,
      choices,
      pointer: "/flow_id",
      codes: ["flow/not-found", "assistant/not-found"],
    },
    ...limitFields(),
  ];
  const done = (isChanged: boolean): void => {
    edit(undefined);
    if (isChanged) answer.reload();
  };
  const nameOf = (flowId: string | undefined): string =>
    choices.find(([id]) => id === flowId)?.[1] ?? flowId ?? "";
  return (
    <ListFrame
      view="embeds"
      path={path}
      answer={answer}
      fields={fields}
      label={text.create}
      requestOf={(form) => {
        const body = { flow_id: formText(form, "flow"), ...limitsIn(form) };
        return { method: "POST", path, body };
      }}
    >
      {edited !== undefined && (
        <EmbedForm key={textOf(edited, "embed_id")} embed={edited} path={pathOf(edited)} done={done} />
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
            ...endOf(embed),
          ],
          ways: !isRevoked(embed) && <ChangeButton embed={embed} edit={edit} />,
          more: <EmbedUse embed={embed} />,
        })}
      />
    </ListFrame>
  );
}

interface ChangeProps {
  readonly embed: unknown;
  readonly edit: (embed: unknown) => void;
}

function ChangeButton({ embed, edit }: ChangeProps): ReactNode {
  const text = words.embeds.edit;
  return (
    <button
      type="button"
      className="quiet"
      aria-label={`${text}: ${textOf(embed, "label")}`}
      onClick={() => edit(embed)}
    >
      {text}
    </button>
  );
}

const pathOf = (embed: unknown): string => `${path}/${textOf(embed, "embed_id")}`;

function endOf(embed: unknown): readonly (readonly [string, string])[] {
  if (isRevoked(embed)) return [[words.embeds.revoked, ""]];
  const endsAt = numberOf(embed, "expires_at");
  if (endsAt === undefined) return [];
  const title = endsAt * 1_000 > Date.now() ? words.embeds.endsAfter : words.embeds.endedAfter;
  return [[title, dayText(lastDayOf(endsAt))]];
}

function isRevoked(embed: unknown): boolean {
  return typeof valueOf(embed, "revoked_at") === "number";
}

function EmbedUse({ embed }: { readonly embed: unknown }): ReactNode {
  const { body } = useAnswer(pathOf(embed), pollMs);
  const text = words.embeds;
  const token = textOf(embed, "token") ?? "";
  const talkUrl = textOf(embed, "talk_url") ?? "";
  const policy = textOf(embed, "content_security_policy") ?? "";
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
      {listOf(embed, "origins").length > 0 && (
        <>
          <p>
            <span className="soft">{text.snippet}</span> <code>{snippet}</code>{" "}
            <CopyButton text={snippet} of={text.snippet} />
          </p>
          <p>
            <span className="soft">{text.policy}</span> <code>{policy}</code>{" "}
            <CopyButton text={policy} of={text.policy} />
          </p>
        </>
      )}
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
