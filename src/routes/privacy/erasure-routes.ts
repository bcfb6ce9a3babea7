// Erasure routes: delete one session, or all sessions of a subject.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { ErasureRow } from "../../../db/port/retention-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { Fault } from "../../base/fault.ts";
import { type SubjectIndex, subjectCharsMax } from "../../cloud/subject-index.ts";
import { getSession } from "../../cloud/stored-sessions.ts";
import { FilesError } from "../../files/stored-files.ts";
import type { Erasures } from "../../retention/erasures.ts";
import type { NotePrivacy } from "../../retention/privacy-fact.ts";
import type { SessionEraser } from "../../retention/session-eraser.ts";
import type { Sessions } from "../../session/session-registry.ts";
import { sessionParams } from "../call/session-schemas.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { seconds } from "../http/seconds.ts";

export interface ErasureRouteOptions {
  readonly store: Pick<Store, "of" | "retention">;
  readonly gate: Gate;
  readonly sessions: Pick<Sessions, "flush">;
  readonly subjects: Pick<SubjectIndex, "hashOf">;
  readonly eraser: Pick<SessionEraser, "erase">;
  readonly erasures: Pick<Erasures, "ask">;
  readonly noted: NotePrivacy;
}

/** Erasures in a list. */
const erasuresListed = 50;
const whole = Type.Integer({ minimum: 0 });
const receipt = {
  erasure_id: Type.String(),
  state: Type.Union([Type.Literal("running"), Type.Literal("done")], {
    description: "running: also while a session of the subject runs or a node does not answer",
  }),
  counts: Type.Object(
    { sessions: whole, words: whole, values: whole, numbers: whole, audio: whole, hooks: whole },
    {
      description:
        "Numbers of deleted sessions, transcript lines, contexts with metadata, measurements, recording files, and " +
        "undelivered hook events. After a crash, the count of files may be too low",
    },
  ),
  created_at: Type.Number({ description: "Seconds since the Unix epoch" }),
  finished_at: Type.Union([Type.Number(), Type.Null()]),
  receipt_hash: Type.Union([Type.String(), Type.Null()], {
    description:
      "SHA-256 of a JSON array of erasure_id, the counts in this order, and both times in milliseconds; null until finished",
  }),
};
const example = {
  erasure_id: "era_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
  state: "done" as const,
  counts: { sessions: 20, words: 412, values: 20, numbers: 388, audio: 3, hooks: 0 },
  created_at: 1_795_222_000.5,
  finished_at: 1_795_222_001.25,
  receipt_hash: "5f1d6c6d2d1f5f4c4b6f0b0c4f3f1a2e9a7c1d0e8b3a4c5d6e7f8091a2b3c4d5",
};
const one = Type.Object(receipt, { examples: [example] });
const list = Type.Array(Type.Object(receipt), { examples: [[example]] });
const given = requestBody(
  {
    subject: Type.String({
      minLength: 1,
      maxLength: subjectCharsMax,
      description: "Subject as given when the sessions were started",
    }),
  },
  { examples: [{ subject: "+49 30 901820" }] },
);

export function erasureRoutes(options: ErasureRouteOptions) {
  const { store, gate, subjects, erasures, noted } = options;
  return new Elysia({ name: "erasures" })
    .use(sessionErasureRoutes(options))
    .post(
      "/v1/erasures",
      async ({ request, body, set }) => {
        const accountId = gate.accountOf(request);
        const erasure = await erasures.ask({
          accountId,
          subjectHash: subjects.hashOf(accountId, body.subject),
        });
        await noted(request, { type: "erasure.asked", accountId, erasureId: erasure.id });
        set.status = 202;
        return shown(erasure);
      },
      {
        body: standard(given),
        response: { 202: standard(one) },
        detail: operation({
          summary: "Erase a subject",
          description:
            "Deletes all sessions started so far with this subject, as DELETE /v1/sessions/{session_id} " +
            "does, and keeps a receipt. A repeated request returns the running erasure, or starts a new one when that has finished. Hooks " +
            "that list `subject.erased` receive the ids of the sessions, because receivers may have copies.",
          tag: "sessions",
          access: "account",
        }),
      },
    )
    .get(
      "/v1/erasures",
      async ({ request }) =>
        (await store.retention.erasures(gate.accountOf(request), erasuresListed)).map(shown),
      {
        response: { 200: standard(list) },
        detail: operation({
          summary: "List erasures",
          description: "The last 50 erasures, newest first.",
          tag: "sessions",
          access: "account",
        }),
      },
    )
    .get(
      "/v1/erasures/:erasure_id",
      async ({ request, params }) => {
        const key = { accountId: gate.accountOf(request), id: params.erasure_id };
        const erasure = await store.retention.erasure(key);
        if (erasure !== undefined) return shown(erasure);
        throw new Fault("erasure/not-found", "There is no such erasure. GET /v1/erasures lists all.");
      },
      {
        params: t.Object({ erasure_id: t.String() }),
        response: { 200: standard(one) },
        detail: operation({
          summary: "Read an erasure",
          description: "Progress of the erasure, and its receipt.",
          tag: "sessions",
          access: "account",
          problems: ["erasure/not-found"],
        }),
      },
    );
}

function sessionErasureRoutes({ store, gate, sessions, eraser, noted }: ErasureRouteOptions) {
  return new Elysia({ name: "session-erasure" }).delete(
    "/v1/sessions/:session_id",
    async ({ request, params, set }) => {
      const key = { accountId: gate.accountOf(request), sessionId: params.session_id };
      await sessions.flush();
      const { row } = await getSession(store, key);
      if (row.status !== "ended" || !(await eraser.erase(key).catch(refused))) throw stillRunning();
      await noted(request, { type: "session.erased", ...key });
      set.status = 204;
    },
    {
      params: sessionParams,
      detail: operation({
        summary: "Delete a session",
        description:
          "Deletes its transcript, context, metadata, measurements, recordings and undelivered hook events, on all " +
          "nodes. Its cost stays in the ledger.",
        tag: "sessions",
        access: "account",
        problems: ["session/not-found", "session/running", "cluster/unreachable", "storage/unavailable"],
        answer: { status: 204, says: "Deleted" },
      }),
    },
  );
}

function shown({ id, state, counts, createdAt, finishedAt, receiptHash }: ErasureRow) {
  const { sessions, words, values, numbers, audio, hooks } = counts;
  return {
    erasure_id: id,
    state,
    counts: { sessions, words, values, numbers, audio, hooks },
    created_at: seconds(createdAt),
    finished_at: finishedAt === null ? null : seconds(finishedAt),
    receipt_hash: receiptHash,
  };
}

function stillRunning(): Fault {
  return new Fault(
    "session/running",
    "This session is still running. Delete it after its end, or use POST /v1/erasures for its subject, which waits for that.",
  );
}

function refused(error: unknown): never {
  if (!(error instanceof FilesError)) throw error;
  const message = `Its recordings cannot be deleted: ${error.message}. The session was not deleted. Try again.`;
  throw new Fault("storage/unavailable", message, { cause: error });
}
