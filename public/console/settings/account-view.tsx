// Account view: the signed-in account and its logins, its activity, and its deletion.

import { type ReactNode, type SubmitEvent, useState } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { momentText } from "../shown-figures.ts";
import { DeletionForm } from "../people/deletion-form.tsx";
import { ExportCard } from "../people/export-card.tsx";
import { LoginsCard } from "../people/logins-card.tsx";
import { useAct, useAnswer, useConsole, usePages } from "../use-answer.ts";
import { Answered, ApiCall, Card, Problem, ViewHead } from "../view-parts.tsx";
import { EntryForm, type EntryField, formSecret } from "./entry-form.tsx";
import { TableHead } from "../table-head.tsx";

const logLimit = 50;
const log = request("GET /v1/audit", { limit: logLimit });
const wrongPassword = ["auth/invalid-credentials"];
const passwordFields: readonly EntryField[] = [
  { name: "password", label: words.account.password, isNeeded: true, isHidden: true, codes: wrongPassword },
  { name: "new_password", label: words.account.newPassword, isNeeded: true, isHidden: true },
];

export function AccountView({ signOut }: { readonly signOut: () => void }): ReactNode {
  const { email } = useConsole();
  const text = words.account;
  return (
    <>
      <ViewHead
        title={words.views.account}
        subtitle={`${text.signedInAs} ${email}. ${words.subtitles.account}`}
      >
        <button type="button" onClick={signOut}>
          {words.signIn.out}
        </button>
      </ViewHead>
      <Confirmation />
      <PasswordForm />
      <LoginsCard signOut={signOut} />
      <Log />
      <ExportCard />
      <DeletionForm left={signOut} />
      <ApiCall request={log} />
    </>
  );
}

/** Empty for an email that is confirmed, or needs no confirmation. */
function Confirmation(): ReactNode {
  const { api } = useConsole();
  const { body } = useAnswer(request("GET /v1/account"));
  const [isMailed, setMailed] = useState(false);
  const { isBusy, problem, run } = useAct();
  const text = words.account;
  if (body?.email_confirmed !== false) return null;
  const mail = async (): Promise<void> =>
    setMailed(await run(async () => void (await api.ask(request("POST /v1/account/confirmation")))));
  return (
    <div className="trouble">
      <p>{text.unconfirmed}</p>
      <Problem problem={problem} />
      <p role="status">{isMailed && text.mailedAgain}</p>
      <button type="button" disabled={isBusy} onClick={() => void mail()}>
        {text.mailAgain}
      </button>
    </div>
  );
}

function PasswordForm(): ReactNode {
  const { api, renew, stay } = useConsole();
  const [isChanged, setChanged] = useState(false);
  const change = useAct();
  const text = words.account;
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const form = event.currentTarget;
    const [password, next] = [formSecret(form, "password"), formSecret(form, "new_password")];
    const body = { password, new_password: next, cookie: stay() };
    setChanged(false);
    const isDone = await change.run(async () => {
      const { access_token } = await api.ask(request("POST /v1/account/password", {}, body));
      renew(access_token);
    });
    if (!isDone) return;
    form.reset();
    setChanged(true);
  };
  return (
    <EntryForm
      title={text.passwordTitle}
      fields={passwordFields}
      label={text.change}
      act={change}
      submit={submit}
      said={isChanged && text.changed}
    />
  );
}

function Log(): ReactNode {
  const first = useAnswer(log);
  const { pages, cursor, problem, more } = usePages(first.body, (cursor) =>
    request("GET /v1/audit", { limit: logLimit, cursor }),
  );
  const text = words.account;
  return (
    <Card title={text.log} className="list">
      <Answered answer={first}>
        {() => (
          <>
            <table className="log">
              <TableHead columns={[[text.when], [text.what], [text.who], [text.where, "wide"]]} />
              <tbody>
                {pages
                  .flatMap(({ entries }) => entries)
                  .map(({ id, at, action, target, target_name, actor }) => (
                    <tr key={id}>
                      <td>{momentText(at)}</td>
                      <td>
                        <code>{action}</code> <span className="soft">{target_name ?? target}</span>
                      </td>
                      <td className="whole">{actor.kind}</td>
                      <td className="wide soft">{actor.address ?? "–"}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
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
