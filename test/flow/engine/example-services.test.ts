// Example services: the addresses that they serve, their responses, and reads of written data.

import { expect, test } from "bun:test";
import {
  ExampleServices,
  isExampleAddress,
  isExampleTool,
} from "../../../src/flow/engine/example-services/example-services.ts";
import type { ToolOutcome } from "../../../src/flow/engine/run/step-contract.ts";
import { type Value, valueMap } from "../../../src/flow/value/value.ts";
import { toolOf } from "../../support/fakes/tool-bench.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

test.each([
  ["https://shop.example.com/v1/orders/1", true],
  ["https://SHOP.example.com/v1/orders/1", true],
  ["http://shop.example.com/", false],
  ["https://shop.example.com:8443/", false],
  ["https://ada@shop.example.com/", false],
  ["https://example.com/", false],
  ["https://other.example.com/", false],
  ["https://shop.example.com.evil.test/", false],
  ["https://evil.test/https://shop.example.com/", false],
  ["https://constructor/", false],
])("example services: %s is answered inside: %p", (url, isInside) => {
  expect(isExampleAddress(url)).toBe(isInside);
  expect(isExampleTool(toolOf({ url }))).toBe(isInside);
});

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Starts one conversation on Friday, 20 November 2026. */
function conversation() {
  const services = new ExampleServices(new VirtualClock());
  return async (method: Method, url: string, body?: Value): Promise<ToolOutcome> =>
    await services.run({
      tool: toolOf({
        method,
        url,
        headers: { authorization: "Bearer {{ secrets.ANY }}" },
        ...(body === undefined ? {} : { body }),
      }),
      args: valueMap([]),
      idempotencyKey: "k",
      timezone: "UTC",
      language: "en",
      signal: new AbortController().signal,
    });
}

function told(outcome: ToolOutcome): unknown {
  expect(outcome.isExample).toBe(true);
  return outcome.ok ? JSON.parse(JSON.stringify(outcome.body)) : outcome.failure.status;
}

const booking = "https://booking.example.com/v1";
const tables = (day: string, time: string, seats: string | number): string =>
  `${booking}/tables?day=${day}&time=${time}&seats=${seats}`;

test.each<readonly [url: string, answer: unknown]>([
  [tables("2026-11-20", "20:00", 2), { free: false, alternatives: ["18:30", "21:00"] }],
  [tables("2026-11-21", "20:00", 9), { free: false, alternatives: [] }],
  [tables("2026-11-22", "20:00", 12), { free: true, alternatives: [] }],
  [tables("2026-11-19", "20:00", 2), 422],
  [tables("2026-11-22", "23:00", 2), 422],
  [tables("2026-02-30", "20:00", 2), 422],
  [tables("2026-11-22", "20:00", "many"), 422],
  [`${booking}/bookings`, 404],
  ["https://shop.example.com/v1/orders/12345", { state: "packed", day: "2026-11-22" }],
  ["https://shop.example.com/v1/orders/12343", { state: "sent", day: "2026-11-21" }],
  ["https://shop.example.com/v1/orders/12341", { state: "delivered", day: "2026-11-19" }],
  ["https://shop.example.com/v1/orders/12340", 404],
  ["https://shop.example.com/v1/orders/1234", 404],
  ["https://shop.example.com/v1/orders/12345/lines", 404],
  ["https://shop.example.com/v1/orders/%E0%A4%A", 404],
  ["https://help.example.com/issues?device=printer", { advice: expect.stringContaining("no paper") }],
  ["https://help.example.com/issues?device=constructor", { advice: "Nothing is known." }],
  ["https://crm.example.com/accounts/123456", { plan: "enterprise" }],
  ["https://crm.example.com/accounts/123455", { plan: "basic" }],
  ["https://crm.example.com/accounts/123450", 404],
  ["https://crm.example.com/", 404],
])("example services: GET %s", async (url, answer) => {
  expect(told(await conversation()("GET", url))).toEqual(answer);
});

test("example services: a booked table is taken, for this conversation alone", async () => {
  const send = conversation();
  const wish = { day: "2026-11-22", time: "20:00", seats: 4, name: "Ada", phone: "+33140123456" };
  const ref = told(await send("POST", `${booking}/bookings`, wish));
  expect(ref).toEqual({ ref: expect.stringMatching(/^[A-Z]\d\d$/) });
  const again = tables("2026-11-22", "20:00", 4);
  expect(told(await send("GET", again))).toEqual({ free: false, alternatives: ["19:30", "20:30"] });
  expect(told(await send("POST", `${booking}/bookings`, wish))).toBe(409);
  expect(told(await send("POST", `${booking}/bookings`, [1]))).toBe(422);
  const other = conversation();
  expect(told(await other("GET", again))).toEqual({ free: true, alternatives: [] });
  expect(told(await other("POST", `${booking}/bookings`, wish))).toEqual(ref);
});

test("example services: a cancelled order is cancelled; a shipped one is not", async () => {
  const send = conversation();
  const order = "https://shop.example.com/v1/orders/12345";
  expect(told(await send("DELETE", order))).toMatchObject({ state: "cancelled" });
  expect(told(await send("GET", order))).toMatchObject({ state: "cancelled" });
  expect(told(await send("DELETE", "https://shop.example.com/v1/orders/12344"))).toBe(409);
  expect(told(await send("DELETE", "https://shop.example.com/v1/orders/12340"))).toBe(404);
});

test("example services: tickets have numbers of their own", async () => {
  const send = conversation();
  const ticket = { device: "phone", problem: "silent" };
  const open = async (): Promise<unknown> =>
    told(await send("POST", "https://help.example.com/tickets", ticket));
  const [first, second] = [await open(), await open()];
  expect(first).toEqual({ number: expect.stringMatching(/^\d{4}$/) });
  expect(second).not.toEqual(first);
  expect(told(await send("POST", "https://help.example.com/tickets", {}))).toBe(422);
});

test("example services: a third wrong PIN locks an account, and a right one before that resets the count", async () => {
  const send = conversation();
  const account = "https://bank.example.com/v1/accounts/123456";
  const tried = async (pin: string): Promise<unknown> => told(await send("POST", `${account}/pin`, { pin }));
  expect(await tried("1111")).toEqual({ right: false, left: 2 });
  expect(await tried("3456")).toEqual({ right: true, left: 3 });
  for (const left of [2, 1, 0]) expect(await tried("1111")).toEqual({ right: false, left });
  expect(await tried("3456")).toEqual({ right: false, left: 0 });
  expect(told(await send("GET", `${account}/balance`))).toBe(423);
  expect(told(await send("GET", "https://bank.example.com/v1/accounts/123457/balance"))).toEqual({
    amount: expect.any(Number),
  });
});

test("example services: a room costs more at a weekend, and the sea is taken at Christmas", async () => {
  const send = conversation();
  const offer = async (room: string, from: string, to: string): Promise<unknown> =>
    told(
      await send("GET", `https://hotel.example.com/v1/offers?room=${room}&from=${from}&to=${to}&guests=2`),
    );
  expect(await offer("garden", "2026-11-23", "2026-11-25")).toEqual({ free: true, total: 180 });
  expect(await offer("garden", "2026-11-27", "2026-11-30")).toEqual({ free: true, total: 310 });
  expect(await offer("sea", "2026-12-23", "2026-12-27")).toMatchObject({ free: false });
  expect(await offer("sea", "2026-11-19", "2026-11-21")).toBe(422);
  const book = async (room: string): Promise<unknown> => {
    const stay = { room, from: "2026-12-23", to: "2026-12-27", guests: 2, name: "Ada" };
    return told(await send("POST", "https://hotel.example.com/v1/bookings", valueMap(Object.entries(stay))));
  };
  expect(await book("sea")).toBe(409);
  expect(await book("garden")).toEqual({ ref: expect.any(String) });
});

test("example services: a parcel under way is redirected, a delivered one is not", async () => {
  const send = conversation();
  const parcel = (last: number): string => `https://parcels.example.com/v1/parcels/AK123${last}`;
  expect(told(await send("GET", parcel(4)))).toMatchObject({ state: "on_the_way", place: null });
  await send("PATCH", parcel(4), { place: "shop" });
  expect(told(await send("GET", parcel(4)))).toMatchObject({ state: "on_the_way", place: "shop" });
  expect(told(await send("PATCH", parcel(1), { place: "shop" }))).toBe(409);
  expect(told(await send("GET", parcel(0)))).toBe(404);
});
