// Example service of a hotel: its rooms and what they cost a night. Nights before a Saturday or a Sunday cost more, and in the
// week before New Year the rooms with a view of the sea are taken.

import { dayNumber, weekdayOf } from "../../value/gregorian.ts";
import { isValueMap } from "../../value/value.ts";
import { scattered } from "../../value/scattered.ts";
import { type ExampleAnswer, type ExampleService, noSuchRoute, refused, textIn } from "./example-service.ts";

interface Stay {
  readonly room: string;
  readonly from: string;
  readonly to: string;
  readonly guests: number;
}

/** Whole pounds a night. */
const poundsByRoom: Readonly<Record<string, number>> = { garden: 90, sea: 130 };
const weekendPounds = 20;
const weekend: readonly number[] = [5, 6];
const guestsMax = 4;
const takenFrom = "12-25";
const [refFrom, refCount] = [1_000, 9_000];

export const hotelService: ExampleService<null> = {
  first: null,
  answer(nothing, { method, path, query, body, today }) {
    const route = `${method} /${path.join("/")}`;
    if (route === "GET /v1/offers") return [nothing, offered(stayOf((key) => query.get(key) ?? "", today))];
    if (route !== "POST /v1/bookings" || !isValueMap(body)) return [nothing, noSuchRoute];
    const stay = stayOf((key) => textIn(body, key), today);
    if (stay === undefined) return [nothing, notOpen];
    if (isTaken(stay)) return [nothing, refused(409, "That room is taken.")];
    const ref = refFrom + (scattered(`${stay.from} ${stay.to} ${textIn(body, "name")}`) % refCount);
    return [nothing, { body: { ref: String(ref) } }];
  },
};

const notOpen = refused(
  422,
  "room is garden or sea; from and to are days from today on, as YYYY-MM-DD; guests are 1 to 4.",
);

function offered(stay: Stay | undefined): ExampleAnswer {
  if (stay === undefined) return notOpen;
  let total = 0;
  for (let night = dayNumber(stay.from) ?? 0; night < (dayNumber(stay.to) ?? 0); night++)
    total += (poundsByRoom[stay.room] ?? 0) + (weekend.includes(weekdayOf(night)) ? weekendPounds : 0);
  return { body: { free: !isTaken(stay), total } };
}

function stayOf(field: (key: string) => string, today: string): Stay | undefined {
  const [room, from, to, guests] = [field("room"), field("from"), field("to"), Number(field("guests"))];
  const areDays = dayNumber(from) !== undefined && dayNumber(to) !== undefined;
  const isOpen = areDays && Object.hasOwn(poundsByRoom, room) && from >= today && to > from;
  return isOpen && Number.isInteger(guests) && guests >= 1 && guests <= guestsMax
    ? { room, from, to, guests }
    : undefined;
}

function isTaken({ room, from, to }: Stay): boolean {
  return (
    room === "sea" &&
    (from.slice(5) >= takenFrom || to.slice(5) > takenFrom || to.slice(0, 4) > from.slice(0, 4))
  );
}
