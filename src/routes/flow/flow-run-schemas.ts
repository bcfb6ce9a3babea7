// Schemas of flow runs: tests and previews in requests and answers.

import { Type } from "typebox";
import { triedCharsMax, triedTurnsMax } from "../../flow/author/testing/tried-limits.ts";
import { requestBody } from "../http/route-schema.ts";
import { standing, standingExample } from "./contract-schemas.ts";
import { diagnostic, source, yaml } from "./flow-schemas.ts";

const names = Type.Array(Type.String());
const share = {
  total: Type.Integer({ minimum: 0 }),
  tested: Type.Integer({ minimum: 0 }),
};
const shareOfNames = Type.Object({ ...share, untested: names });

const transcript = Type.Array(
  Type.Object({
    from: Type.Enum(["agent", "caller", "outside"]),
    text: Type.String(),
  }),
);

const testResult = Type.Object({
  name: Type.String(),
  passed: Type.Boolean(),
  failure: Type.Union([
    Type.Null(),
    Type.Object({
      message: Type.String(),
      expected: Type.Optional(Type.String()),
      got: Type.Optional(Type.String()),
      step: Type.Optional(Type.Integer({ minimum: 0, description: "Index in the script, from 0" })),
      pointer: Type.String({ description: "JSON pointer to the step" }),
      line: Type.Integer({ minimum: 1 }),
      column: Type.Integer({ minimum: 1 }),
    }),
  ]),
  unjudged: Type.Array(Type.String(), {
    description: "Claims of never_says that the rules could not judge. They did not fail the test",
  }),
  transcript,
  nodes: Type.Array(Type.String(), {
    description: "Entered nodes, in order. Nodes of a called flow as flow/node",
  }),
  outcome: Type.Union([Type.String(), Type.Null()], { description: "null: the call did not end" }),
});

const branch = Type.Object({
  from: Type.String(),
  to: Type.String(),
  port: Type.String({ description: "Id as in the flow's graph" }),
  label: Type.String(),
  pointer: Type.String(),
  line: Type.Integer({ minimum: 1 }),
});

const report = {
  passed: Type.Boolean({ description: "true: all tests passed, or there are no tests" }),
  tests: Type.Array(testResult),
  coverage: Type.Object({
    nodes: shareOfNames,
    branches: Type.Object(
      { ...share, untested: Type.Array(branch) },
      { description: "Edges written at nodes" },
    ),
    inherited_give_up: Type.Object(shareOfNames.properties, {
      description: "Questions that use give_up of defaults",
    }),
    handlers: shareOfNames,
  }),
  diagnostics: Type.Array(diagnostic),
};
const reportExample = {
  passed: true,
  tests: [
    {
      name: "says hello",
      passed: true,
      failure: null,
      unjudged: [],
      transcript: [
        { from: "agent", text: "Hello. Goodbye." },
        { from: "outside", text: "the call is over: done" },
      ],
      nodes: ["hello"],
      outcome: "done",
    },
  ],
  coverage: {
    nodes: { total: 1, tested: 1, untested: [] },
    branches: { total: 0, tested: 0, untested: [] },
    inherited_give_up: { total: 0, tested: 0, untested: [] },
    handlers: { total: 0, tested: 0, untested: [] },
  },
  diagnostics: [],
};

export const testReport = Type.Object(
  { revision: Type.Integer({ minimum: 1 }), ...report },
  { examples: [{ revision: 1, ...reportExample }] },
);
export const textReport = Type.Object(report, { examples: [reportExample] });

export const preview = Type.Object(
  {
    program_id: Type.String({ description: "For /ws and /offer" }),
    expires_at: Type.Number({ description: "Epoch seconds" }),
  },
  { examples: [{ program_id: "preview_01JD5V2Q0X4T8N6M3R7W9Y1Z5K", expires_at: 1_795_169_700.25 }] },
);

const callersMax = 100;
export const callersUsual = 20;
export const simulatedText = requestBody(
  {
    yaml_content: source,
    callers: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: callersMax,
        description: `Default ${callersUsual}. Fewer callers are simulated if the time limit is reached`,
      }),
    ),
    seed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2 ** 31,
        description: "Seed of the first caller; each further caller uses the next number. Default 1",
      }),
    ),
  },
  { examples: [{ yaml_content: yaml, callers: 20, seed: 1 }] },
);
const counts = Type.Array(Type.Object({ name: Type.String(), count: Type.Integer({ minimum: 1 }) }));
export const simulatedAnswer = Type.Object(
  {
    callers: Type.Integer({ minimum: 1, description: "Number of simulated callers" }),
    seed: Type.Integer(),
    passed: Type.Boolean({
      description: "true: no call violated an invariant, and the calls kept the flow's contract",
    }),
    contract: Type.Array(standing, { description: "Terms of the flow's contract over these calls" }),
    outcomes: counts,
    asked_again: Type.Array(counts.items, {
      description: "Nodes that repeated their question, and how often",
    }),
    text: Type.String({ description: "Report as text: edges, times, and nodes that no caller reached" }),
  },
  {
    examples: [
      {
        callers: 20,
        seed: 1,
        passed: true,
        contract: [standingExample],
        outcomes: [{ name: "booked", count: 18 }],
        asked_again: [{ name: "ask_day", count: 4 }],
        text: "  20 callers, seed 1: patient 12, hasty 8",
      },
    ],
  },
);

const says = ["Hello."];
export const triedText = requestBody(
  {
    yaml_content: source,
    says: Type.Array(Type.String({ minLength: 1, maxLength: triedCharsMax }), {
      maxItems: triedTurnsMax,
      description: "Caller's input, turn by turn: words, keys such as /12#, /silence, or /bye to hang up",
    }),
  },
  { examples: [{ yaml_content: yaml, says }] },
);
export const triedAnswer = Type.Object(
  {
    transcript,
    nodes: Type.Array(Type.String(), { description: "Entered nodes, in order" }),
    outcome: Type.Union([Type.String(), Type.Null()], { description: "null: the call has not ended" }),
    stopped: Type.Union([Type.String(), Type.Null()], { description: "Reason of the stop" }),
  },
  {
    examples: [
      {
        transcript: [
          { from: "agent", text: "Hello. Goodbye." },
          { from: "outside", text: "the call is over: done" },
        ],
        nodes: ["hello"],
        outcome: "done",
        stopped: "the call was over before this: done",
      },
    ],
  },
);
