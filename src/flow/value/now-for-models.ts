// Current time for language models: date, weekday, time and zone in one line. Without it a model takes a date
// from its training or from an example.

import { zonedTimeOf } from "./zoned-time.ts";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** `wallMs`: milliseconds of the Unix epoch; `timezone`: an IANA name. */
export function nowForModels(wallMs: number, timezone: string): string {
  const { date, time, weekday } = zonedTimeOf(wallMs, timezone);
  const [year = "", month = "", day = ""] = date.split("-");
  const written = `${weekdays[weekday - 1]}, ${Number(day)} ${months[Number(month) - 1]} ${year}`;
  return `It is now ${written} (${date}), ${time} in the time zone ${timezone}.`;
}
