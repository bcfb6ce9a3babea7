// Example service of a shop: its orders. The last digit of an order's number says how far it is: 0 is unknown, 1 and 2
// were delivered, 3 and 4 are sent, and from 5 on it is packed and can still be cancelled.

import { dateOf, dayNumber } from "../../value/gregorian.ts";
import {
  type ExampleAnswer,
  type ExampleRequest,
  type ExampleService,
  noSuchRoute,
  refused,
} from "./example-service.ts";

type OrderState = "packed" | "sent" | "delivered" | "cancelled";

const stateByLastDigit: readonly (OrderState | undefined)[] = [
  undefined,
  ...(["delivered", "delivered", "sent", "sent"] as const),
  ...(["packed", "packed", "packed", "packed", "packed"] as const),
];

/** When it comes or came, in days from today; for a cancelled one, when that was. */
const daysFromToday = { packed: 2, sent: 1, delivered: -1, cancelled: 0 } as const;

/** State: numbers of cancelled orders. */
export const shopService: ExampleService<ReadonlySet<string>> = {
  first: new Set(),
  answer(cancelled, { method, path: [version, orders, order = "", ...rest], today }) {
    const isKnown = version === "v1" && orders === "orders" && rest.length === 0;
    if (!isKnown || (method !== "GET" && method !== "DELETE")) return [cancelled, noSuchRoute];
    const state = /^\d{5}$/.test(order) ? stateByLastDigit[Number(order.at(-1))] : undefined;
    if (state === undefined) return [cancelled, refused(404, "There is no such order.")];
    if (method === "GET") return [cancelled, orderAs(cancelled.has(order) ? "cancelled" : state, today)];
    if (state !== "packed") return [cancelled, refused(409, "It has left the house.")];
    return [new Set([...cancelled, order]), orderAs("cancelled", today)];
  },
};

function orderAs(state: OrderState, today: ExampleRequest["today"]): ExampleAnswer {
  return {
    body: { state, day: dateOf((dayNumber(today) ?? 0) + daysFromToday[state]) },
  };
}
