// Delivery view: what hooks have still to be told of a call, each of which can be sent at once.

import type { ReactNode } from "react";
import { listOf, numberOf, textOf } from "../../page/json-answer.ts";
import { words } from "../console-words.ts";
import { momentText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Card, Problem } from "../view-parts.tsx";

const pollMs = 10_000;

export function DeliveryView({ callId }: { readonly callId: string }): ReactNode {
  const { api } = useConsole();
  const path = `/v1/calls/${callId}/deliveries`;
  const answer = useAnswer(path, pollMs);
  const { isBusy, problem, run } = useAct();
  const deliveries = listOf(answer.body, "deliveries");
  const text = words.call;
  if (deliveries.length === 0) return null;
  const send = async (id: string): Promise<void> => {
    await run(async () => void (await api.ask({ method: "POST", path: `${path}/${id}/retry` })));
    answer.reload();
  };
  return (
    <Card title={text.deliveries} about={text.deliveriesAbout}>
      <ul className="plain-list">
        {deliveries.map((delivery) => {
          const id = textOf(delivery, "id") ?? "";
          const event = textOf(delivery, "event") ?? id;
          const nextAt = textOf(delivery, "next_at");
          return (
            <li key={id} className="delivery">
              <span>
                <code>{event}</code>{" "}
                <span className="soft small">
                  {textOf(delivery, "url")}, {text.attempts(numberOf(delivery, "attempts") ?? 0)}
                  {nextAt !== undefined && `, ${text.next} ${momentText(nextAt)}`}
                </span>
              </span>
              <button
                type="button"
                disabled={isBusy}
                aria-label={`${text.sendAgain}: ${event}`}
                onClick={() => void send(id)}
              >
                {text.sendAgain}
              </button>
            </li>
          );
        })}
      </ul>
      <Problem problem={problem} />
    </Card>
  );
}
