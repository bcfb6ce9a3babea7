// Routes of lists: find calls, in pages or as one stream, and read the figures of days.

import { Elysia } from "elysia";
import type { CallChoice, CallRow } from "../../../db/port/call-store.ts";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { bulkWork } from "../../base/limits/bulk-work.ts";
import type { SubjectIndex } from "../../cloud/subject-index.ts";
import { streamOf } from "../http/answer-stream.ts";
import type { Gate } from "../http/auth.ts";
import { preferredType } from "../http/preferred-media-type.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import {
  afterOf,
  type CallEntry,
  type CallFacts,
  callOf,
  choiceOf,
  csvHead,
  csvLine,
  cursorOf,
  figuresByFlow,
  figuresOf,
  firstDay,
} from "./call-answer.ts";
import * as schemas from "./call-schemas.ts";

export interface CallListOptions extends CallFacts {
  readonly store: Pick<Store, "of">;
  readonly clock: Pick<Clock, "wall">;
  readonly gate: Pick<Gate, "accountOf">;
  readonly subjects: Pick<SubjectIndex, "hashOf">;
}

const limitUsual = 50;
const daysUsual = 30;
/** A stream is read in parts, between which calls continue. */
const rowsAtOnce = 100;

export function callListRoutes(options: CallListOptions) {
  const { store, gate, subjects } = options;
  return new Elysia({ name: "call-list" }).get(
    "/v1/calls",
    async ({ request, query }) => {
      const choice = choiceOf(gate.accountOf(request), query, (of, subject) => subjects.hashOf(of, subject));
      const format = query.format ?? formatOf(request);
      if (format !== "json") return streamed(choice, format, options);
      const limit = Number(query.limit ?? limitUsual);
      const page = { ...choice, after: afterOf(query.cursor), limit: limit + 1 };
      const rows = await bulkWork.run(choice.accountId, () => store.of(choice.accountId).calls.page(page));
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return {
        calls: rows.slice(0, limit).map((row) => callOf(row, options)),
        next_cursor: last === undefined ? null : cursorOf(last),
      };
    },
    {
      query: schemas.callQuery,
      detail: operation({
        summary: "Find calls",
        description:
          "Newest first, in pages. Calls must match all given filters. As CSV or JSON Lines, all matching calls come in one stream.",
        tag: "sessions",
        access: "account",
        answer: {
          says: "Calls",
          types: ["application/json", "text/csv", "application/jsonl"],
          json: schemas.callListJson,
        },
      }),
    },
  );
}

export function figureRoutes({
  store,
  clock,
  gate,
}: Omit<CallListOptions, "sessions" | "subjects" | "vault">) {
  const since = (query: { readonly days?: string | undefined }) => {
    const [days, at] = [Number(query.days ?? daysUsual), clock.wall()];
    return { days, at, from: firstDay(days, at) };
  };
  return new Elysia({ name: "figures" })
    .get(
      "/v1/figures",
      async ({ request, query }) => {
        const accountId = gate.accountOf(request);
        const { days, at, from } = since(query);
        return figuresOf(await store.of(accountId).calls.figures(accountId, from), days, at);
      },
      {
        query: schemas.figuresQuery,
        response: { 200: standard(schemas.figuresAnswer) },
        detail: operation({
          summary: "Read daily figures",
          description:
            "Sums of all nodes, written when each call ended. They are kept when the retention deletes the calls' records.",
          tag: "sessions",
          access: "account",
        }),
      },
    )
    .get(
      "/v1/figures/flows",
      async ({ request, query }) => {
        const accountId = gate.accountOf(request);
        const { flows, assistants, calls } = store.of(accountId);
        const [figures, ...named] = await Promise.all([
          calls.flowFigures(accountId, since(query).from),
          flows.list(accountId),
          assistants.list(accountId),
        ]);
        return { flows: figuresByFlow(figures, new Map(named.flat().map(({ id, name }) => [id, name]))) };
      },
      {
        query: schemas.figuresQuery,
        response: { 200: standard(schemas.flowFigures) },
        detail: operation({
          summary: "Read figures by flow",
          description: "Most expensive first, including deleted flows.",
          tag: "sessions",
          access: "account",
        }),
      },
    );
}

type Streamed = "csv" | "jsonl";

const types = { "application/json": "json", "text/csv": "csv", "application/jsonl": "jsonl" } as const;

function formatOf(request: Request): Streamed | "json" {
  return types[preferredType(request.headers.get("accept"), Object.keys(types) as (keyof typeof types)[])];
}

function streamed(choice: CallChoice, format: Streamed, options: CallListOptions): Response {
  return new Response(streamOf(linesOf(choice, format, options)), {
    headers: {
      "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/jsonl",
    },
  });
}

async function* linesOf(
  choice: CallChoice,
  format: Streamed,
  options: CallListOptions,
): AsyncGenerator<Uint8Array> {
  const lineOf = format === "csv" ? csvLine : (call: CallEntry) => `${JSON.stringify(call)}\n`;
  if (format === "csv") yield Buffer.from(csvHead);
  const { calls } = options.store.of(choice.accountId);
  let after: CallRow | undefined;
  for (;;) {
    const page = { ...choice, after, limit: rowsAtOnce };
    const rows = await bulkWork.run(choice.accountId, () => calls.page(page));
    if (rows.length > 0) yield Buffer.from(rows.map((row) => lineOf(callOf(row, options))).join(""));
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1);
  }
}
