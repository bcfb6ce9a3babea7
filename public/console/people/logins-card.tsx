// Logins card: the logins of the account, each with a button that ends it.

import type { ReactNode } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { EntryList } from "../settings/entry-list.tsx";
import { momentText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { ConfirmButton, Problem } from "../view-parts.tsx";

export function LoginsCard({ signOut }: { readonly signOut: () => void }): ReactNode {
  const { api } = useConsole();
  const { problem, run } = useAct();
  const { everywhere, everywhereForGood } = words.account;
  const leave = async (): Promise<void> => {
    if (await run(async () => void (await api.ask(request("DELETE /v1/account/logins"))))) signOut();
  };
  const answer = useAnswer(request("GET /v1/account/logins"));
  const text = words.logins;
  return (
    <>
      <div className="view-head">
        <h2>{text.title}</h2>
        <ConfirmButton label={everywhere} confirm={everywhereForGood} act={() => void leave()} />
      </div>
      <Problem problem={problem} />
      <EntryList
        answer={answer}
        empty={[text.emptyTitle, text.empty]}
        remove={{
          label: text.end,
          confirm: text.endSurely,
          // The present login ends with "Sign out" and "Log out everywhere".
          request: ({ current, login_id }) =>
            current ? undefined : request("DELETE /v1/account/logins/:login_id", { login_id }),
        }}
        entryOf={(login) => ({
          id: login.login_id,
          name: programIn(login.agent) ?? text.unknown,
          facts: [
            ...(login.current ? [[text.here, ""] as const] : []),
            [text.since, momentText(login.created_at)],
            [text.used, momentText(login.last_used_at)],
            ...(login.address === null ? [] : [[text.from, login.address] as const]),
          ],
        })}
      />
    </>
  );
}

const browsers = ["Firefox", "Edg", "OPR", "Chrome", "Safari"];
const systems = ["Android", "iPhone", "iPad", "Windows", "Mac OS X", "Linux"];
const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS" };

/** A browser by its name and system; other programs by their own name. */
function programIn(agent: string | null): string | null {
  const [browser, system] = [browsers, systems].map((all) => all.find((each) => agent?.includes(each)));
  if (browser === undefined) return agent;
  return [browser, system].flatMap((each) => (each === undefined ? [] : [names[each] ?? each])).join(", ");
}
