// Routes of sounds: recordings of an account that its flows play in place of the voice.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import { soundForms, soundMibMax, soundSecondsMax } from "../../audio/sound-file.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { OwnerSemaphore } from "../../base/limits/owner-semaphore.ts";
import type { AccountSound, AccountSounds } from "../../calls/sounds/account-sounds.ts";
import { piecesOf } from "../../files/stored-files.ts";
import type { Gate } from "../http/auth.ts";
import { streamOf } from "../http/answer-stream.ts";
import { readBytes } from "../http/request-body.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";

export interface SoundRouteOptions {
  readonly sounds: AccountSounds;
  readonly gate: Gate;
  readonly clock: Clock;
}

const bytesMax = soundMibMax * 1_024 * 1_024;
/** Time limit of an upload, at 300 KB/s. */
const uploadMsMax = 60_000;
/** Uploads in memory at once. */
const uploads = { max: 4, perOwnerMax: 1 };

const example = { name: "welcome.wav", seconds: 3.2, changed_at: "2026-11-24T12:00:00.000Z" };
const sound = Type.Object(
  {
    name: Type.String({ description: "Name of the sound in flows" }),
    seconds: Type.Number(),
    changed_at: Type.String({ format: "date-time" }),
  },
  { examples: [example] },
);
const list = Type.Array(sound, { examples: [[example]] });
const params = t.Object({
  name: t.String({ description: "Name of the sound in flows. Write a slash as %2F" }),
});
const detail = { tag: "flows", access: "account" } as const;

const uploading = {
  ...operation({
    ...detail,
    summary: "Upload a recorded sound",
    description: `The body is the file: ${soundForms}, at most ${soundMibMax} MiB and ${soundSecondsMax} seconds. The sound is normalised to the loudness of the voices. It replaces a sound of the same name, from the next sentence of running calls, on other nodes within 10 seconds. At most 100 per account.`,
    problems: [
      "sound/invalid",
      "sound/not-kept",
      "account/limit",
      "storage/full",
      "request/too-large",
      "request/timeout",
      "flow/busy",
      "flow/too-slow",
      "storage/unavailable",
    ],
  }),
  requestBody: {
    required: true,
    content: { "audio/wav": { schema: { type: "string" as const, format: "binary" } } },
  },
};

export function soundRoutes({ sounds, gate, clock }: SoundRouteOptions) {
  const places = new OwnerSemaphore(uploads);
  return new Elysia({ name: "sounds" })
    .get("/v1/sounds", async ({ request }) => (await sounds.list(gate.accountOf(request))).map(shown), {
      response: { 200: standard(list) },
      detail: operation({
        ...detail,
        summary: "List the recorded sounds",
        description: "Sorted by name. Sounds that flows load from a URL are not listed.",
        problems: ["storage/unavailable"],
      }),
    })
    .put(
      "/v1/sounds/:name",
      async ({ request, params: { name } }) => {
        const accountId = gate.accountOf(request);
        using _ = await places.acquire(accountId, request.signal);
        const bytes = await readBytes(request, { bytesMax, msMax: uploadMsMax, clock });
        return shown(await sounds.put(accountId, name, bytes));
      },
      {
        params,
        response: { 200: standard(sound) },
        detail: uploading,
      },
    )
    .get(
      "/v1/sounds/:name",
      async ({ request, params: { name } }) => {
        const file = await sounds.open(gate.accountOf(request), name);
        if (file === undefined) throw unknown();
        const headers = { "content-type": "audio/wav", "content-length": String(file.bytes) };
        return new Response(streamOf(piecesOf(file)), { headers });
      },
      {
        params,
        detail: operation({
          ...detail,
          summary: "Read a recorded sound",
          description: "The audio that calls play: 16 bit, mono, 16,000 samples per second.",
          problems: ["sound/not-found", "storage/unavailable"],
          answer: { says: "The sound", types: ["audio/wav"] },
        }),
      },
    )
    .delete(
      "/v1/sounds/:name",
      async ({ request, params: { name }, set }) => {
        if (!(await sounds.remove(gate.accountOf(request), name))) throw unknown();
        set.status = 204;
      },
      {
        params,
        detail: operation({
          ...detail,
          summary: "Delete a recorded sound",
          description: "Flows that use the sound speak its text instead.",
          problems: ["sound/not-found", "storage/unavailable"],
          answer: { status: 204, says: "Deleted" },
        }),
      },
    );
}

const unknown = (): Fault =>
  new Fault("sound/not-found", "The account has no sound with this name. GET /v1/sounds lists all.");

function shown({ name, seconds, changedAt }: AccountSound) {
  return { name, seconds, changed_at: new Date(changedAt).toISOString() };
}
