// Logins card: where the account is logged in, and the end of one login.

import type { ReactNode } from "react";
import { numberOf, textOf, valueOf } from "../../page/json-answer.ts";
import { words } from "../console-words.ts";
import { EntryList } from "../settings/entry-list.tsx";
import { momentText } from "../shown-figures.ts";
import { useAnswer } from "../use-answer.ts";

const path = "/v1/account/logins";

export function LoginsCard(): ReactNode {
  const answer = useAnswer(path);
  const text = words.logins;
  return (
    <>
      <h2>{text.title}</h2>
      <EntryList
        answer={answer}
        empty={[text.emptyTitle, text.empty]}
        remove={{
          label: text.end,
          confirm: text.endSurely,
          // This one ends with "Sign out" and "Log out everywhere".
          path: (login) => (isCurrent(login) ? undefined : `${path}/${textOf(login, "login_id")}`),
        }}
        entryOf={(login) => ({
          id: textOf(login, "login_id") ?? "",
          name: programIn(textOf(login, "agent")) ?? text.unknown,
          facts: [
            ...(isCurrent(login) ? [[text.here, ""] as const] : []),
            [text.since, momentText(numberOf(login, "created_at") ?? NaN)],
            [text.used, momentText(numberOf(login, "last_used_at") ?? NaN)],
            ...fromOf(textOf(login, "address")),
          ],
        })}
      />
    </>
  );
}

const isCurrent = (login: unknown): boolean => valueOf(login, "current") === true;

function fromOf(address: string | undefined): readonly (readonly [string, string])[] {
  return address === undefined ? [] : [[words.logins.from, address]];
}

const browsers = ["Firefox", "Edg", "OPR", "Chrome", "Safari"];
const systems = ["Android", "iPhone", "iPad", "Windows", "Mac OS X", "Linux"];
const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS" };

/** A browser by its name and system; other programs by their own name. */
function programIn(agent: string | undefined): string | undefined {
  const [browser, system] = [browsers, systems].map((all) => all.find((each) => agent?.includes(each)));
  if (browser === undefined) return agent;
  return [browser, system].flatMap((each) => (each === undefined ? [] : [names[each] ?? each])).join(", ");
}
