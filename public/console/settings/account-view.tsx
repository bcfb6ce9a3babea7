// Account view: the signed-in account and its logins, its activity, and its deletion.

import { type ReactNode, type SubmitEvent, useState } from "react";
import { listOf, numberOf, textOf, valueOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { words } from "../console-words.ts";
import { momentText } from "../shown-figures.ts";
import { DeletionForm } from "../people/deletion-form.tsx";
import { ExportCard } from "../people/export-card.tsx";
import { LoginsCard } from "../people/logins-card.tsx";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, ApiCall, Card, ConfirmButton, Problem, ViewHead } from "../view-parts.tsx";
import { EntryForm, type EntryField, formSecret } from "./entry-form.tsx";
import { TableHead } from "../table-head.tsx";

const logPath = "/v1/audit?limit=50";
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
      <ViewHead title={words.views.account} subtitle={words.subtitles.account}>
        <button type="button" onClick={signOut}>
          {words.signIn.out}
        </button>
      </ViewHead>
      <p>
        <span className="soft">{text.signedInAs}</span> <b>{email}</b>
      </p>
      <Confirmation />
      <PasswordForm signOut={signOut} />
      <LoginsCard />
      <Log />
      <ExportCard />
      <DeletionForm left={signOut} />
      <ApiCall request={get(logPath)} />
    </>
  );
}

/** An email that is confirmed, or need not be, has nothing to show. */
function Confirmation(): ReactNode {
  const { api } = useConsole();
  const { body } = useAnswer("/v1/account");
  const [isMailed, setMailed] = useState(false);
  const { isBusy, problem, run } = useAct();
  const text = words.account;
  if (valueOf(body, "email_confirmed") !== false) return null;
  const mail = async (): Promise<void> =>
    setMailed(
      await run(async () => void (await api.ask({ method: "POST", path: "/v1/account/confirmation" }))),
    );
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

function PasswordForm({ signOut }: { readonly signOut: () => void }): ReactNode {
  const { api, renew, stay } = useConsole();
  const [isChanged, setChanged] = useState(false);
  const change = useAct();
  const end = useAct();
  const text = words.account;
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const form = event.currentTarget;
    const [password, next] = [formSecret(form, "password"), formSecret(form, "new_password")];
    const body = { password, new_password: next, cookie: stay() };
    setChanged(false);
    const isDone = await change.run(async () => {
      const answer = await api.ask({ method: "POST", path: "/v1/account/password", body });
      renew(textOf(answer, "access_token") ?? "");
    });
    if (!isDone) return;
    form.reset();
    setChanged(true);
  };
  const leave = async (): Promise<void> => {
    const request = { method: "DELETE", path: "/v1/account/logins" } as const;
    if (await end.run(async () => void (await api.ask(request)))) signOut();
  };
  return (
    <>
      <EntryForm fields={passwordFields} label={text.change} act={change} submit={submit} />
      <p role="status">{isChanged && text.changed}</p>
      <p>
        <ConfirmButton label={text.everywhere} confirm={text.everywhereForGood} act={() => void leave()} />
      </p>
      <Problem problem={end.problem} />
    </>
  );
}

function Log(): ReactNode {
  const { api } = useConsole();
  const first = useAnswer(logPath);
  const { problem, run } = useAct();
  const [older, setOlder] = useState<{ entries: readonly unknown[]; cursor: string | undefined }>();
  const text = words.account;
  return (
    <Card title={text.log} className="list">
      <Answered answer={first}>
        {(body) => {
          const cursor = older === undefined ? textOf(body, "next_cursor") : older.cursor;
          const more = (from: string): Promise<boolean> =>
            run(async () => {
              const page = await api.ask(get(`${logPath}&cursor=${from}`));
              const entries = [...(older?.entries ?? []), ...listOf(page, "entries")];
              setOlder({ entries, cursor: textOf(page, "next_cursor") });
            });
          return (
            <>
              <table className="log">
                <TableHead columns={[[text.when], [text.what], [text.who], [text.where, "wide"]]} />
                <tbody>
                  {[...listOf(body, "entries"), ...(older?.entries ?? [])].map((entry) => (
                    <tr key={textOf(entry, "id")}>
                      <td>{momentText(numberOf(entry, "at") ?? NaN)}</td>
                      <td>
                        <code>{textOf(entry, "action")}</code>{" "}
                        <span className="soft">
                          {textOf(entry, "target_name") ?? textOf(entry, "target")}
                        </span>
                      </td>
                      <td className="whole">{textOf(valueOf(entry, "actor"), "kind")}</td>
                      <td className="wide soft">{textOf(valueOf(entry, "actor"), "address") ?? "–"}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <Problem problem={problem} />
              {cursor !== undefined && (
                <button type="button" className="older" onClick={() => void more(cursor)}>
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
