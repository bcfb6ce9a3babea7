// Exports in the shape of Amazon Connect's flow language, written for these tests.

import type { Export } from "./retell-parts.ts";

export const action = (
  Identifier: string,
  Type: string,
  Parameters: Export,
  Transitions: {
    readonly next?: string;
    readonly when?: readonly (readonly [operand: string, to: string, operator?: string])[];
    readonly errors?: readonly (readonly [type: string, to: string])[];
  } = {},
) => ({
  Identifier,
  Type,
  Parameters,
  Transitions: {
    ...(Transitions.next !== undefined && { NextAction: Transitions.next }),
    Conditions: (Transitions.when ?? []).map(([operand, to, Operator = "Equals"]) => ({
      NextAction: to,
      Condition: { Operator, Operands: [operand] },
    })),
    Errors: (Transitions.errors ?? []).map(([ErrorType, to]) => ({ NextAction: to, ErrorType })),
  },
});
export const connectFlow = (Actions: readonly unknown[], more: Export = {}): Export => ({
  Version: "2019-10-30",
  StartAction: (Actions[0] as { Identifier?: string } | undefined)?.Identifier,
  Metadata: { entryPointPosition: { x: 1, y: 2 }, ActionMetadata: {} },
  Actions,
  ...more,
});
const end = action("end", "DisconnectParticipant", {});
const failed = [["NoMatchingError", "end"]] as const;

const line = connectFlow(
  [
    action(
      "hello",
      "MessageParticipant",
      { SSML: "<speak>Hello $.Attributes.name. <break/></speak>" },
      { next: "set" },
    ),
    action(
      "set",
      "UpdateContactAttributes",
      { Attributes: { tier: "gold" }, TargetContact: "Current" },
      { next: "menu" },
    ),
    action(
      "menu",
      "GetParticipantInput",
      { Text: "Press 1 for sales or press 2 for an agent.", StoreInput: "False", InputTimeLimitSeconds: "5" },
      {
        when: [
          ["1", "tier"],
          ["2", "hours"],
        ],
        errors: [["InputTimeLimitExceeded", "again"], ["NoMatchingCondition", "again"], ...failed],
      },
    ),
    action(
      "again",
      "Loop",
      { LoopCount: "1" },
      {
        when: [
          ["ContinueLooping", "menu"],
          ["DoneLooping", "bye"],
        ],
      },
    ),
    action(
      "tier",
      "Compare",
      { ComparisonValue: "$.Attributes.tier" },
      { when: [["gold", "look"]], errors: [["NoMatchingCondition", "bye"]] },
    ),
    action(
      "look",
      "InvokeLambdaFunction",
      {
        LambdaFunctionARN: "arn:aws:lambda:us-east-1:1:function:get-offer",
        InvocationTimeLimitSeconds: "3",
        LambdaInvocationAttributes: { phone: "$.CustomerEndpoint.Address" },
      },
      { next: "offer", errors: failed },
    ),
    action("offer", "MessageParticipant", { Text: "We have $.External.offer for you." }, { next: "pin" }),
    action(
      "pin",
      "GetParticipantInput",
      { Text: "Enter your code.", StoreInput: "True" },
      { next: "read", errors: failed },
    ),
    action("read", "MessageParticipant", { Text: "It is $.StoredCustomerInput." }, { next: "third" }),
    action(
      "third",
      "TransferParticipantToThirdParty",
      { ThirdPartyPhoneNumber: "+14155550100", ContinueFlowExecution: "True" },
      { next: "end", errors: [["CallFailed", "bye"]] },
    ),
    action(
      "hours",
      "CheckHoursOfOperation",
      { HoursOfOperationId: "arn:h" },
      {
        when: [
          ["True", "queue"],
          ["False", "closed"],
        ],
        errors: failed,
      },
    ),
    action(
      "queue",
      "UpdateContactTargetQueue",
      { QueueId: "arn:aws:connect:queue/9" },
      { next: "to", errors: failed },
    ),
    action("to", "TransferContactToQueue", {}, { errors: [["QueueAtCapacity", "closed"], ...failed] }),
    action("closed", "MessageParticipant", { Text: "We are closed." }, { next: "end" }),
    action("bye", "MessageParticipant", { Text: "Goodbye." }, { next: "end" }),
    end,
  ],
  {
    Metadata: {
      name: "Main line",
      ActionMetadata: {
        queue: { position: { x: 1 }, parameters: { QueueId: { displayName: "Sales desk" } } },
      },
    },
  },
);

const kinds = [
  "UpdateFlowLoggingBehavior",
  "UpdateContactRecordingBehavior",
  "UpdateContactTextToSpeechVoice",
  "UpdateContactEventHooks",
  "CheckMetricData",
  "DistributeByPercentage",
  "TransferToFlow",
  "InvokeFlowModule",
  "CreateCallbackContact",
  "CreateTask",
  "UpdateContactCallbackNumber",
  "MessageParticipantIteratively",
  "ConnectParticipantWithLexBot",
  "ConnectParticipantWithOracle",
  "UpdateFlowAttributes",
  "Wait",
];
const everyBlock = connectFlow([
  ...kinds.map((kind, i) =>
    action(
      `a${i}`,
      kind,
      {
        Text: "Hi.",
        TimeLimitSeconds: "2",
        Messages: [{ Text: "One." }, { PromptId: "p" }],
        FlowAttributes: { seen: { Value: "yes" } },
        Shine: 3,
      },
      {
        next: i === kinds.length - 1 ? "end" : `a${i + 1}`,
        when: [["Refund", "end"]],
        errors: failed,
      },
    ),
  ),
  end,
]);

export const connectExports = {
  line,
  everyBlock,
  described: { ContactFlow: { Name: "As described", Id: "1", Content: JSON.stringify(line) } },
  odd: {
    StartAction: 5,
    Actions: [
      { Identifier: null, Type: 7, Parameters: "x", Transitions: [] },
      {
        Identifier: "a",
        Type: "Loop",
        Parameters: { LoopCount: "many" },
        Transitions: { NextAction: "gone" },
      },
      { Identifier: "a", Type: "Compare", Parameters: { ComparisonValue: "$." } },
      action(
        "b",
        "GetParticipantInput",
        { Text: "<a<b>" },
        {
          when: [
            ["", "b"],
            ["1", "b", "Odd"],
          ],
        },
      ),
      action("c", "Wait", { TimeLimitSeconds: "-4" }, { when: [["WaitCompleted", "c"]] }),
    ],
  },
} satisfies Readonly<Record<string, Export>>;
