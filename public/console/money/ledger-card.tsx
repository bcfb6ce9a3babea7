// Ledger card: every entry of the account, page by page.

import { type ReactNode, useState } from "react";
import { listOf, numberOf, textOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { moneyText, momentText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, Card, Problem } from "../view-parts.tsx";
import { TableHead } from "../table-head.tsx";

const path = "/v1/credits/ledger?limit=50";

export function LedgerCard(): ReactNode {
  const { api } = useConsole();
  const first = useAnswer(path);
  const { isBusy, problem, run } = useAct();
  const [older, setOlder] = useState<{ entries: readonly unknown[]; cursor: string | undefined }>();
  const text = words.money;
  return (
    <Card title={text.ledger} about={text.ledgerAbout} className="list">
      <Answered answer={first}>
        {(body) => {
          const entries = [...listOf(body, "entries"), ...(older?.entries ?? [])];
          const cursor = older === undefined ? textOf(body, "next_cursor") : older.cursor;
          const more = (from: string): Promise<boolean> =>
            run(async () => {
              const page = await api.ask(get(`${path}&cursor=${from}`));
              setOlder({
                entries: [...(older?.entries ?? []), ...listOf(page, "entries")],
                cursor: textOf(page, "next_cursor"),
              });
            });
          return (
            <>
              <Entries entries={entries} />
              <Problem problem={problem} />
              {cursor !== undefined && (
                <button type="button" className="older" disabled={isBusy} onClick={() => void more(cursor)}>
                  {text.older}
                </button>
              )}
            </>
          );
        }}
      </Answered>
    </Card>
  );
}

function Entries({ entries }: { readonly entries: readonly unknown[] }): ReactNode {
  const text = words.money;
  return (
    <table aria-label={text.ledger} className="log">
      <TableHead
        columns={[[text.when], [text.kind], [text.sum, "number"], [text.call, "wide"], [text.note, "wide"]]}
      />
      <tbody>
        {entries.map((entry) => {
          const kind = textOf(entry, "kind") ?? "";
          const call = textOf(entry, "session_id");
          return (
            <tr key={numberOf(entry, "id")}>
              <td>{momentText(textOf(entry, "at") ?? "")}</td>
              <td>{words.call.ledgerKinds[kind] ?? kind}</td>
              <td className="number">{moneyText(numberOf(entry, "cents") ?? 0)}</td>
              <td className="wide">
                {call !== undefined && <a href={addressOf("calls", { id: call })}>{call.slice(-8)}</a>}
              </td>
              <td className="wide">{textOf(entry, "note") ?? ""}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
