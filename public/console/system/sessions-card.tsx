// Sessions card: the sessions that are open on the whole deployment, of all accounts, each of which the deployment's owner can end.

import type { ReactNode } from "react";
import { listOf, numberOf, textOf } from "../../page/json-answer.ts";
import { get } from "../api-request.ts";
import { words } from "../console-words.ts";
import { durationText, momentText } from "../shown-figures.ts";
import { TableHead } from "../table-head.tsx";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, ApiCall, Card, ConfirmButton, Problem } from "../view-parts.tsx";

const path = "/v1/system/sessions";
const shownMax = 200;
const list = `${path}?limit=${shownMax}`;
const pollMs = 3_000;

export function SessionsCard(): ReactNode {
  const answer = useAnswer(list, pollMs);
  const { api } = useConsole();
  const { problem, run } = useAct();
  const text = words.system;
  const end = async (id: string): Promise<void> => {
    if (await run(async () => void (await api.ask({ method: "POST", path: `${path}/${id}/end` }))))
      answer.reload();
  };
  return (
    <Answered answer={answer}>
      {(body) => {
        const sessions = listOf(body, "sessions");
        return (
          <Card
            title={text.sessions}
            about={sessions.length === 0 ? text.noSessions : text.sessionsAbout}
            className="list"
          >
            <Problem problem={problem} />
            {sessions.length > 0 && (
              <table aria-label={text.sessions} className="log">
                <TableHead
                  columns={[
                    [text.account],
                    [text.state],
                    [text.since, "wide"],
                    [text.connected, "number"],
                    null,
                  ]}
                />
                <tbody>
                  {sessions.map((session) => {
                    const id = textOf(session, "session_id") ?? "";
                    return (
                      <tr key={id}>
                        <th scope="row">{textOf(session, "email") ?? text.nobody}</th>
                        <td>{text.states[textOf(session, "status") ?? ""]}</td>
                        <td className="wide">{momentText(numberOf(session, "created_at") ?? Number.NaN)}</td>
                        <td className="number">
                          {durationText((numberOf(session, "connected_secs") ?? 0) * 1_000)}
                        </td>
                        <td>
                          <ConfirmButton
                            label={text.end}
                            confirm={text.endSurely}
                            of={id}
                            act={() => void end(id)}
                          />
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            )}
            {textOf(body, "next_cursor") !== undefined && (
              <p className="soft">{text.olderSessions(shownMax)}</p>
            )}
            <ApiCall request={get(list)} />
          </Card>
        );
      }}
    </Answered>
  );
}
