// Example service of a restaurant: its table book, open every day. Between seven and nine it has no table left on a
// Friday or Saturday; a Saturday is full for more than eight people.

import { dayNumber, minutesOf, timeOf, weekdayOf } from "../../value/gregorian.ts";
import {
  type ExampleAnswer,
  type ExampleRequest,
  type ExampleService,
  noSuchRoute,
  refused,
  textIn,
} from "./example-service.ts";
import { scattered } from "../../value/scattered.ts";

interface Wish {
  readonly day: string;
  readonly time: string;
  readonly seats: number;
}

interface Booking extends Wish {
  readonly name: string;
  readonly ref: string;
}

const opensAt = 17 * 60;
const lastSeatingAt = 22 * 60;
const crowdedFrom = 19 * 60;
const crowdedUntil = 21 * 60;
const seatingMinutes = 30;
const seatsMax = 20;
const largePartyFrom = 9;
const [friday, saturday] = [5, 6];
/** Letters that are never misheard on the telephone. */
const refLetters = "AHKRXYZ";

export const bookingService: ExampleService<readonly Booking[]> = {
  first: [],
  answer(bookings, request) {
    const route = `${request.method} /${request.path.join("/")}`;
    if (route === "GET /v1/tables") return [bookings, tablesFor(bookings, request)];
    if (route === "POST /v1/bookings") return booked(bookings, request);
    return [bookings, noSuchRoute];
  },
};

function tablesFor(bookings: readonly Booking[], { query, today }: ExampleRequest): ExampleAnswer {
  const wish = wishOf((key) => query.get(key) ?? "", today);
  if (wish === undefined) return notOpen;
  const free = isFree(bookings, wish);
  return { body: { free, alternatives: free ? [] : alternatives(bookings, wish) } };
}

function booked(
  bookings: readonly Booking[],
  { body, today }: ExampleRequest,
): readonly [readonly Booking[], ExampleAnswer] {
  const wish = wishOf((key) => textIn(body, key), today);
  if (wish === undefined) return [bookings, notOpen];
  if (!isFree(bookings, wish)) return [bookings, refused(409, "That table is taken.")];
  const name = textIn(body, "name");
  const chance = scattered(`${wish.day} ${wish.time} ${name}`);
  const ref = `${refLetters[chance % refLetters.length]}${10 + (chance % 90)}`;
  return [[...bookings, { ...wish, name, ref }], { body: { ref } }];
}

const notOpen = refused(
  422,
  "day is today or later, as YYYY-MM-DD; time is from 17:00 to 22:00; seats are 1 to 20.",
);

function wishOf(field: (key: string) => string, today: string): Wish | undefined {
  const [day, time, seats] = [field("day"), field("time"), Number(field("seats"))];
  const at = minutesOf(time) ?? 0;
  const isOpen = dayNumber(day) !== undefined && day >= today && at >= opensAt && at <= lastSeatingAt;
  return isOpen && Number.isInteger(seats) && seats >= 1 && seats <= seatsMax
    ? { day, time, seats }
    : undefined;
}

/** One table is left at any uncrowded time. */
function isFree(bookings: readonly Booking[], { day, time, seats }: Wish): boolean {
  const weekday = weekdayOf(dayNumber(day) ?? 0);
  const at = minutesOf(time) ?? 0;
  if (weekday === saturday && seats >= largePartyFrom) return false;
  const isCrowded = at >= crowdedFrom && at < crowdedUntil;
  if (isCrowded && (weekday === friday || weekday === saturday)) return false;
  return !bookings.some((booking) => booking.day === day && booking.time === time);
}

/** The nearest free time before and the nearest one after. */
function alternatives(bookings: readonly Booking[], wish: Wish): readonly string[] {
  const at = minutesOf(wish.time) ?? 0;
  const seatings: string[] = [];
  for (let minutes = opensAt; minutes <= lastSeatingAt; minutes += seatingMinutes) {
    const time = timeOf(minutes);
    if (isFree(bookings, { ...wish, time })) seatings.push(time);
  }
  const before = seatings.findLast((time) => (minutesOf(time) ?? 0) < at);
  const after = seatings.find((time) => (minutesOf(time) ?? 0) > at);
  return [before, after].filter((time) => time !== undefined);
}
