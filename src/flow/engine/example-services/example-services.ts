// Example services: tools with one of a few hosts below example.com are answered inside this program, in calls as on
// the command line and in the editor. The domain is reserved and has no owner (RFC 2606, 3), so no real request is
// kept inside. Every other host is reached normally.

import type { Clock } from "../../../base/clock.ts";
import type { OutboundAnswer, OutboundRequest } from "../../../base/outbound/outbound-message.ts";
import { Secret } from "../../../base/secret.ts";
import type { Tool } from "../../language/program.ts";
import { readJson } from "../../value/json-value.ts";
import { zonedTimeOf } from "../../value/zoned-time.ts";
import { runHttpTool, type ToolCall } from "../http-tool.ts";
import type { ToolOutcome } from "../run/step-contract.ts";
import { bankService } from "./bank-service.ts";
import { bookingService } from "./booking-service.ts";
import { crmService } from "./crm-service.ts";
import type { ExampleAnswer, ExampleRequest, ExampleService } from "./example-service.ts";
import { helpService } from "./help-service.ts";
import { hotelService } from "./hotel-service.ts";
import { parcelService } from "./parcel-service.ts";
import { shopService } from "./shop-service.ts";

type Answering = (request: ExampleRequest) => ExampleAnswer;

const openers: ReadonlyMap<string, () => Answering> = new Map([
  ["booking.example.com", () => opened(bookingService)],
  ["shop.example.com", () => opened(shopService)],
  ["help.example.com", () => opened(helpService)],
  ["crm.example.com", () => opened(crmService)],
  ["bank.example.com", () => opened(bankService)],
  ["hotel.example.com", () => opened(hotelService)],
  ["parcels.example.com", () => opened(parcelService)],
]);

/** True if an example service answers this tool: its address begins with `https://` and one of the known hosts. */
export function isExampleTool({ url: [literal] }: Pick<Tool, "url">): boolean {
  return typeof literal === "string" && isExampleAddress(literal);
}

/** Whether a written address with holes is one of an example service; another port makes it another address. */
export function isExampleAddress(address: string): boolean {
  const [, host = ""] = /^https:\/\/([a-z.]+)\//i.exec(address) ?? [];
  return openers.has(host.toLowerCase());
}

/** Placeholder for a tool's secrets: no service checks them, and no stored one is read for it. */
const placeholder = new Secret("example");

/** The services of one conversation: their writes are visible to that conversation alone. */
export class ExampleServices {
  readonly #clock: Clock;
  readonly #services = new Map<string, Answering>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Only for tools with `isExampleTool`. The outcome shows that an example service gave it. */
  async run(call: ToolCall): Promise<ToolOutcome> {
    const [literal] = call.tool.url;
    const host = typeof literal === "string" ? (URL.parse(literal)?.host ?? "") : "";
    const outcome = await runHttpTool(call, {
      owner: "example",
      clock: this.#clock,
      outbound: { send: (request) => Promise.resolve(this.#answer(request, call.timezone)) },
      secretOf: () => ({ value: placeholder, hosts: [host] }),
    });
    return { ...outcome, isExample: true };
  }

  #answer({ url, method, body }: OutboundRequest, timezone: string): OutboundAnswer {
    const { host, pathname, searchParams } = new URL(url);
    const { status = 200, body: answered } = this.#at(host)({
      method,
      path: pathname.split("/").filter(Boolean).map(decoded),
      query: searchParams,
      body: (body === undefined ? null : readJson(new TextEncoder().encode(body))) ?? null,
      today: zonedTimeOf(this.#clock.wall(), timezone).date,
    });
    const bytes = new TextEncoder().encode(JSON.stringify(answered));
    return { kind: "ok", status, headers: new Headers(), body: bytes };
  }

  #at(host: string): Answering {
    const cached = this.#services.get(host);
    if (cached !== undefined) return cached;
    const open = openers.get(host);
    if (open === undefined) throw new Error("Only tools of example services are run here");
    const answering = open();
    this.#services.set(host, answering);
    return answering;
  }
}

function opened<S>({ first, answer }: ExampleService<S>): Answering {
  let state = first;
  return (request) => {
    const [next, answered] = answer(state, request);
    state = next;
    return answered;
  };
}

/** Bytes that are no UTF-8 stay as written. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
