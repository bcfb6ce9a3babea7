// Route of recordings: audio and events of a session, only for its account, as a stereo WAV file or as data.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { SessionRow } from "../../../db/port/session-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { Fault } from "../../base/fault.ts";
import { wavBytes, wavSlice } from "../../calls/flight/flight-record.ts";
import type { Flights } from "../../calls/flight/flights.ts";
import type { OpenFlight } from "../../calls/flight/joined-flight.ts";
import type { Clock } from "../../base/clock.ts";
import { ownLimits } from "../../base/limits/rate-limit.ts";
import { type AuditTrail, entryOf } from "../../cloud/audit-trail.ts";
import { FilesError } from "../../files/stored-files.ts";
import { getSession } from "../../cloud/stored-sessions.ts";
import type { Gate } from "../http/auth.ts";
import { byteRange } from "../http/byte-range.ts";
import { prefersJsonToAudio } from "../http/preferred-media-type.ts";
import { streamOf } from "../http/answer-stream.ts";
import { operation } from "../http/route-operation.ts";
import { seconds } from "../http/seconds.ts";
import { sessionParams } from "./session-schemas.ts";

export interface RecordingRouteOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly trail: Pick<AuditTrail, "append">;
  readonly flights: Pick<Flights, "find">;
  /** Id of this node. */
  readonly nodeId: () => string;
  /**
   * Sends another node the same request; rejects if that node is gone. Undefined if there is none, or if all files
   * are in one storage.
   */
  readonly fetchFrom: ((nodeId: string, request: Request) => Promise<Response>) | undefined;
}

/**
 * Answers a request for the recording of a session, which may be on another node. Undefined: there is none. Rejects
 * with `session/recording-elsewhere` and `storage/unavailable`.
 */
export async function recordingOf(
  { home, id }: Pick<SessionRow, "home" | "id">,
  request: Request,
  {
    isJson,
    flights,
    nodeId,
    fetchFrom,
    played,
  }: Pick<RecordingRouteOptions, "flights" | "nodeId" | "fetchFrom"> & {
    readonly isJson: boolean;
    /** Called before the recording is answered from here; another node reports its own. */
    readonly played?: () => Promise<void>;
  },
): Promise<Response | undefined> {
  const isElsewhere = fetchFrom !== undefined && home !== null && home !== nodeId();
  // The last node of a moved call has the end, and is asked first; this one may have the part before.
  const fetched = isElsewhere ? await fetchFrom(home, request).catch(() => undefined) : undefined;
  if (fetched?.ok === true || fetched?.status === 416) return fetched;
  const flight = await flights.find(id).catch(refused);
  if (flight === undefined && fetched !== undefined) return fetched;
  if (flight === undefined && isElsewhere) throw elsewhere(home);
  if (flight === undefined) return undefined;
  await played?.();
  return isJson ? await eventsOf(flight) : await audioOf(flight, request.headers.get("range"));
}

export function recordingRoutes(options: RecordingRouteOptions) {
  const { store, gate } = options;
  const tell = listenings(options);
  return new Elysia({ name: "recordings" }).get(
    "/v1/sessions/:session_id/recording",
    async ({ request, params, query }) => {
      const { row } = await getSession(store, {
        accountId: gate.accountOf(request),
        sessionId: params.session_id,
      });
      const accept = request.headers.get("accept");
      const isJson = query.format === undefined ? prefersJsonToAudio(accept) : query.format === "json";
      const played = (): Promise<void> => tell(request, row.id, isJson ? "json" : "wav");
      const response = await recordingOf(row, request, { ...options, isJson, played });
      if (response !== undefined) return response;
      throw new Fault(
        "session/not-recorded",
        "This session has no recording. It was started without `record`, or the retention deleted the recording.",
      );
    },
    {
      params: sessionParams,
      query: t.Object({
        format: t.Optional(
          t.Union([t.Literal("wav"), t.Literal("json")], {
            description: "wav: audio; json: events. Default: the Accept header, then wav",
          }),
        ),
      }),
      detail: operation({
        summary: "Read a recording",
        description:
          "The recorded call as a WAV file, with the caller on the left and the agent, as " +
          "the caller heard it, on the right (Range is supported), or as JSON with all " +
          "events, in milliseconds of the call. Sensitive and redacted parts are masked, and silent in the audio. " +
          "For a running call, returns the recording so far.",
        tag: "sessions",
        access: "account",
        problems: [
          "session/not-found",
          "session/not-recorded",
          "session/recording-elsewhere",
          "storage/unavailable",
        ],
        answer: {
          says: "The audio or the events",
          types: ["audio/wav", "application/json"],
          json: recordingJson,
          ranges: true,
          headers: { "Accept-Ranges": "bytes: Range requests are supported" },
        },
      }),
    },
  );
}

/** Audit entries about listeners of a session, written before any audio. */
function listenings({ clock, gate, trail }: Pick<RecordingRouteOptions, "clock" | "gate" | "trail">) {
  // A player requests many parts of one recording: within a minute they count as one listening.
  const told = ownLimits(clock)("listenings", 1);
  return async (request: Request, target: string, kind: "wav" | "json"): Promise<void> => {
    const author = gate.authorOf(request);
    if (told.take(`${author.actor.id} ${kind} ${target}`) !== undefined) return;
    const act = { accountId: gate.accountOf(request), at: clock.wall(), action: "recording.played" } as const;
    await trail.append(entryOf(author, { ...act, target, details: { kind } }));
  };
}

function refused(error: unknown): never {
  if (!(error instanceof FilesError)) throw error;
  throw new Fault("storage/unavailable", `The recording cannot be read: ${error.message}.`, { cause: error });
}

function elsewhere(home: string): Fault {
  return new Fault(
    "session/recording-elsewhere",
    `The recording, if any, is on node ${home}, which cannot be reached. Restart the node with its ` +
      "DATA_DIR. To make future recordings independent of their node, set FILES_URL.",
  );
}

export const recordingJson = {
  schema: Type.Object({
    session_id: Type.String(),
    flow_id: Type.Union([Type.String(), Type.Null()]),
    started_at: Type.Number({ description: "Start of the call in seconds since the Unix epoch" }),
    audio_secs: Type.Integer({ minimum: 0 }),
    events: Type.Array(
      Type.Object({
        at_ms: Type.Number({ description: "Milliseconds since the call began" }),
        type: Type.String(),
        data: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
  }),
  example: {
    session_id: "ses_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
    flow_id: "flow_01JD5V2Q0X4T8N6M3R7W9Y1Z5K",
    started_at: 1_795_222_000.5,
    audio_secs: 42,
    events: [
      { at_ms: 2_140, type: "user-words", data: { text: "seven", final: true, rejected: false } },
      { at_ms: 2_140, type: "turn", data: { on: "words", effects: ["answer 2"], confidence: 0.97 } },
    ],
  },
};

async function eventsOf(flight: OpenFlight): Promise<Response> {
  const { session, startedAtMs, flow } = flight.head;
  const entries = await flight.entries();
  return Response.json({
    session_id: session,
    flow_id: flow?.id ?? null,
    started_at: seconds(startedAtMs),
    audio_secs: flight.parts.filter(({ kind }) => kind === "audio").length,
    events: entries.map(({ type, atMs, ...data }) => ({ at_ms: atMs, type, data })),
  });
}

async function audioOf(flight: OpenFlight, header: string | null): Promise<Response> {
  const { parts } = flight;
  const bytes = wavBytes(parts);
  const range = byteRange(header, bytes);
  const headers = { "content-type": "audio/wav", "accept-ranges": "bytes" };
  if (range === "none")
    return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${bytes}` } });
  const { from, to } = range === "whole" ? { from: 0, to: bytes } : range;
  const part = range === "whole" ? {} : { "content-range": `bytes ${from}-${to - 1}/${bytes}` };
  const slices = wavSlice(parts, { read: flight.read, from, to });
  return new Response(streamOf(slices), {
    status: range === "whole" ? 200 : 206,
    headers: { ...headers, ...part, "content-length": String(to - from) },
  });
}
