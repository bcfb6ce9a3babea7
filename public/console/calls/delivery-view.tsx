// Delivery view: sent and waiting hook deliveries of a call; each can be sent at once, or again.

import type { ReactNode } from "react";
import { type ApiAnswer, request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { momentText } from "../shown-figures.ts";
import { useAct, useAnswer, useConsole } from "../use-answer.ts";
import { Card, Problem } from "../view-parts.tsx";

const pollMs = 10_000;

export function DeliveryView({ callId }: { readonly callId: string }): ReactNode {
  const { api } = useConsole();
  const answer = useAnswer(request("GET /v1/calls/:call_id/deliveries", { call_id: callId }), pollMs);
  const { isBusy, problem, run } = useAct();
  const deliveries = answer.body?.deliveries ?? [];
  const text = words.call;
  if (deliveries.length === 0) return null;
  const send = async (id: string): Promise<void> => {
    const again = request("POST /v1/calls/:call_id/deliveries/:delivery_id/retry", {
      call_id: callId,
      delivery_id: id,
    });
    await run(async () => void (await api.ask(again)));
    answer.reload();
  };
  return (
    <Card title={text.deliveries} about={text.deliveriesAbout}>
      <ul className="plain-list">
        {deliveries.map((delivery) => {
          const { id, status } = delivery;
          const event = delivery.event ?? id;
          return (
            <li key={id} className="delivery" data-status={status}>
              <span>
                <code>{event}</code> <b>{text.deliveryStates[status] ?? status}</b>{" "}
                <span className="soft small">{factsOf(delivery)}</span>
              </span>
              {delivery.can_retry && (
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

type Delivery = ApiAnswer<"GET /v1/calls/:call_id/deliveries">["deliveries"][number];

function factsOf({ url, delivered_at, attempts, last_error, next_at }: Delivery): string {
  const text = words.call;
  return [
    url,
    delivered_at && momentText(delivered_at),
    text.attempts(attempts),
    last_error,
    next_at && `${text.next} ${momentText(next_at)}`,
  ]
    .filter((each) => each !== null && each !== "")
    .join(", ");
}
