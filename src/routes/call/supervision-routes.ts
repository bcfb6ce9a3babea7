// Routes of supervision: interventions of an account in its running session.

import { Elysia } from "elysia";
import { Type } from "typebox";
import { mustBe } from "../../base/words/schema-sentence.ts";
import type { SupervisedSession, Supervision } from "../../session/supervision/supervision.ts";
import { streamOf } from "../http/answer-stream.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { openPassToHome, type SessionHomeOptions } from "./session-home.ts";
import { sessionParams } from "./session-schemas.ts";

export interface SupervisionRouteOptions extends SessionHomeOptions {
  readonly gate: Pick<Gate, "accountOf" | "authorOf" | "isStillIn">;
  readonly supervision: Pick<Supervision, keyof Supervision>;
}

/** Limit in UTF-16 units, spoken in a breath or two. */
const sayCharsMax = 1_000;

const words = Type.String({ minLength: 1, maxLength: sayCharsMax, pattern: "\\S", [mustBe]: "words to say" });

const saying = requestBody(
  {
    text: words,
    interrupt: Type.Optional(Type.Boolean({ description: "True interrupts the agent. Default false" })),
  },
  { examples: [{ text: "I have found your order.", interrupt: false }] },
);

const transferring = requestBody(
  {
    to: Type.String({
      maxLength: 256,
      pattern: "^(tel|sips?):[\\x21-\\x7e]+$",
      [mustBe]: "an address such as tel:+4930123456 or sip:desk@example.com",
      description: "Target of the transfer, as in a flow",
    }),
    say: Type.Optional(words),
    whisper: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: sayCharsMax,
        description: "Message for the person who answers",
      }),
    ),
  },
  { examples: [{ to: "tel:+4930123456", say: "One moment, I will transfer you." }] },
);

const ending = requestBody(
  { say: Type.Optional(words) },
  { examples: [{ say: "We have to end this call now. Goodbye." }] },
);

const missing = ["session/not-found", "session/over", "cluster/unreachable"] as const;
const access = "account";
const tag = "sessions";

/** All routes of supervision. */
export function supervisionRoutes(options: SupervisionRouteOptions) {
  const { gate, supervision } = options;
  const passToHome = openPassToHome(options);
  /** Action and its author, once the request is at the session's node. */
  const asked: Asked = async (request, sessionId, body) => {
    await passToHome(request, sessionId, body);
    return { accountId: gate.accountOf(request), sessionId, by: gate.authorOf(request) };
  };
  return new Elysia({ name: "supervision" })
    .use(listenRoute(options, asked))
    .use(helpRoutes(supervision, asked))
    .use(endRoute(supervision, asked));
}

type Asked = (request: Request, sessionId: string, body?: unknown) => Promise<SupervisedSession>;
type Does = SupervisionRouteOptions["supervision"];

function listenRoute(
  { gate, supervision }: Pick<SupervisionRouteOptions, "gate" | "supervision">,
  asked: Asked,
) {
  return new Elysia({ name: "listen" }).get(
    "/v1/sessions/:session_id/listen",
    async ({ request, params }) => {
      const of = await asked(request, params.session_id);
      const heard = await supervision.listen(of, () => gate.isStillIn(request));
      return new Response(streamOf(heard), {
        // Keeps proxies from collecting it.
        headers: { "content-type": "audio/wav", "x-accel-buffering": "no" },
      });
    },
    {
      params: sessionParams,
      detail: operation({
        summary: "Listen in on a session",
        description:
          "Streams both sides in one response, until the call ends or the requesting login or key is revoked: " +
          "WAV, 16 kHz, caller on the left, agent on the right. Sensitive parts are silent. Listening is logged in the session and in the audit log.",
        tag,
        access,
        problems: [...missing, "session/not-connected", "session/not-audible"],
        answer: {
          says: "The audio",
          types: ["audio/wav"],
          headers: { "X-Accel-Buffering": "no: proxies must not buffer the response" },
        },
      }),
    },
  );
}

function helpRoutes(supervision: Does, asked: Asked) {
  return new Elysia({ name: "help" })
    .post(
      "/v1/sessions/:session_id/say",
      async ({ request, params, body, set }) => {
        const of = await asked(request, params.session_id, body);
        await supervision.say(of, body.text, body.interrupt ?? false);
        set.status = 202;
      },
      {
        params: sessionParams,
        body: standard(saying),
        detail: operation({
          summary: "Have the agent say something",
          description: "Speaks exactly this text, after the agent's current sentence.",
          tag,
          access,
          problems: [...missing, "session/not-connected"],
          answer: { status: 202, says: "Passed to the call" },
        }),
      },
    )
    .post(
      "/v1/sessions/:session_id/transfer",
      async ({ request, params, body, set }) => {
        const of = await asked(request, params.session_id, body);
        await supervision.transfer(of, body);
        set.status = 202;
      },
      {
        params: sessionParams,
        body: standard(transferring),
        detail: operation({
          summary: "Transfer the caller of a session",
          description:
            "Sends a transfer to the session's client, as a flow does, and ends the session when the transfer is answered. If the " +
            "client cannot transfer, or the target does not answer within 10 seconds, the caller stays with the agent.",
          tag,
          access,
          problems: [...missing, "session/not-connected"],
          answer: { status: 202, says: "Passed to the call" },
        }),
      },
    );
}

function endRoute(supervision: Does, asked: Asked) {
  return new Elysia({ name: "end" }).post(
    "/v1/sessions/:session_id/end",
    async ({ request, params, body, set }) => {
      await supervision.end(await asked(request, params.session_id, body), body.say);
      set.status = 202;
    },
    {
      params: sessionParams,
      body: standard(ending),
      detail: operation({
        summary: "End a session",
        description: "Ends a running or waiting session: after the goodbye, if given, otherwise at once.",
        tag,
        access,
        problems: missing,
        answer: { status: 202, says: "Ended, or ending after the goodbye" },
      }),
    },
  );
}
