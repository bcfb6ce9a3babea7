// People view: the accounts of this deployment, and its invitations. For the owner.

import { type ReactNode, useState } from "react";
import { listOf, numberOf, textOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { words } from "../console-words.ts";
import { type EntryField, formText } from "../settings/entry-form.tsx";
import { EntryList } from "../settings/entry-list.tsx";
import { CreationForm } from "../settings/creation-form.tsx";
import { momentText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, ApiCall, Card, ConfirmButton, Once, Problem, ViewHead } from "../view-parts.tsx";

const path = "/v1/people";
const invitations = "/v1/invitations";
const fields: readonly EntryField[] = [
  { name: "label", label: words.people.for },
  { name: "days", label: words.people.days, hint: words.people.daysHint },
];

export function PeopleView(): ReactNode {
  return (
    <>
      <Invitations />
      <People />
      <ApiCall request={get(path)} />
    </>
  );
}

function PeopleHead({ children }: { readonly children?: ReactNode }): ReactNode {
  return (
    <ViewHead title={words.views.people} subtitle={words.subtitles.people}>
      {children}
    </ViewHead>
  );
}

function Invitations(): ReactNode {
  const answer = useAnswer(invitations);
  const text = words.people;
  const policy = textOf(useAnswer("/auth/standing").body, "signup");
  return (
    <>
      {policy === "closed" ? (
        <>
          <PeopleHead />
          <p className="card soft">{text.noInvitations}</p>
        </>
      ) : (
        <CreationForm
          head={(button) => <PeopleHead>{button}</PeopleHead>}
          fields={fields}
          label={text.invite}
          requestOf={(form) => {
            const days = formText(form, "days");
            // A text that is no number is sent as typed: the server gives the reason.
            const number = /^\d+$/.test(days) ? Number(days) : days;
            const body = { label: formText(form, "label"), ...(days !== "" && { days: number }) };
            return { method: "POST", path: invitations, body };
          }}
          once={{ part: "url", text: text.link }}
          made={answer.reload}
        />
      )}
      <EntryList
        answer={answer}
        empty={[text.emptyTitle, policy === "closed" ? "" : text.empty]}
        remove={{
          label: text.revoke,
          confirm: text.revokeForGood,
          path: (entry) =>
            textOf(entry, "state") === "open"
              ? `${invitations}/${textOf(entry, "invitation_id")}`
              : undefined,
        }}
        entryOf={(entry) => {
          const state = textOf(entry, "state");
          const label = textOf(entry, "label") ?? "";
          return {
            id: textOf(entry, "invitation_id") ?? "",
            name: label === "" ? text.unnamed : label,
            facts: [
              [state === undefined ? "" : (text.states[state as keyof typeof text.states] ?? state), ""],
              [text.until, momentText(numberOf(entry, "expires_at") ?? NaN)],
            ],
          };
        }}
      />
    </>
  );
}

function People(): ReactNode {
  const { api } = useConsole();
  const answer = useAnswer(path);
  const more = useAct();
  const [older, setOlder] = useState<{ people: readonly unknown[]; cursor: string | undefined }>();
  const [rescue, setRescue] = useState<readonly [email: string, url: string]>();
  const text = words.people;
  const changed = (): void => {
    setOlder(undefined);
    answer.reload();
  };
  const next = (cursor: string): Promise<boolean> =>
    more.run(async () => {
      const page = await api.ask(get(`${path}?cursor=${cursor}`));
      const people = [...(older?.people ?? []), ...listOf(page, "people")];
      setOlder({ people, cursor: textOf(page, "next_cursor") });
    });
  return (
    <Card title={text.all} className="list">
      {rescue !== undefined && <Once text={text.rescueLink(rescue[0])} value={rescue[1]} />}
      <Answered answer={answer}>
        {(body) => {
          const cursor = older === undefined ? textOf(body, "next_cursor") : older.cursor;
          return (
            <>
              <ul className="entries">
                {[...listOf(body, "people"), ...(older?.people ?? [])].map((person) => (
                  <PersonEntry
                    key={textOf(person, "account_id")}
                    person={person}
                    changed={changed}
                    rescued={setRescue}
                  />
                ))}
              </ul>
              <Problem problem={more.problem} />
              {cursor !== undefined && (
                <button type="button" className="older" onClick={() => void next(cursor)}>
                  {text.more}
                </button>
              )}
            </>
          );
        }}
      </Answered>
    </Card>
  );
}

interface PersonProps {
  readonly person: unknown;
  readonly changed: () => void;
  readonly rescued: (link: readonly [email: string, url: string]) => void;
}

function PersonEntry({ person, changed, rescued }: PersonProps): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const text = words.people;
  const email = textOf(person, "email") ?? "";
  const personPath = `${path}/${textOf(person, "account_id")}`;
  const isClosed = numberOf(person, "closed_at") !== undefined;
  const isOwner = textOf(person, "role") === "owner";
  const lastLogin = numberOf(person, "last_login_at");
  const setClosed = async (closed: boolean): Promise<void> => {
    const request = { method: "PATCH", path: personPath, body: { closed } } as const;
    if (await act.run(async () => void (await api.ask(request)))) changed();
  };
  const rescue = (): Promise<boolean> =>
    act.run(async () => {
      const made = await api.ask({ method: "POST", path: `${personPath}/password-link` });
      rescued([email, textOf(made, "url") ?? ""]);
    });
  return (
    <li>
      <div className="entry-head">
        <b>{email}</b>
        {isOwner && <span className="soft">{text.owner}</span>}
        {isClosed && <span className="soft">{text.closed}</span>}
        <span className="soft">
          {text.since} {momentText(numberOf(person, "created_at") ?? NaN)}
        </span>
        <span className="soft">
          {text.lastLogin} {lastLogin === undefined ? text.never : momentText(lastLogin)}
        </span>
        <Problem problem={act.problem} />
      </div>
      <div className="entry-ways">
        <ConfirmButton label={text.rescue} confirm={text.rescueSurely} of={email} act={() => void rescue()} />
        {isClosed ? (
          <button type="button" aria-label={`${text.open}: ${email}`} onClick={() => void setClosed(false)}>
            {text.open}
          </button>
        ) : (
          !isOwner && (
            <ConfirmButton
              label={text.close}
              confirm={text.closeSurely}
              of={email}
              act={() => void setClosed(true)}
            />
          )
        )}
      </div>
    </li>
  );
}
