// Route of recordings: what was heard and what happened in a session, for its account alone, as a stereo WAV file or
// as data.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { Store } from "../../../db/port/store.ts";
import { Fault } from "../../base/fault.ts";
import { partsIn, readEntries, readHead, wavBytes, wavSlice } from "../../calls/flight/flight-record.ts";
import type { Flights, OpenFlight } from "../../calls/flight/flights.ts";
import { getSession } from "../../cloud/stored-sessions.ts";
import type { Forwarding } from "../cluster/forwarding.ts";
import type { Gate } from "../http/auth.ts";
import { byteRange } from "../http/byte-range.ts";
import { prefersJsonToAudio } from "../http/preferred-media-type.ts";
import { operation } from "../http/route-operation.ts";
import { seconds } from "../http/seconds.ts";
import { sessionParams } from "./session-schemas.ts";

export interface RecordingRouteOptions {
  readonly store: Store;
  readonly gate: Gate;
  readonly flights: Pick<Flights, "find">;
  /** Absent where there are no other nodes, and where all of them see the same files. */
  readonly forwarding?: Pick<Forwarding, "search"> | undefined;
}

export function recordingRoutes({ store, gate, flights, forwarding }: RecordingRouteOptions) {
  return new Elysia({ name: "recordings" }).get(
    "/v1/sessions/:session_id/recording",
    async ({ request, params, query }) => {
      const { row } = await getSession(store, {
        accountId: gate.accountOf(request),
        sessionId: params.session_id,
      });
      const flight = await flights.find(row.id);
      if (flight === undefined) {
        await forwarding?.search(request, { home: row.home, missed: 404 });
        throw new Fault(
          "session/not-recorded",
          "This session has no recording: it was started without `record`, or the recording was deleted for its age.",
        );
      }
      const accept = request.headers.get("accept");
      const isJson = query.format === undefined ? prefersJsonToAudio(accept) : query.format === "json";
      return isJson ? await eventsOf(flight) : await audioOf(flight, request.headers.get("range"));
    },
    {
      params: sessionParams,
      query: t.Object({
        format: t.Optional(
          t.Union([t.Literal("wav"), t.Literal("json")], {
            description: "wav is the audio, json the events; without it the Accept header decides, else wav",
          }),
        ),
      }),
      detail: operation({
        summary: "Read a recording",
        description:
          "The whole call of a session that was recorded: as a WAV file with the caller on the left and the agent, as " +
          "the caller heard it, on the right, of which parts may be asked for with Range; or as JSON with all that " +
          "happened, in milliseconds of the call. What the flow calls sensitive is masked, and silent in the audio. " +
          "A call that is going on gives what there is so far.",
        tag: "sessions",
        access: "account",
        problems: ["session/not-found", "session/not-recorded"],
        answer: {
          says: "The audio or the events",
          types: ["audio/wav", "application/json"],
          json: recordingJson,
          ranges: true,
          headers: { "Accept-Ranges": "bytes: parts of the audio may be asked for" },
        },
      }),
    },
  );
}

const recordingJson = {
  schema: Type.Object({
    session_id: Type.String(),
    flow_id: Type.Union([Type.String(), Type.Null()]),
    started_at: Type.Number({ description: "When the call began, in seconds of the Unix epoch" }),
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
  const parts = await partsIn(flight.read);
  const { session, startedAtMs, flow } = await readHead(parts, flight.read);
  const entries = await readEntries(parts, flight.read);
  return Response.json({
    session_id: session,
    flow_id: flow?.id ?? null,
    started_at: seconds(startedAtMs),
    audio_secs: parts.filter(({ kind }) => kind === "audio").length,
    events: entries.map(({ type, atMs, ...data }) => ({ at_ms: atMs, type, data })),
  });
}

async function audioOf(flight: OpenFlight, header: string | null): Promise<Response> {
  const parts = await partsIn(flight.read);
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

/** A second at a time, as fast as the client reads. */
function streamOf(slices: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await slices.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}
