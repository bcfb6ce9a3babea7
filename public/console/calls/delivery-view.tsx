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
  const row = (delivery: Delivery): ReactNode => (
    <DeliveryRow key={delivery.id} delivery={delivery} isBusy={isBusy} send={send} />
  );
  return (
    <Card title={text.deliveries} about={text.deliveriesAbout}>
      {[...Map.groupBy(deliveries, ({ url }) => url)].map(([url, rows]) => (
        <section key={url} aria-label={url}>
          <p className="soft small">{url}</p>
          <ul className="plain-list">{rows.filter(({ status }) => !quiet.has(status)).map(row)}</ul>
          {[...quiet].map((status) => {
            const hidden = rows.filter((delivery) => delivery.status === status);
            if (hidden.length === 0) return null;
            return (
              <details key={status}>
                <summary>{`${hidden.length} ${text.deliveryStates[status] ?? status}`}</summary>
                <ul className="plain-list">{hidden.map(row)}</ul>
              </details>
            );
          })}
        </section>
      ))}
      <Problem problem={problem} />
    </Card>
  );
}

/** A call has some twenty events, and those in order need no look: they are counted. */
const quiet: ReadonlySet<string> = new Set(["delivered", "behind"]);

type Delivery = ApiAnswer<"GET /v1/calls/:call_id/deliveries">["deliveries"][number];

interface DeliveryRowFields {
  readonly delivery: Delivery;
  readonly isBusy: boolean;
  readonly send: (id: string) => Promise<void>;
}

function DeliveryRow({ delivery, isBusy, send }: DeliveryRowFields): ReactNode {
  const text = words.call;
  const { id, status } = delivery;
  const event = delivery.event ?? id;
  return (
    <li className="delivery" data-status={status}>
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
}

function factsOf({ delivered_at, attempts, last_error, next_at }: Delivery): string {
  const text = words.call;
  return [
    delivered_at && momentText(delivered_at),
    text.attempts(attempts),
    last_error,
    next_at && `${text.next} ${momentText(next_at)}`,
  ]
    .filter((each) => each !== null && each !== "")
    .join(", ");
}
