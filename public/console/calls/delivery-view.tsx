// Delivery view: sent and waiting hook deliveries of a call; each can be sent at once, or once more.

import type { ReactNode } from "react";
import { listOf, numberOf, textOf, valueOf } from "../../page/json-answer.ts";
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
          const status = textOf(delivery, "status") ?? "waiting";
          return (
            <li key={id} className="delivery" data-status={status}>
              <span>
                <code>{event}</code> <b>{text.deliveryStates[status] ?? status}</b>{" "}
                <span className="soft small">{factsOf(delivery)}</span>
              </span>
              {valueOf(delivery, "can_retry") === true && (
                <button
                  type="button"
                  disabled={isBusy}
                  aria-label={`${text.sendAgain}: ${event}`}
                  onClick={() => void send(id)}
                >
                  {text.sendAgain}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <Problem problem={problem} />
    </Card>
  );
}

function factsOf(delivery: unknown): string {
  const text = words.call;
  const nextAt = textOf(delivery, "next_at");
  const doneAt = textOf(delivery, "delivered_at");
  return [
    textOf(delivery, "url"),
    doneAt && momentText(doneAt),
    text.attempts(numberOf(delivery, "attempts") ?? 0),
    textOf(delivery, "last_error"),
    nextAt && `${text.next} ${momentText(nextAt)}`,
  ]
    .filter((each) => each !== undefined && each !== "")
    .join(", ");
}
