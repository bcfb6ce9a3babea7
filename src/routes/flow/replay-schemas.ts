// Schemas of replays: recorded calls on another version of their flow, in requests and answers.

import { t } from "elysia";
import { Type } from "typebox";
import { mustBe } from "../../base/words/schema-sentence.ts";
import {
  replayedAtOnceMax,
  replayEnds,
  replayHindrances,
  replayResults,
} from "../../session/replay/call-replay.ts";
import { cursorPattern, cursorWords, moment, momentWords } from "../calls/call-schemas.ts";
import { orNull, requestBody } from "../http/route-schema.ts";
import { source, yaml } from "./flow-schemas.ts";

const version = {
  yaml_content: Type.Optional(source),
  revision: Type.Optional(
    Type.Integer({ minimum: 1, description: "A stored one where no text is given; without both the newest" }),
  ),
};
const momentOf = (description: string) =>
  Type.Optional(Type.String({ pattern: moment, [mustBe]: momentWords, description }));

export const callsPerReplayUsual = 100;
export const replayedCalls = requestBody(
  {
    ...version,
    from: momentOf("Calls created at this time or later: RFC 3339, or a day in UTC"),
    to: momentOf("Calls created before this time"),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: replayedAtOnceMax,
        description: `Default ${callsPerReplayUsual}. Fewer calls are replayed if the time limit is reached`,
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        pattern: cursorPattern,
        [mustBe]: cursorWords,
        description: "next_cursor of the previous page",
      }),
    ),
  },
  { examples: [{ revision: 4, from: "2026-11-13" }] },
);
export const replayedCall = requestBody(version, { examples: [{ yaml_content: yaml }] });

export const replayedParams = t.Object({ flow_id: t.String(), call_id: t.String({ maxLength: 64 }) });

const sideFields = {
  outcome: orNull(Type.String(), "null: the flow did not come to one"),
  end: Type.Enum([...replayEnds], {
    description:
      "lost: the caller has nothing to say where the flow asks; masked, recording, transfer, tool, model, knowledge: the " +
      "record does not have that; computing: it takes too much of it",
  }),
  told: Type.String({ description: "The end as a sentence" }),
  turns: Type.Integer({ minimum: 0, description: "Acts of the caller" }),
  tools: Type.Array(Type.String(), { description: "Called tools, in order" }),
};
const talk = Type.Array(
  Type.Object({ caller: orNull(Type.String(), "null: the agent speaks first"), agent: Type.String() }),
);
const sideExample = {
  outcome: "booked",
  end: "ended" as const,
  told: "The flow ends: booked.",
  turns: 3,
  tools: ["book_table"],
};

const callFields = {
  call_id: Type.String(),
  created_at: Type.String({ description: "RFC 3339, in UTC" }),
  revision: orNull(Type.Integer(), "The call's own"),
  result: Type.Enum([...replayResults, "not_replayed"], {
    description:
      "lost: the caller has nothing to say in the new version; changed: another end, outcome, value, tool or number of " +
      "turns; reworded: other words alone; differs_already: its own revision tells something else than the record",
  }),
  why: orNull(Type.Enum([...replayHindrances]), "Why it is not replayed; null of the others"),
  values: Type.Array(Type.Object({ name: Type.String(), before: Type.Unknown(), after: Type.Unknown() }), {
    description: "Those that differ; sensitive ones are masked",
  }),
  first_difference: orNull(Type.Integer(), "Index of the first turn that differs"),
  from_record: orNull(
    Type.Object({ turn: Type.Integer(), recorded: Type.String(), replayed: Type.String() }),
    "The first difference between the record and the call's own revision",
  ),
  unsaid: Type.Array(Type.String(), {
    description: "Lines of the caller that the new version does not ask for",
  }),
  other_arguments: Type.Array(Type.String(), { description: "Tools that got the answer to other arguments" }),
  stand_ins: Type.Integer({
    minimum: 0,
    description: "How often made-up words that fit stood for masked ones, in both versions",
  }),
  misses_model: Type.Boolean({ description: "A model was asked at a question: it is not asked here" }),
};
const callExample = {
  call_id: "ses_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
  created_at: "2026-11-20T10:00:00.250Z",
  revision: 3,
  result: "changed" as const,
  why: null,
  before: sideExample,
  after: { ...sideExample, outcome: "full", told: "The flow ends: full." },
  values: [{ name: "guests", before: 4, after: null }],
  first_difference: 2,
  from_record: null,
  unsaid: ["Four people"],
  other_arguments: [],
  stand_ins: 0,
  misses_model: false,
};

const side = orNull(Type.Object(sideFields), "null: it is not replayed");
export const replayAnswer = Type.Object(
  {
    calls: Type.Array(Type.Object({ ...callFields, before: side, after: side }), {
      description: "Newest first",
    }),
    next_cursor: orNull(Type.String(), "Cursor of the next page; null on the last page"),
  },
  { examples: [{ calls: [callExample], next_cursor: null }] },
);

const talkingSide = orNull(Type.Object({ ...sideFields, talk }), "null: it is not replayed");
const talkExample = [{ caller: null, agent: "Hello. For how many people?" }];
export const replayedCallAnswer = Type.Object(
  { ...callFields, before: talkingSide, after: talkingSide },
  {
    examples: [
      {
        ...callExample,
        before: { ...callExample.before, talk: talkExample },
        after: { ...callExample.after, talk: talkExample },
      },
    ],
  },
);
