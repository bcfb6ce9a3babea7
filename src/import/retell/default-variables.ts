// Default variables of Retell: variables predefined in its texts, as our names and functions.

import { isTimezone } from "../../flow/value/zoned-time.ts";
import type { SourceBuiltIn } from "../source-flow.ts";

/** The zone of a time or a date that names none (docs.retellai.com, dynamic variables). */
const zoneOfTheirs = "America/Los_Angeles";

/** The other party is the caller, or the callee if the agent calls. */
const otherAddress = "(session.to if session.direction == 'outbound' else session.from)";
const ownAddress = "(session.from if session.direction == 'outbound' else session.to)";

/** Compared as a text; spoken by its own type. */
function shown(expression: string): SourceBuiltIn {
  return { expression: `text(${expression})`, text: `{{ ${expression} }}` };
}

const named: ReadonlyMap<string, SourceBuiltIn> = new Map([
  ["user_number", { expression: otherAddress }],
  ["agent_number", { expression: ownAddress }],
  ["direction", shown("session.direction")],
  ["call_id", { expression: "session.id" }],
  ["chat_id", { expression: "session.id" }],
  [
    "session_type",
    { ...shown("session.channel"), note: "callers who type have the value text there, not chat" },
  ],
]);

/** Format of each time, by the beginning of its name, longest first. */
const timed: readonly (readonly [name: string, of: (zone: string) => SourceBuiltIn])[] = [
  [
    "current_calendar",
    (zone) => ({ ...shown(`today(${zone})`), note: "the date replaces the calendar of two weeks" }),
  ],
  ["current_date", (zone) => shown(`today(${zone})`)],
  ["current_hour", (zone) => ({ expression: `text(hour(now(${zone})))` })],
  [
    "current_time",
    (zone) => ({ ...shown(`now(${zone})`), text: `{{ today(${zone}) }}, {{ now(${zone}) }}` }),
  ],
];

/** Undefined for another name, or an unknown time zone. */
export function defaultVariable(name: string): SourceBuiltIn | undefined {
  const builtIn = named.get(name);
  if (builtIn !== undefined) return builtIn;
  for (const [prefix, of] of timed) {
    if (name === prefix) return of(`'${zoneOfTheirs}'`);
    if (!name.startsWith(`${prefix}_`)) continue;
    const zone = name.slice(prefix.length + 1);
    return isTimezone(zone) ? of(`'${zone}'`) : undefined;
  }
  return undefined;
}
