// Blocks of Amazon Connect: each kind of action as a row that says what it does here.

import { type Fields, waysMax } from "../export-data.ts";
import { standIns, unknownKind } from "../mapping-notes.ts";
import { keyedLabels } from "../menus/keyed-labels.ts";
import type {
  Equation,
  Note,
  SourceEdge,
  SourceNode,
  SourceTool,
  SourceVariable,
  SourceWork,
} from "../source-flow.ts";
import { referenceIn, withNames, withoutTags } from "./references.ts";

export interface Block {
  readonly action: Fields;
  readonly id: string;
}

interface Known {
  /** Block that sets a queue → the queue's name. */
  readonly queues: ReadonlyMap<string, string>;
  readonly actions: readonly Fields[];
  /** All names that stand in texts anywhere. */
  readonly names: ReadonlySet<string>;
}

interface Step {
  readonly work: SourceWork;
  readonly notes?: readonly Note[];
  /** Its ways on, where these are not its conditions and the next action. */
  readonly edges?: readonly SourceEdge[];
  /** Where it goes where no way holds, or it fails. */
  readonly otherwise?: string | undefined;
  readonly tool?: SourceTool;
}

type Row = (block: Block, known: Known) => Step;

const manual = (words: string): Note => ({ fidelity: "manual", words });
const approximate = (words: string): Note => ({ fidelity: "approximate", words });

/** What nothing of ours does: hooks are told. */
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
    notes: [manual(`${words}: hooks are told by ${event}`)],
  });

/** What has no part in a conversation, but lies on its way. */
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
  ["CreateCallbackContact", told("callback.wanted", "QueueId", "nobody is called back")],
  ["CreateTask", told("task.wanted", "Name", "no task is made")],
  ["CreateCase", told("case.wanted", "CaseTemplateId", "no case is made")],
  ["UpdateContactCallbackNumber", told("callback.wanted", "CallbackNumber", "nobody is called back")],
  ["UpdateContactTextToSpeechVoice", passed("the voice is not changed: write voice under defaults")],
  ["UpdateContactRecordingBehavior", recording],
  ["UpdateContactRecordingAndAnalyticsBehavior", recording],
  ["UpdateContactMediaStreamingBehavior", passed("the audio of the call is not sent elsewhere")],
  ["UpdateContactEventHooks", passed("other flows do not take over at events of the call")],
  ["UpdateContactRoutingBehavior", passed("nobody is called sooner or later than others")],
  ["UpdateContactData", passed("who calls is not described anew")],
  ["UpdateFlowLoggingBehavior", passed("each call has a record")],
]);

export function blockOf(
  block: Block,
  known: Known,
): { readonly node: SourceNode; readonly tool: SourceTool | undefined } {
  const { action, id } = block;
  const kind = action.text("Type") ?? "no type";
  const row = rows.get(kind);
  // Opened, so that what nobody reads of them is named one by one.
  action.at("Parameters");
  const transitions = action.at("Transitions");
  const errors = transitions.list("Errors");
  // Read before what they lead to is looked for, so that none is lost.
  for (const each of [...errors, ...transitions.list("Conditions")]) each.passOver("ErrorType", "NextAction");
  const {
    work,
    notes = [],
    edges,
    otherwise,
    tool,
  } = row?.(block, known) ?? {
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

/** Where an action leads that fails in one of these ways, or in any. */
function errorOf(action: Fields, ...types: readonly string[]): string | undefined {
  const errors = action.at("Transitions").list("Errors");
  const found = types.map((type) => errors.find((each) => each.text("ErrorType") === type));
  return (found.find((each) => each !== undefined) ?? errors[0])?.text("NextAction");
}

interface Way {
  readonly operator: string;
  readonly operands: readonly string[];
  readonly to: string | undefined;
}

function waysOf(action: Fields): readonly Way[] {
  return action
    .at("Transitions")
    .list("Conditions")
    .slice(0, waysMax)
    .map((each) => ({
      operator: each.at("Condition").text("Operator") ?? "",
      operands: each.at("Condition").texts("Operands"),
      to: each.text("NextAction"),
    }));
}

/** Where an action leads by one of its named outcomes. */
function outcome(action: Fields, name: string): string | undefined {
  return waysOf(action).find(({ operands }) => operands[0]?.toLowerCase() === name)?.to;
}

interface Words {
  readonly text: string | undefined;
  readonly notes: readonly Note[];
}

function wordsOf(parameters: Fields): Words {
  const text = parameters.text("Text") ?? parameters.text("SSML");
  const plain = text === undefined ? undefined : withoutTags(withNames(text));
  const notes: Note[] = [];
  if (text !== undefined && plain !== withNames(text).replaceAll(/\s+/g, " ").trim())
    notes.push(approximate("its tags of SSML are left out"));
  if (parameters.text("PromptId") !== undefined || parameters.has("Media")) {
    parameters.at("Media").rest();
    notes.push(manual("the recorded prompt is not played: write what it says"));
  }
  return { text: plain === "" ? undefined : plain, notes };
}

function message({ action }: Block): Step {
  const parameters = action.at("Parameters");
  parameters.passOver("SkipWhenDTMFBufferPresent");
  const { text, notes } = wordsOf(parameters);
  return { work: text === undefined ? { is: "branch" } : { is: "words", text, waits: false }, notes };
}

function iteratively({ action }: Block): Step {
  const [first, ...more] = action.at("Parameters").list("Messages").map(wordsOf);
  return {
    work: first?.text === undefined ? { is: "branch" } : { is: "words", text: first.text, waits: false },
    notes: [
      ...(first?.notes ?? []),
      approximate("it is said once"),
      ...(more.length > 0 ? [manual("only the first of its messages is said")] : []),
    ],
  };
}

function input({ action, id }: Block): Step {
  const parameters = action.at("Parameters");
  const { text = "", notes } = wordsOf(parameters);
  parameters.passOver("InputTimeLimitSeconds", "DTMFConfiguration", "InputValidation");
  const stores =
    parameters.text("StoreInput")?.toLowerCase() === "true" || parameters.flag("StoreInput") === true;
  if (parameters.has("InputEncryption")) parameters.at("InputEncryption").rest();
  const encrypted: Note[] = parameters.has("InputEncryption")
    ? [manual("its answer is not encrypted: write sensitive: true on its variable")]
    : [];
  const asked = approximate("it is asked up to three times before silence leads on");
  const otherwise = errorOf(action, "InputTimeLimitExceeded", "NoMatchingCondition", "NoMatchingError");
  const ways = waysOf(action);
  if (stores || ways.length === 0)
    return {
      work: {
        is: "ask",
        text,
        variable: { name: "StoredCustomerInput", type: "digits", choices: [], description: undefined },
      },
      notes: [...notes, ...encrypted, asked],
      otherwise,
    };
  const keys = [...new Set(ways.flatMap(({ operands }) => operands))];
  const isAskedOnce =
    errorOf(action, "NoMatchingCondition", "NoMatchingError") ===
    errorOf(action, "InputTimeLimitExceeded", "NoMatchingError");
  const labels = keyedLabels(text);
  const variable: SourceVariable = {
    name: `Input.${id}`,
    type: "choice",
    choices: keys.map((key) => labels.get(key) ?? key),
    alike: new Map(keys.flatMap((key) => (labels.has(key) ? [[key, labels.get(key) ?? key] as const] : []))),
    description: undefined,
  };
  return {
    work: { is: "ask", text, variable, isAskedOnce },
    notes: isAskedOnce ? notes : [...notes, asked],
    edges: edgesOf(ways, `{{Input.${id}}}`),
    otherwise,
  };
}

/** Their comparison → ours, and whether one that is left over is turned around. */
const operators: ReadonlyMap<string, string> = new Map([
  ["Equals", "=="],
  ["NotEquals", "!="],
  ["TextContains", "contains"],
  ["TextStartsWith", "starts_with"],
  ["NumberLessThan", "<"],
  ["NumberLessOrEqualTo", "<="],
  ["NumberGreaterThan", ">"],
  ["NumberGreaterOrEqualTo", ">="],
  ["NumberEquals", "=="],
]);

function edgesOf(ways: readonly Way[], left: string): readonly SourceEdge[] {
  return ways.map(({ operator, operands, to }) => ({
    condition: {
      is: "equations",
      all: false,
      equations: operands.map((operand): Equation => ({
        left,
        operator: operators.get(operator) ?? operator,
        right: withNames(operand),
      })),
    },
    to,
  }));
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

function bot({ action, id }: Block): Step {
  const parameters = action.at("Parameters");
  const { text, notes } = wordsOf(parameters);
  parameters.at("LexV2Bot").rest();
  parameters.at("LexBot").rest();
  parameters.passOver("LexSessionAttributes", "LexInitializationData", "LexTimeoutSeconds");
  const edges = waysOf(action).flatMap(({ operands, to }): readonly SourceEdge[] =>
    operands.map((intent) => ({
      condition: { is: "prompt", words: `the caller wants '${intent.replaceAll(/[{}]/g, "")}'` },
      label: intent,
      to,
    })),
  );
  return {
    work: {
      is: "talk",
      instructions: "Find out what the caller wants, and take the exit that fits.",
      opening: text,
      variables: [],
      tools: [],
      isGlobal: true,
    },
    notes: [
      ...notes,
      manual(`a model understands in place of the bot of Lex, whose slots stay behind (${id})`),
    ],
    edges,
    otherwise: errorOf(action, "NoMatchingCondition", "NoMatchingError"),
  };
}

function attributes({ action }: Block): Step {
  const parameters = action.at("Parameters");
  parameters.passOver("TargetContact");
  const own = parameters.has("FlowAttributes") ? "FlowAttributes" : "Attributes";
  const values = [...parameters.pairs(own), ...nested(parameters.at(own))].slice(0, waysMax);
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

const goesOn = approximate("what follows the connected call follows only where it fails");

function toQueue({ action, id }: Block, { queues, actions }: Known): Step {
  const before = actions.find(
    (each) => each.at("Transitions").text("NextAction") === id && queues.has(each.text("Identifier") ?? ""),
  );
  const [only] = queues.size === 1 ? queues.values() : [];
  const own = action.at("Parameters").text("QueueId") ?? action.at("Parameters").text("AgentId");
  const name = own?.replace(/^.*\//, "") ?? queues.get(before?.text("Identifier") ?? "") ?? only;
  return {
    work: { is: "transfer", to: undefined, name, say: undefined },
    notes: [approximate("there is no queue: who is free is called"), goesOn],
    otherwise: errorOf(action, "QueueAtCapacity", "NoMatchingError"),
  };
}

function toNumber({ action }: Block): Step {
  const parameters = action.at("Parameters");
  parameters.passOver("ThirdPartyConnectionTimeLimitSeconds", "ContinueFlowExecution", "CallerId");
  const notes: Note[] = [goesOn];
  if (parameters.text("ThirdPartyDTMFDigits") !== undefined)
    notes.push(manual("the keys after the number are not pressed"));
  return {
    work: { is: "transfer", to: parameters.text("ThirdPartyPhoneNumber"), say: undefined },
    notes,
    otherwise: errorOf(action, "CallFailed", "ConnectionTimeLimitExceeded", "NoMatchingError"),
  };
}

/** A function has no address outside of its cloud: what it gets and gives is written, and the address is not. */
function lambda({ action, id }: Block, { names }: Known): Step {
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

/** It is on where anybody is recorded. */
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

/** What a context brings where it is closed. */
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
        "its hours are not in the export, so it is open unless a context brings opening_hours: closed; write hours and is_open",
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
    notes: [manual("callers are not divided: all take its first way; write a choice with split")],
    edges: first === undefined ? [] : [{ condition: { is: "always" }, to: first.to }],
  };
}
