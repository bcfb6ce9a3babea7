// People view: the accounts of this server, and its invitations. For the owner.

import { type ReactNode, useState } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { type EntryField, formText } from "../settings/entry-form.tsx";
import { EntryList } from "../settings/entry-list.tsx";
import { CreationForm } from "../settings/creation-form.tsx";
import { momentText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole, usePages } from "../use-answer.ts";
import { Answered, ApiCall, Card, ConfirmButton, Once, Problem, ViewHead } from "../view-parts.tsx";

const people = request("GET /v1/people");
const fields: readonly EntryField[] = [
  { name: "label", label: words.people.for },
  { name: "days", label: words.people.days, hint: words.people.daysHint },
];

export function PeopleView(): ReactNode {
  return (
    <>
      <Invitations />
      <People />
      <ApiCall request={people} />
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
  const answer = useAnswer(request("GET /v1/invitations"));
  const text = words.people;
  const policy = useAnswer(request("GET /auth/standing")).body?.signup;
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
            // An invalid text is sent unchanged: the server gives the reason.
            const number = /^\d+$/.test(days) ? Number(days) : days;
            const body = { label: formText(form, "label"), ...(days !== "" && { days: number }) };
            return request("POST /v1/invitations", {}, body);
          }}
          once={{ part: ({ url }) => url, text: text.link }}
          made={answer.reload}
        />
      )}
      <EntryList
        answer={answer}
        empty={[text.emptyTitle, policy === "closed" ? "" : text.empty]}
        remove={{
          label: text.revoke,
          confirm: text.revokeForGood,
          request: ({ state, invitation_id }) =>
            state === "open"
              ? request("DELETE /v1/invitations/:invitation_id", { invitation_id })
              : undefined,
        }}
        entryOf={({ invitation_id, label, state, expires_at }) => ({
          id: invitation_id,
          name: label === "" ? text.unnamed : label,
          facts: [
            [text.states[state], ""],
            [text.until, momentText(expires_at)],
          ],
        })}
      />
    </>
  );
}

function People(): ReactNode {
  const answer = useAnswer(people);
  const { pages, cursor, problem, more, forget } = usePages(answer.body, (cursor) =>
    request("GET /v1/people", { cursor }),
  );
  const [rescue, setRescue] = useState<readonly [email: string, url: string]>();
  const text = words.people;
  const changed = (): void => {
    forget();
    answer.reload();
  };
  return (
    <Card title={text.all} className="list">
      {rescue !== undefined && <Once text={text.rescueLink(rescue[0])} value={rescue[1]} />}
      <Answered answer={answer}>
        {() => (
          <>
            <ul className="entries">
              {pages.flatMap(({ people }) =>
                people.map((person) => (
                  <PersonEntry
                    key={person.account_id}
                    person={person}
                    changed={changed}
                    rescued={setRescue}
                  />
                )),
              )}
            </ul>
            <Problem problem={problem} />
            {cursor !== undefined && (
              <button type="button" className="older" onClick={() => void more()}>
                {text.more}
              </button>
            )}
          </>
        )}
      </Answered>
    </Card>
  );
}

interface PersonProps {
  readonly person: ApiAnswer<"GET /v1/people">["people"][number];
  readonly changed: () => void;
  readonly rescued: (link: readonly [email: string, url: string]) => void;
}

function PersonEntry({ person, changed, rescued }: PersonProps): ReactNode {
  const { api } = useConsole();
  const act = useAct();
  const text = words.people;
  const { account_id, email, created_at, last_login_at } = person;
  const isClosed = person.closed_at !== null;
  const isOwner = person.role === "owner";
  const setClosed = async (closed: boolean): Promise<void> => {
    const change = request("PATCH /v1/people/:account_id", { account_id }, { closed });
    if (await act.run(async () => void (await api.ask(change)))) changed();
  };
  const rescue = (): Promise<boolean> =>
    act.run(async () => {
      const { url } = await api.ask(request("POST /v1/people/:account_id/password-link", { account_id }));
      rescued([email, url]);
    });
  return (
    <li>
      <div className="entry-head">
        <b>{email}</b>
        {isOwner && <span className="soft">{text.owner}</span>}
        {isClosed && <span className="soft">{text.closed}</span>}
        <span className="soft">
          {text.since} {momentText(created_at)}
        </span>
        <span className="soft">
          {text.lastLogin} {last_login_at === null ? text.never : momentText(last_login_at)}
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
