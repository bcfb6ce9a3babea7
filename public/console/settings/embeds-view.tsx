// Embeds view: the public places of flows, with the HTML for a page, the use, and the reasons of refusals.

import { type ReactNode, useState } from "react";
import { request } from "../../page/api-request.ts";
import { useAgents } from "../agent-choices.ts";
import { words } from "../console-words.ts";
import { CopyButton } from "../copy-button.tsx";
import { countText, dayText, momentText, moneyText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";
import { lastDayOf } from "./last-day.ts";
import { type Embed, EmbedForm, limitFields, limitsIn } from "./embed-form.tsx";
import { type EntryField, formText } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import { ListFrame } from "./list-frame.tsx";

const list = request("GET /v1/embeds");
const pollMs = 10_000;

export function EmbedsView(): ReactNode {
  const answer = useAnswer(list);
  const choices = useAgents();
  const [edited, edit] = useState<Embed>();
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
  const nameOf = (flowId: string): string => choices.find(([id]) => id === flowId)?.[1] ?? flowId;
  return (
    <ListFrame
      view="embeds"
      request={list}
      answer={answer}
      fields={fields}
      label={text.create}
      requestOf={(form) => {
        const body = { flow_id: formText(form, "flow"), ...limitsIn(form) };
        return request("POST /v1/embeds", {}, body);
      }}
    >
      {edited !== undefined && <EmbedForm key={edited.embed_id} embed={edited} done={done} />}
      <EntryList
        answer={{ ...answer, body: answer.body?.embeds }}
        empty={[text.emptyTitle, text.empty]}
        remove={{
          label: text.revoke,
          confirm: text.revokeForGood,
          request: ({ embed_id: embed, revoked_at }) =>
            revoked_at === null ? request("DELETE /v1/embeds/:embed", { embed }) : undefined,
        }}
        entryOf={(embed) => ({
          id: embed.embed_id,
          name: embed.label || nameOf(embed.flow_id),
          facts: [
            [text.flow, nameOf(embed.flow_id)],
            ["", embed.origins.join(", ") || text.nowhere],
            [text.spent, moneyText(embed.used_usd_cents)],
            ...endOf(embed),
          ],
          ways: embed.revoked_at === null && <ChangeButton embed={embed} edit={edit} />,
          more: <EmbedUse embed={embed} />,
        })}
      />
    </ListFrame>
  );
}

interface ChangeProps {
  readonly embed: Embed;
  readonly edit: (embed: Embed) => void;
}

function ChangeButton({ embed, edit }: ChangeProps): ReactNode {
  const text = words.embeds.edit;
  return (
    <button
      type="button"
      className="quiet"
      aria-label={`${text}: ${embed.label}`}
      onClick={() => edit(embed)}
    >
      {text}
    </button>
  );
}

function endOf({ revoked_at, expires_at: endsAt }: Embed): readonly (readonly [string, string])[] {
  if (revoked_at !== null) return [[words.embeds.revoked, ""]];
  if (endsAt === null) return [];
  const title = endsAt * 1_000 > Date.now() ? words.embeds.endsAfter : words.embeds.endedAfter;
  return [[title, dayText(lastDayOf(endsAt))]];
}

function EmbedUse({ embed }: { readonly embed: Embed }): ReactNode {
  const { body } = useAnswer(request("GET /v1/embeds/:embed", { embed: embed.embed_id }), pollMs);
  const text = words.embeds;
  const { token, talk_url: talkUrl, content_security_policy: policy } = embed;
  const snippet = `<script src="${location.origin}/widget.js" data-token="${token}"></script>`;
  const forPages = [
    [text.snippet, snippet],
    [text.policy, policy],
  ] as const;
  const copied: readonly (readonly [name: string, value: string])[] = [
    [text.send, talkUrl],
    ...(embed.origins.length > 0 ? forPages : []),
  ];
  return (
    <div className="entry-more">
      {body !== undefined && <p className="soft">{text.today(countText(body.minutes_today))}</p>}
      <dl className="copied-facts">
        {copied.map(([name, value]) => (
          <div key={name}>
            <dt className="soft">{name}</dt>
            <dd>{value === talkUrl ? <a href={talkUrl}>{talkUrl}</a> : <code>{value}</code>}</dd>
            <dd>
              <CopyButton text={value} of={name} />
            </dd>
          </div>
        ))}
      </dl>
      {body?.refusals.map(({ reason, count, last_at }) => (
        <p key={reason}>{text.refused(text.reasons[reason] ?? reason, count, momentText(last_at))}</p>
      ))}
    </div>
  );
}
