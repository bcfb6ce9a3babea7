// Zoned time: an instant as date, time and weekday in a time zone.

import { didYouMean } from "../../base/closest-word.ts";

/** Date and time as shown on calendars and clocks of a time zone. */
export interface ZonedTime {
  /** `2026-11-20` */
  readonly date: string;
  /** `09:05` */
  readonly time: string;
  readonly hour: number;
  /** 1 for Monday to 7 for Sunday (ISO 8601). */
  readonly weekday: number;
}

const minuteMs = 60_000;
/** The last instant that a Date can hold (ECMA-262, "Time Values and Time Range"). */
const wallMsMax = 8.64e15;
/** Cached zones; the cache is cleared when full, since flows may name zones in any spelling. */
const zonesMax = 100;
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** Whether the runtime knows the zone; the format of an unknown one is that of UTC. */
  readonly isKnown: boolean;
  /** The last converted minute, since callers often ask for the same one again. */
  minute: number;
  time: ZonedTime | undefined;
}

const zones = new Map<string, Zone>();

/**
 * The local time of an instant; `wallMs` is milliseconds since the Unix epoch. An unknown time zone counts as UTC,
 * because the checks of the flow report it.
 */
export function zonedTimeOf(wallMs: number, timezone: string): ZonedTime {
  const zone = zoneOf(timezone);
  const safeMs = Number.isFinite(wallMs) ? Math.max(0, Math.min(wallMs, wallMsMax)) : 0;
  const minute = Math.floor(safeMs / minuteMs);
  if (zone.time === undefined || zone.minute !== minute) {
    zone.time = zonedTimeIn(zone.format, safeMs);
    zone.minute = minute;
  }
  return zone.time;
}

/** The local time of an instant; undefined in a time zone that the runtime does not know. */
export function timeInZone(wallMs: number, timezone: string): ZonedTime | undefined {
  return zoneOf(timezone).isKnown ? zonedTimeOf(wallMs, timezone) : undefined;
}

/** Whether the runtime knows the name as an IANA time zone. */
export function isTimezone(name: string): boolean {
  return formatOf(name) !== undefined;
}

/** The message and the hint for a name that is no time zone: `Paris` or `Europe/Pariss` for Europe/Paris. */
export function timezoneMisfit(name: string): { readonly message: string; readonly hint: string } {
  const timezones = Intl.supportedValuesOf("timeZone");
  const place = name.trim().replaceAll(" ", "_").toLowerCase();
  const meant = timezones.find((each) => each.toLowerCase().split("/").at(-1) === place);
  return {
    message: `there is no time zone '${name}'`,
    hint:
      meant === undefined
        ? (didYouMean(name, timezones) ?? "write its IANA name, such as Europe/Paris")
        : `did you mean '${meant}'?`,
  };
}

function zoneOf(timezone: string): Zone {
  const cached = zones.get(timezone);
  if (cached !== undefined) return cached;
  const zoneFormat = formatOf(timezone);
  const format = zoneFormat ?? formatOf("UTC") ?? new Intl.DateTimeFormat();
  const zone: Zone = { format, isKnown: zoneFormat !== undefined, minute: 0, time: undefined };
  if (zones.size >= zonesMax) zones.clear();
  zones.set(timezone, zone);
  return zone;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
    });
  } catch {
    return undefined;
  }
}

function zonedTimeIn(format: Intl.DateTimeFormat, wallMs: number): ZonedTime {
  const parts = new Map(format.formatToParts(wallMs).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  return {
    date: `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}`,
    hour: Number(part("hour")),
    weekday: weekdays.indexOf(part("weekday")) + 1,
  };
}

const offsetsTried = 3;

/**
 * The instant of a local time such as `2026-11-20T12:00` in a time zone, in milliseconds since the Unix epoch. For a
 * time that a change of clocks skips or repeats, an instant near it.
 */
export function epochMsOf(local: string, timezone: string): number {
  const wanted = Date.parse(`${local}:00Z`);
  let wallMs = Number.isNaN(wanted) ? 0 : wanted;
  for (let tried = 0; tried < offsetsTried; tried++) {
    const { date, time } = zonedTimeOf(wallMs, timezone);
    const shown = Date.parse(`${date}T${time}:00Z`);
    if (shown === wanted || Number.isNaN(shown)) break;
    wallMs += wanted - shown;
  }
  return wallMs;
}
