// Ledger card: every entry of the account, page by page.

import type { ReactNode } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { addressOf } from "../console-address.ts";
import { words } from "../console-words.ts";
import { moneyText, momentText } from "../shown-figures.ts";
import { useAnswer, usePages } from "../use-answer.ts";
import { Answered, Card, Problem } from "../view-parts.tsx";
import { TableHead } from "../table-head.tsx";

const limit = 50;

export function LedgerCard(): ReactNode {
  const first = useAnswer(request("GET /v1/credits/ledger", { limit }));
  const { pages, cursor, isBusy, problem, more } = usePages(first.body, (cursor) =>
    request("GET /v1/credits/ledger", { limit, cursor }),
  );
  const text = words.money;
  return (
    <Card title={text.ledger} about={text.ledgerAbout} className="list">
      <Answered answer={first}>
        {() => (
          <>
            <Entries entries={pages.flatMap(({ entries }) => entries)} />
            <Problem problem={problem} />
            {cursor !== undefined && (
              <button type="button" className="older" disabled={isBusy} onClick={() => void more()}>
                {text.older}
              </button>
            )}
          </>
        )}
      </Answered>
    </Card>
  );
}

type LedgerEntries = ApiAnswer<"GET /v1/credits/ledger">["entries"];

function Entries({ entries }: { readonly entries: LedgerEntries }): ReactNode {
  const text = words.money;
  return (
    <table aria-label={text.ledger} className="log">
      <TableHead
        columns={[[text.when], [text.kind], [text.sum, "number"], [text.call, "wide"], [text.note, "wide"]]}
      />
      <tbody>
        {entries.map(({ id, at, kind, cents, session_id: call, note }) => (
          <tr key={id}>
            <td>{momentText(at)}</td>
            <td>{words.call.ledgerKinds[kind] ?? kind}</td>
            <td className="number">{moneyText(cents)}</td>
            <td className="wide">
              {call !== null && <a href={addressOf("calls", { id: call })}>{call.slice(-8)}</a>}
            </td>
            <td className="wide">{note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
