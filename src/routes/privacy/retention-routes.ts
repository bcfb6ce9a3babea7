// Retention routes: the days for which an account keeps each class of data, and the values that are redacted before
// they are stored.

import { Elysia } from "elysia";
import { Type } from "typebox";
import type { RetentionRules } from "../../../db/port/retention-store.ts";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { daysFor, type RetentionDays, setRetention } from "../../cloud/account-retention.ts";
import type { NotePrivacy } from "../../retention/privacy-fact.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { requestBody, standard } from "../http/route-schema.ts";

export interface RetentionRouteOptions {
  readonly store: Pick<Store, "retention">;
  readonly clock: Clock;
  readonly gate: Gate;
  /** The longest that the deployment keeps each class. */
  readonly days: RetentionDays;
  /** Something is to be kept for a shorter time from now on. */
  readonly changed: () => void;
  readonly noted: NotePrivacy;
}

const daysMax = 3_650;
const days = (about: string) =>
  Type.Union([Type.Integer({ minimum: 0, maximum: daysMax }), Type.Null()], {
    description: `Number of days to keep ${about}; null: the server's value, 0: do not keep`,
  });
const kind = Type.Union([
  Type.Literal("card"),
  Type.Literal("iban"),
  Type.Literal("email"),
  Type.Literal("phone"),
]);
const fields = {
  audio_days: days("recordings"),
  words_days: days("transcripts"),
  values_days: days("contexts and metadata"),
  numbers_days: days("times, outcomes and measurements, and the rest of a session,"),
  redact: Type.Array(kind, {
    maxItems: 4,
    uniqueItems: true,
    description:
      "Kinds of data to redact in transcripts, hooks and recording events, also when spoken: replaced " +
      "by [card], [iban], [e-mail] and [phone]. A recording is silent during a turn or sentence that contains them. A flow may request " +
      "more kinds with `redact`, and fewer days with `retention`",
  }),
};
const rulesExample = {
  audio_days: null,
  words_days: 30,
  values_days: 7,
  numbers_days: null,
  redact: ["card" as const],
};
const effective = { audio_days: 30, words_days: 30, values_days: 7, numbers_days: 400 };
const whole = Type.Integer({ minimum: 0 });
const shown = Type.Object(
  {
    ...fields,
    effective: Type.Object(
      { audio_days: whole, words_days: whole, values_days: whole, numbers_days: whole },
      { description: "Effective values: the shorter of the account's and the server's" },
    ),
  },
  { examples: [{ ...rulesExample, effective }] },
);
const given = requestBody(
  {
    audio_days: Type.Optional(fields.audio_days),
    words_days: Type.Optional(fields.words_days),
    values_days: Type.Optional(fields.values_days),
    numbers_days: Type.Optional(fields.numbers_days),
    redact: Type.Optional(fields.redact),
  },
  { examples: [rulesExample] },
);

const nothingSaid: RetentionRules = {
  audioDays: null,
  wordsDays: null,
  valuesDays: null,
  numbersDays: null,
  redact: [],
};

export function retentionRoutes(options: RetentionRouteOptions) {
  const { store, clock, gate, days: deployment, changed, noted } = options;
  return new Elysia({ name: "retention" })
    .get(
      "/v1/retention",
      async ({ request }) => shownOf(await store.retention.rules(gate.accountOf(request)), deployment),
      {
        response: { 200: standard(shown) },
        detail: operation({
          summary: "Read retention",
          description: "Retention of session data. Credits and payments are never deleted.",
          tag: "sessions",
          access: "account",
        }),
      },
    )
    .put(
      "/v1/retention",
      async ({ request, body }) => {
        const accountId = gate.accountOf(request);
        const rules: RetentionRules = {
          audioDays: body.audio_days ?? null,
          wordsDays: body.words_days ?? null,
          valuesDays: body.values_days ?? null,
          numbersDays: body.numbers_days ?? null,
          redact: body.redact ?? [],
        };
        await setRetention(store, deployment, { accountId, rules, at: clock.wall() });
        changed();
        await noted(request, { type: "retention.changed", accountId });
        return shownOf(rules, deployment);
      },
      {
        body: standard(given),
        response: { 200: standard(shown) },
        detail: operation({
          summary: "Set retention",
          description:
            "Replaces all fields; absent fields become null, and an absent `redact` switches redaction off. Periods cannot exceed the " +
            "server's. Older data is deleted within minutes. Running sessions keep the old values.",
          tag: "sessions",
          access: "account",
        }),
      },
    );
}

function shownOf(rules: RetentionRules = nothingSaid, deployment: RetentionDays) {
  const { audio, words, values, numbers } = daysFor(deployment, rules);
  return {
    audio_days: rules.audioDays,
    words_days: rules.wordsDays,
    values_days: rules.valuesDays,
    numbers_days: rules.numbersDays,
    redact: [...rules.redact],
    effective: { audio_days: audio, words_days: words, values_days: values, numbers_days: numbers },
  };
}
