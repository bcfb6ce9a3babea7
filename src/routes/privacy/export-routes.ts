// Route of export: one archive with everything that is kept of a subject.

import { Elysia, t } from "elysia";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { type SubjectIndex, subjectCharsMax } from "../../cloud/subject-index.ts";
import { zipped } from "../../files/zip-stream.ts";
import type { NotePrivacy } from "../../retention/privacy-fact.ts";
import type { Sessions } from "../../session/session-registry.ts";
import { recordingOf, type RecordingRouteOptions } from "../call/recording-routes.ts";
import { streamOf } from "../http/answer-stream.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import type { RecordingParts } from "./archive-entries.ts";
import { type ArchiveParts, archiveOf } from "./subject-archive.ts";

export interface ExportRouteOptions
  extends
    Omit<ArchiveParts, "recordingOf" | "sessions">,
    Pick<RecordingRouteOptions, "flights" | "nodeId" | "fetchFrom"> {
  readonly clock: Clock;
  readonly gate: Gate;
  readonly sessions: Pick<Sessions, "flush" | "connectedMs">;
  readonly subjects: Pick<SubjectIndex, "hashOf">;
  readonly noted: NotePrivacy;
}

export function exportRoutes({ clock, gate, subjects, noted, ...parts }: ExportRouteOptions) {
  return new Elysia({ name: "export" }).get(
    "/v1/export",
    async ({ request, query }) => {
      const { subject } = query;
      const accountId = gate.accountOf(request);
      await parts.sessions.flush();
      const at = clock.wall();
      const key = { accountId, subjectHash: subjects.hashOf(accountId, subject) };
      const [first] = await parts.store.retention.sessionsOf({ ...key, after: "", limit: 1 });
      if (first === undefined)
        throw new Fault("session/not-found", "No session of this account was started with this subject.");
      const entries = archiveOf({ ...key, subject, at }, { ...parts, ...recordingPartsOf(request, parts) });
      await noted(request, { type: "subject.exported", accountId });
      return new Response(streamOf(zipped(entries, at)), {
        headers: archiveHeaders("export.zip"),
      });
    },
    {
      query: t.Object({
        subject: t.String({
          minLength: 1,
          maxLength: subjectCharsMax,
          description: "Subject as given when the sessions were started",
        }),
      }),
      detail: operation({
        summary: "Export a subject",
        description:
          "A ZIP file with all sessions started with this subject: as JSON like GET /v1/sessions/{session_id} and as " +
          "text, recordings as WAV and JSON, and manifest.json with size and hash of each file and a list of unreadable data.",
        tag: "sessions",
        access: "account",
        problems: ["session/not-found"],
        answer: archiveAnswer,
      }),
    },
  );
}

export const archiveAnswer = {
  says: "The archive",
  types: ["application/zip"],
  headers: { "Content-Disposition": "attachment, with a name for the file" },
} as const;

export function archiveHeaders(name: string): Record<string, string> {
  return { "content-type": "application/zip", "content-disposition": `attachment; filename="${name}"` };
}

/** Recordings as the requester would get them. */
export function recordingPartsOf(
  request: Request,
  parts: Pick<ExportRouteOptions, "recordings" | "others" | "flights" | "nodeId" | "fetchFrom">,
): RecordingParts {
  return {
    recordings: parts.recordings,
    others: parts.others,
    recordingOf: (row, as) =>
      recordingOf(row, askedFor(row.id, as, request), { ...parts, isJson: as === "json" }),
  };
}

/** Request of the same client, on any node. */
function askedFor(sessionId: string, format: "wav" | "json", request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("range");
  return new Request(new URL(`/v1/sessions/${sessionId}/recording?format=${format}`, request.url), {
    headers,
    signal: request.signal,
  });
}
