// Routes of providers: which ones an account uses, and whether with a key of its own. Keys go in and never come out.

import { Elysia } from "elysia";
import { type Static, Type } from "typebox";
import type { Db } from "../../../db/open-database.ts";
import type { Clock } from "../../base/clock.ts";
import { Secret } from "../../base/secret.ts";
import {
  changeProviders,
  isMask,
  maskOf,
  type ProviderChange,
  type ProviderChoices,
  type ProviderParts,
  readProviders,
} from "../../cloud/account-providers.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";
import { checkText } from "../http/well-formed-text.ts";

export interface ProviderRouteOptions extends ProviderParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly gate: Gate;
}

const shownName = Type.String({ description: "A name of the provider catalog" });
const shownKey = Type.Union([Type.String(), Type.Null()], {
  description: "Masked; null means the service's own key is used and its cost is deducted from credits",
});

const settings = Type.Object(
  {
    stt_provider: shownName,
    stt_api_key: shownKey,
    tts_provider: shownName,
    tts_api_key: shownKey,
    llm_provider: shownName,
    llm_api_key: shownKey,
  },
  {
    examples: [
      {
        stt_provider: "builtin",
        stt_api_key: null,
        tts_provider: "builtin",
        tts_api_key: null,
        llm_provider: "openai-compatible",
        llm_api_key: "••••cdef",
      },
    ],
  },
);

const name = Type.Optional(Type.String({ maxLength: 64 }));
const key = Type.Optional(
  Type.Union([Type.String({ minLength: 1, maxLength: 1_024 }), Type.Null()], {
    description: "null deletes it; a masked key leaves the stored one as it is",
  }),
);
const change = requestBody(
  {
    stt_provider: name,
    stt_api_key: key,
    tts_provider: name,
    tts_api_key: key,
    llm_provider: name,
    llm_api_key: key,
  },
  { examples: [{ llm_provider: "openai-compatible", llm_api_key: "sk-0123456789abcdef" }] },
);

export function providerRoutes({ db, clock, gate, vault, defaults }: ProviderRouteOptions) {
  const parts = { vault, defaults };
  return new Elysia({ name: "providers" })
    .get("/v1/providers", ({ request }) => shown(readProviders(db, gate.accountOf(request), parts)), {
      response: { 200: standard(settings) },
      detail: operation({
        summary: "Read provider settings",
        description: "Names and masked keys. A new account shows what the deployment uses.",
        tag: "providers",
        access: "account",
      }),
    })
    .patch(
      "/v1/providers",
      ({ request, body }) => {
        const accountId = gate.accountOf(request);
        return shown(changeProviders(db, { accountId, change: changeIn(body), at: clock.wall() }, parts));
      },
      {
        body: standard(change),
        response: { 200: standard(settings) },
        detail: operation({
          summary: "Change provider settings",
          description:
            "Any subset of the fields. A key belongs to the provider that is named with it, or is set.",
          tag: "providers",
          access: "login",
          problems: ["provider/unknown"],
        }),
      },
    );
}

function shown({ stt, tts, llm }: ProviderChoices) {
  return {
    stt_provider: stt.name,
    stt_api_key: maskOf(stt.key),
    tts_provider: tts.name,
    tts_api_key: maskOf(tts.key),
    llm_provider: llm.name,
    llm_api_key: maskOf(llm.key),
  };
}

function changeIn(body: Static<typeof change>): ProviderChange {
  return {
    stt: { name: body.stt_provider, key: keyIn(body.stt_api_key, "/stt_api_key") },
    tts: { name: body.tts_provider, key: keyIn(body.tts_api_key, "/tts_api_key") },
    llm: { name: body.llm_provider, key: keyIn(body.llm_api_key, "/llm_api_key") },
  };
}

function keyIn(given: string | null | undefined, pointer: string): Secret | null | undefined {
  if (given === undefined || given === null) return given;
  checkText(given, pointer);
  return isMask(given) ? undefined : new Secret(given);
}
