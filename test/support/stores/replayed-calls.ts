// Replayed calls: a flow for booking a table in several versions, and records of its calls as the server writes them.

import type { StoredSessionEvent } from "../../../db/port/session-store.ts";

export interface TableFlow {
  readonly ask?: string;
  readonly guestsMax?: number;
  /** Question before all others. */
  readonly first?: string;
  readonly withDay?: boolean;
  readonly confirm?: string;
  readonly sensitive?: boolean;
}

/** Asks for guests and a day, and books the table. */
export function tableFlow(of: TableFlow = {}): string {
  const { ask = "For how many people?", guestsMax = 12, first, withDay = true, confirm, sensitive } = of;
  const settings = [
    "type: number",
    "integer: true",
    "min: 1",
    `max: ${guestsMax}`,
    `ask: ${ask}`,
    ...(confirm === undefined ? [] : [`confirm: ${confirm}`]),
    ...(sensitive === true ? ["sensitive: true"] : []),
  ];
  const asked = [...(first === undefined ? [] : ["first"]), "guests", ...(withDay ? ["day"] : [])];
  return `voice_flow: 1
id: table
language: en
timezone: Europe/Berlin
start: table
defaults: {give_up: lost}
variables:
  guests: {${settings.join(", ")}}
  day: {type: date, ask: Which day?, confirm: never}
${first === undefined ? "" : `  first: {type: boolean, ask: ${first}}\n`}tools:
  book:
    params: {guests: number}
    http: POST https://tables.example.com/book
    returns: {ok: boolean}
nodes:
  table: {ask: [${asked.join(", ")}], next: book}
  book:
    tool: book
    with: {guests: guests}
    save: {ok: result.ok}
    next: [{if: ok == false, goto: full}, {else: noted}]
    on_error: full
  noted: {say: It is noted., end: booked}
  full: {say: We are full., end: full}
  lost: {say: Goodbye., end: lost}
`.replace("  day: {type: date", "  ok: {type: boolean}\n  day: {type: date");
}

export type Line = readonly [type: string, data: StoredSessionEvent["data"]];

export const agent = (reply: number, text: string): Line => ["agent", { reply, text }];
export const caller = (text: string, by = "voice"): Line => ["caller", { text, by }];
export const tool = (name: string, body: unknown): readonly Line[] => [
  ["tool", { name, ok: true, tookMs: 5 }],
  ["answer", { name, body }],
];

/** A caller who books. */
export const bookedLines: readonly Line[] = [
  agent(1, "For how many people?"),
  caller("four"),
  agent(2, "Which day?"),
  caller("the 24th of November"),
  ...tool("book", { ok: true }),
  agent(3, "It is noted."),
];
