// Blocks of Amazon Connect: each kind of action as a row with its meaning here.

import { type Fields, waysMax } from "../export-data.ts";
import { standIns, unknownKind } from "../mapping-notes.ts";
import type { Equation, Note, SourceEdge, SourceNode, SourceTool } from "../source-flow.ts";
import {
  approximate,
  type Block,
  edgesOf,
  errorOf,
  type KnownBlock,
  manual,
  outcome,
  type Row,
  type Step,
  waysOf,
} from "./block-kit.ts";
import { referenceIn, withNames } from "./references.ts";
import { bot, input, iteratively, message } from "./spoken-blocks.ts";

/** Blocks without a counterpart: hooks get an event. */
const told =
  (event: string, about: string, words: string): Row =>
  ({ action }) => ({
    work: {
      is: "manual",
      event,
      data:
        action
          .at("Parameters")
          .text(about)
          ?.replace(/^.*[/:]/, "") ??
        action.text("Type") ??
        "",
    },
    notes: [manual(`${words}: hooks receive ${event}`)],
  });

/** Blocks passed without a part in the conversation. */
const passed =
  (words: string): Row =>
  ({ action }) => {
    action.at("Parameters").rest();
    return { work: { is: "branch" }, notes: [approximate(words)] };
  };

const rows: ReadonlyMap<string, Row> = new Map<string, Row>([
  ["MessageParticipant", message],
  ["MessageParticipantIteratively", iteratively],
  ["GetParticipantInput", input],
  ["ConnectParticipantWithLexBot", bot],
  ["Compare", compare],
  ["UpdateContactAttributes", attributes],
  ["UpdateFlowAttributes", attributes],
  ["InvokeLambdaFunction", lambda],
  [
    "UpdateContactTargetQueue",
    ({ action }) => {
      action.at("Parameters").passOver("QueueId");
      return { work: { is: "branch" } };
    },
  ],
  ["TransferContactToQueue", toQueue],
  ["TransferContactToAgent", toQueue],
  ["TransferParticipantToThirdParty", toNumber],
  [
    "TransferToFlow",
    told("flow.wanted", "ContactFlowId", "the other flow is not called; import it, too, and write call"),
  ],
  [
    "InvokeFlowModule",
    told("flow.wanted", "FlowModuleId", "the module is not called; import it, too, and write call"),
  ],
  ["DisconnectParticipant", () => ({ work: { is: "end", words: undefined, prompt: undefined } })],
  ["EndFlowExecution", () => ({ work: { is: "end", words: undefined, prompt: undefined } })],
  ["EndFlowModuleExecution", () => ({ work: { is: "end", words: undefined, prompt: undefined } })],
  ["Wait", wait],
  ["Loop", loop],
  ["CheckHoursOfOperation", hours],
  ["CheckMetricData", told("queue.wanted", "MetricType", "there is no queue whose figures could decide")],
  ["DistributeByPercentage", distribute],
  ["CreateCallbackContact", told("callback.wanted", "QueueId", "no callback is made")],
  ["CreateTask", told("task.wanted", "Name", "no task is made")],
  ["CreateCase", told("case.wanted", "CaseTemplateId", "no case is made")],
  ["UpdateContactCallbackNumber", told("callback.wanted", "CallbackNumber", "no callback is made")],
  ["UpdateContactTextToSpeechVoice", passed("the voice is not changed: write voice under defaults")],
  ["UpdateContactRecordingBehavior", recording],
  ["UpdateContactRecordingAndAnalyticsBehavior", recording],
  ["UpdateContactMediaStreamingBehavior", passed("the audio of the call is not sent elsewhere")],
  ["UpdateContactEventHooks", passed("events of the call do not switch to other flows")],
  ["UpdateContactRoutingBehavior", passed("calls have no priority")],
  ["UpdateContactData", passed("the caller's data is not updated")],
  ["UpdateFlowLoggingBehavior", passed("every call has a record")],
]);

export function blockOf(
  block: Block,
  context: KnownBlock,
): { readonly node: SourceNode; readonly tool: SourceTool | undefined } {
  const { action, id } = block;
  const kind = action.text("Type") ?? "no type";
  const row = rows.get(kind);
  // Opened, so that each unread key is named.
  action.at("Parameters");
  const transitions = action.at("Transitions");
  const errors = transitions.list("Errors");
  // Read before its targets are searched, so that none is lost.
  for (const each of [...errors, ...transitions.list("Conditions")]) each.passOver("ErrorType", "NextAction");
  const {
    work,
    notes = [],
    edges,
    otherwise,
    tool,
  } = row?.(block, context) ?? {
    work: { is: "manual", event: unknownKind.event, data: kind },
    notes: [{ fidelity: unknownKind.fidelity, words: unknownKind.words }],
  };
  const next = transitions.text("NextAction");
  const on: readonly SourceEdge[] = next === undefined ? [] : [{ condition: { is: "always" }, to: next }];
  return {
    node: {
      id,
      name: undefined,
      kind,
      work,
      edges: edges ?? on,
      otherwise: otherwise ?? errorOf(action, "NoMatchingError", "NoMatchingCondition"),
      hangsUp: true,
      notes,
    },
    tool,
  };
}

function compare({ action }: Block): Step {
  const value = action.at("Parameters").text("ComparisonValue") ?? "";
  const name = referenceIn(value);
  return {
    work: { is: "branch" },
    edges: edgesOf(waysOf(action), name === undefined ? withNames(value) : `{{${name}}}`),
    otherwise: errorOf(action, "NoMatchingCondition", "NoMatchingError"),
  };
}

function attributes({ action }: Block): Step {
  const parameters = action.at("Parameters");
  parameters.passOver("TargetContact");
  const attributesKey = parameters.has("FlowAttributes") ? "FlowAttributes" : "Attributes";
  const values = [...parameters.pairs(attributesKey), ...nested(parameters.at(attributesKey))].slice(
    0,
    waysMax,
  );
  return values.length === 0
    ? { work: { is: "branch" } }
    : {
        work: {
          is: "set",
          values: values.map(([key, value]) => [`Attributes.${key}`, withNames(value)] as const),
        },
      };
}

/** Attributes of a flow have their value under a key. */
function nested(data: Fields): readonly (readonly [name: string, value: string])[] {
  return data.keys().flatMap((key) => {
    const value = data.at(key).written("Value");
    return value === undefined ? [] : [[key, value] as const];
  });
}

function toQueue({ action, id }: Block, { queues, actions }: KnownBlock): Step {
  const before = actions.find(
    (each) => each.at("Transitions").text("NextAction") === id && queues.has(each.text("Identifier") ?? ""),
  );
  const [only] = queues.size === 1 ? queues.values() : [];
  const receiverId = action.at("Parameters").text("QueueId") ?? action.at("Parameters").text("AgentId");
  const name = receiverId?.replace(/^.*\//, "") ?? queues.get(before?.text("Identifier") ?? "") ?? only;
  return {
    work: { is: "transfer", to: undefined, name, say: undefined },
    notes: [approximate("there is no queue: any free agent is called")],
    otherwise: errorOf(action, "QueueAtCapacity", "NoMatchingError"),
  };
}

function toNumber({ action }: Block): Step {
  const parameters = action.at("Parameters");
  parameters.passOver("ThirdPartyConnectionTimeLimitSeconds", "CallerId");
  const isKept = parameters.written("ContinueFlowExecution")?.toLowerCase() === "true";
  const notes: Note[] = [];
  if (parameters.text("ThirdPartyDTMFDigits") !== undefined)
    notes.push(manual("the keys after the number are not pressed"));
  const number = parameters.text("ThirdPartyPhoneNumber");
  return {
    work: {
      is: "transfer",
      to: number === undefined ? undefined : withNames(number),
      say: undefined,
      back: isKept ? action.at("Transitions").text("NextAction") : undefined,
    },
    notes,
    otherwise: errorOf(action, "CallFailed", "ConnectionTimeLimitExceeded", "NoMatchingError"),
  };
}

/** A function has no address outside its cloud: its input and output are written, without an address. */
function lambda({ action, id }: Block, { names }: KnownBlock): Step {
  const parameters = action.at("Parameters");
  parameters.passOver("ResponseValidation", "InvocationType");
  const seconds = Number(parameters.text("InvocationTimeLimitSeconds"));
  const arn = parameters.text("LambdaFunctionARN") ?? "";
  const prefix = "External.";
  const tool: SourceTool = {
    id,
    name: arn.split(":")[6] ?? id,
    description: undefined,
    method: "POST",
    url: "",
    headers: [],
    query: [],
    params: [],
    constants: parameters
      .pairs("LambdaInvocationAttributes")
      .map(([key, value]) => [key, withNames(value)] as const),
    atRoot: true,
    saves: [...names]
      .filter((name) => name.startsWith(prefix))
      .map((name) => [name, name.slice(prefix.length)] as const),
    timeoutMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined,
  };
  return { work: { is: "tool", tool: id, filler: undefined, waits: true }, tool };
}

/** Recording is on where at least one side is recorded. */
function recording({ action }: Block): Step {
  const parameters = action.at("Parameters");
  const voice = parameters.at("VoiceBehavior").at("VoiceRecordingBehavior");
  const isOn = [parameters.at("RecordingBehavior"), voice].some(
    (each) => each.texts("RecordedParticipants").length > 0,
  );
  voice.passOver("IVRRecordingBehavior");
  return { work: { is: "recording", isOn }, notes: [standIns.recording] };
}

function wait({ action }: Block): Step {
  const parameters = action.at("Parameters");
  const seconds = Number(parameters.text("TimeLimitSeconds"));
  parameters.passOver("Events");
  const to = outcome(action, "waitcompleted") ?? action.at("Transitions").text("NextAction");
  return {
    work: { is: "wait", ms: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 1_000 },
    edges: to === undefined ? [] : [{ condition: { is: "always" }, to }],
  };
}

function loop({ action, id }: Block): Step {
  const count = Number(action.at("Parameters").text("LoopCount"));
  const times = Number.isInteger(count) && count >= 0 ? Math.min(count, 100) : 1;
  const on = outcome(action, "continuelooping");
  return {
    work: { is: "loop", counter: `loop ${id}`, times },
    edges: on === undefined ? [] : [{ condition: { is: "always" }, to: on }],
    otherwise: outcome(action, "donelooping"),
  };
}

/** Context variable of closed hours. */
const openingHours = "opening hours";

function hours({ action }: Block): Step {
  action.at("Parameters").passOver("HoursOfOperationId");
  const open = outcome(action, "true") ?? action.at("Transitions").text("NextAction");
  const closed = outcome(action, "false");
  const isClosed: Equation = { left: `{{${openingHours}}}`, operator: "==", right: "closed" };
  return {
    work: { is: "branch" },
    notes: [
      manual(
        "its hours are not in the export, so it is open unless the context has opening_hours: closed; write hours and is_open",
      ),
    ],
    edges: [
      ...(closed === undefined
        ? []
        : [{ condition: { is: "equations" as const, all: true, equations: [isClosed] }, to: closed }]),
      ...(open === undefined ? [] : [{ condition: { is: "always" as const }, to: open }]),
    ],
  };
}

function distribute({ action }: Block): Step {
  const [first] = waysOf(action);
  return {
    work: { is: "branch" },
    notes: [manual("callers are not split: all take the first edge; write a choice with split")],
    edges: first === undefined ? [] : [{ condition: { is: "always" }, to: first.to }],
  };
}
