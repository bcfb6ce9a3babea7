// Sessions card: the open sessions of all accounts on all nodes, each of which the owner can end.

import type { ReactNode } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { durationText, momentText } from "../shown-figures.ts";
import { TableHead } from "../table-head.tsx";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Answered, ApiCall, Card, ConfirmButton, Problem } from "../view-parts.tsx";

const shownMax = 200;
const list = request("GET /v1/system/sessions", { limit: shownMax });
const pollMs = 3_000;

export function SessionsCard(): ReactNode {
  const answer = useAnswer(list, pollMs);
  const { api } = useConsole();
  const { problem, run } = useAct();
  const text = words.system;
  const end = async (id: string): Promise<void> => {
    const ending = request("POST /v1/system/sessions/:session_id/end", { session_id: id });
    if (await run(async () => void (await api.ask(ending)))) answer.reload();
  };
  return (
    <Answered answer={answer}>
      {(body) => {
        const { sessions } = body;
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
                  {sessions.map(({ session_id: id, email, status, created_at, connected_secs }) => (
                    <tr key={id}>
                      <th scope="row">{email ?? text.noAccount}</th>
                      <td>{text.states[status]}</td>
                      <td className="wide">{momentText(created_at)}</td>
                      <td className="number">{durationText(connected_secs * 1_000)}</td>
                      <td>
                        <ConfirmButton
                          label={text.end}
                          confirm={text.endSurely}
                          of={id}
                          act={() => void end(id)}
                        />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {body.next_cursor !== null && <p className="soft">{text.olderSessions(shownMax)}</p>}
            <ApiCall request={list} />
          </Card>
        );
      }}
    </Answered>
  );
}
