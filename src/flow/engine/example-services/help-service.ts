// Example service of a help desk: known faults of the day, and its tickets.

import { type ExampleService, noSuchRoute, refused, textIn } from "./example-service.ts";
import { scattered } from "../../value/scattered.ts";

const adviceByDevice: Readonly<Record<string, string>> = {
  laptop: "Since this morning's update some laptops start slowly. The second start is fast again.",
  phone: "Some phones lose the network today. Switching one off and on again helps.",
  printer: "The printer on the second floor has no paper.",
};

const ticketsFrom = 1_000;
const ticketsTo = 9_999;

/** State: the given numbers. */
export const helpService: ExampleService<ReadonlySet<string>> = {
  first: new Set(),
  answer(tickets, { method, path, query, body }) {
    const route = `${method} /${path.join("/")}`;
    if (route === "GET /issues") {
      const device = query.get("device") ?? "";
      const advice = Object.hasOwn(adviceByDevice, device) ? adviceByDevice[device] : undefined;
      return [tickets, { body: { advice: advice ?? "Nothing is known." } }];
    }
    if (route !== "POST /tickets") return [tickets, noSuchRoute];
    const device = textIn(body, "device");
    if (device === "") return [tickets, refused(422, "A ticket needs a device.")];
    const number = freeNumber(tickets, scattered(`${device} ${textIn(body, "problem")}`));
    return [new Set([...tickets, number]), { body: { number } }];
  },
};

/** Four digits that no ticket of this conversation has. */
function freeNumber(tickets: ReadonlySet<string>, chance: number): string {
  const count = ticketsTo - ticketsFrom + 1;
  let at = chance % count;
  for (let tried = 0; tried < count && tickets.has(String(ticketsFrom + at)); tried++) at = (at + 1) % count;
  return String(ticketsFrom + at);
}
