// Route of an account's export: one archive with everything that it owns (GET /v1/account/export).

import { Elysia, t } from "elysia";
import { OwnerSemaphore } from "../../base/limits/owner-semaphore.ts";
import type { ZipEntry } from "../../files/zip-stream.ts";
import { zipped } from "../../files/zip-stream.ts";
import { streamOf } from "../http/answer-stream.ts";
import { credentialsOf } from "../http/auth.ts";
import { requestBeside } from "../http/forwarded-request.ts";
import { operation } from "../http/route-operation.ts";
import { accountArchive, type AccountArchiveParts } from "./account-archive.ts";
import { archiveAnswer, archiveHeaders, type ExportRouteOptions, recordingPartsOf } from "./export-routes.ts";

export interface AccountExportOptions extends Omit<ExportRouteOptions, "subjects"> {
  readonly sounds: AccountArchiveParts["sounds"];
  /** Answers a request as if it had come from outside. */
  readonly handle: (request: Request) => Promise<Response>;
}

/** Further ones wait. */
const exportsOfAccountMax = 1;

export function accountExportRoutes({ clock, gate, noted, handle, ...parts }: AccountExportOptions) {
  const places = new OwnerSemaphore({ max: Number.POSITIVE_INFINITY, perOwnerMax: exportsOfAccountMax });

  async function* inTurn(
    accountId: string,
    entries: AsyncIterable<ZipEntry>,
    signal: AbortSignal,
  ): AsyncGenerator<ZipEntry> {
    using _place = await places.acquire(accountId, signal);
    yield* entries;
  }

  return new Elysia({ name: "account export" }).get(
    "/v1/account/export",
    async ({ request, query }) => {
      const accountId = gate.accountOf(request);
      await parts.sessions.flush();
      const at = clock.wall();
      const answerOf = async (path: string): Promise<unknown> => {
        const answer = await handle(
          requestBeside(request, { method: "GET", path, body: undefined, headers: credentialsOf(request) }),
        );
        if (answer.ok) return answer.json();
        throw new Error(`It was answered with status ${answer.status}`);
      };
      const recordings = query.recordings === "true" ? recordingPartsOf(request, parts) : undefined;
      const entries = accountArchive(
        { accountId, at },
        { store: parts.store, sessions: parts.sessions, sounds: parts.sounds, answerOf, recordings },
      );
      await noted(request, { type: "account.exported", accountId });
      const archive = zipped(inTurn(accountId, entries, request.signal), at);
      return new Response(streamOf(archive), { headers: archiveHeaders("account.zip") });
    },
    {
      query: t.Object({
        recordings: t.Optional(
          t.Union([t.Literal("true"), t.Literal("false")], {
            description: "true: include recordings. Default: false",
          }),
        ),
      }),
      detail: operation({
        summary: "Export the account",
        description:
          "A ZIP file with all data of the account: settings as their routes return them, without keys and secrets; flows " +
          "with all kept revisions; knowledge; calls as JSON Lines like GET /v1/sessions/{session_id}; " +
          "ledger; audit log; and manifest.json with size and hash of each file and a list of unreadable " +
          "data. One export at a time per account; others wait.",
        tag: "accounts",
        access: "login",
        limit: "auth",
        answer: archiveAnswer,
      }),
    },
  );
}
