// Widgets of Twilio Studio: each kind as a row with its meaning here.

import { waysMax, type Fields } from "../export-data.ts";
import { standIns, unknownKind } from "../mapping-notes.ts";
import type {
  Equation,
  Note,
  SourceEdge,
  SourceNode,
  SourceTool,
  SourceVariable,
  SourceWork,
} from "../source-flow.ts";
import { subjectOf, valuesOf } from "./gathered-answers.ts";
import { lastKeys } from "./liquid.ts";
import { functionOf, requestOf } from "./requests.ts";
import { type KnownWidget, targetOf, type Widget } from "./studio-widget.ts";

interface Step {
  readonly work: SourceWork;
  readonly notes?: readonly Note[];
  readonly edges?: readonly SourceEdge[];
  readonly tool?: SourceTool;
}

interface Row {
  /** Events of its edges, likeliest first. */
  readonly on: readonly string[];
  /** Events of its edges after a failure, or without an answer. */
  readonly failed?: readonly string[];
  readonly step: (widget: Widget, context: KnownWidget) => Step;
}

const manual = (words: string): Note => ({ fidelity: "manual", words });
const approximate = (words: string): Note => ({ fidelity: "approximate", words });

/** Blocks without a counterpart: hooks get an event. */
function told(event: string, about: string, words: string): Row["step"] {
  return ({ state }) => ({
    work: { is: "manual", event, data: state.at("properties").text(about) ?? state.text("type") ?? "" },
    notes: [manual(`${words}: hooks receive ${event}`)],
  });
}

/** Blocks passed without a part in the conversation. */
const passed =
  (...notes: readonly Note[]): Row["step"] =>
  () => ({ work: { is: "branch" }, notes });

const rows: ReadonlyMap<string, Row> = new Map<string, Row>([
  [
    "trigger",
    {
      on: [],
      step: ({ state }) => ({
        work: { is: "aside" },
        notes: state
          .list("transitions")
          .some((each) => /message|conversation/i.test(each.text("event") ?? "") && each.has("next"))
          ? [manual("incoming messages are not received: callers who type use the same flow")]
          : [],
      }),
    },
  ],
  ["say-play", { on: ["audioComplete"], step: sayPlay }],
  ["gather-input-on-call", { on: ["keypress", "speech"], failed: ["timeout"], step: gather }],
  ["split-based-on", { on: [], failed: ["noMatch"], step: split }],
  ["set-variables", { on: ["next"], step: setVariables }],
  ["make-http-request", { on: ["success"], failed: ["failed"], step: requestOf }],
  ["run-function", { on: ["success"], failed: ["fail", "failed"], step: functionOf }],
  ["connect-call-to", { on: [], failed: ["callCompleted", "hangup"], step: connect }],
  ["enqueue-call", { on: [], failed: ["failedToEnqueue", "callFailure", "callComplete"], step: enqueue }],
  ["send-to-flex", { on: [], failed: ["failedToEnqueue", "callFailure", "callComplete"], step: enqueue }],
  ["record-voicemail", { on: ["recordingComplete"], failed: ["noAudio", "hangup"], step: voicemail }],
  [
    "send-message",
    { on: ["sent"], failed: ["failed"], step: told("sms.wanted", "body", "no message is sent") },
  ],
  [
    "send-and-wait-for-reply",
    {
      on: ["incomingMessage"],
      failed: ["timeout", "deliveryFailure"],
      step: told("sms.wanted", "body", "no message is sent, and no answer is received"),
    },
  ],
  [
    "run-subflow",
    {
      on: ["completed"],
      failed: ["failed"],
      step: told("flow.wanted", "flow_sid", "the other flow is not called; import it, too, and write call"),
    },
  ],
  [
    "make-outgoing-call-v2",
    {
      on: ["answered"],
      failed: ["busy", "noAnswer", "failed"],
      step: passed(manual("start calls with POST /v1/sessions; the flow begins when the call is answered")),
    },
  ],
  ["record-call", { on: ["success"], failed: ["failed"], step: recording }],
  [
    "capture-payments",
    {
      on: ["success"],
      failed: ["maxFailedAttempts", "providerError", "payInterrupted", "hangup", "validationError"],
      step: told("payment.wanted", "charge_amount", "no payment is taken"),
    },
  ],
  [
    "fork-stream",
    {
      on: ["next"],
      step: told("stream.wanted", "stream_url", "the audio of the call is not sent elsewhere"),
    },
  ],
  [
    "add-twiml-redirect",
    {
      on: ["return"],
      failed: ["timeout", "fail"],
      step: told("twiml.wanted", "url", "external instructions are not run"),
    },
  ],
]);
/** An older name of the same widget. */
const aliases: ReadonlyMap<string, string> = new Map([["make-outgoing-call-v1", "make-outgoing-call-v2"]]);

export function widgetOf(
  widget: Widget,
  context: KnownWidget,
): { readonly node: SourceNode; readonly tool: SourceTool | undefined } {
  const { state, id } = widget;
  const kind = state.text("type") ?? "no type";
  const row = rows.get(aliases.get(kind) ?? kind);
  const {
    work,
    notes = [],
    edges,
    tool,
  } = row?.step(widget, context) ?? {
    work: { is: "manual", event: unknownKind.event, data: kind },
    notes: [{ fidelity: unknownKind.fidelity, words: unknownKind.words }],
  };
  const led = state.list("transitions").filter((each) => each.has("next"));
  // For an unknown kind the first edge is as good as any.
  const on = row === undefined ? led.map((each) => each.text("event") ?? "") : row.on;
  const to = (event: string): string | undefined =>
    led.find((each) => each.text("event") === event)?.text("next");
  const first = on.map(to).find((target) => target !== undefined);
  const failed = (row?.failed ?? []).map(to).find((target) => target !== undefined);
  return {
    node: {
      id,
      name: undefined,
      kind,
      work,
      edges: [
        ...(edges ?? []),
        ...(first === undefined ? [] : [{ condition: { is: "always" as const }, to: first }]),
      ],
      otherwise: failed,
      hangsUp: true,
      notes: [
        ...notes,
        ...(kind === "trigger"
          ? []
          : leftOut(led, [first, failed, ...(edges ?? []).map(({ to: target }) => target)])),
      ],
    },
    tool,
  };
}

/** Edges of events without a counterpart here. */
function leftOut(led: readonly Fields[], kept: readonly (string | undefined)[]): readonly Note[] {
  return led.flatMap((each) => {
    const to = each.text("next");
    const event = each.text("event") ?? "";
    return each.has("conditions") || kept.includes(to) ? [] : [manual(`its edge for '${event}' is left out`)];
  });
}

function sayPlay({ state }: Widget): Step {
  const properties = state.at("properties");
  const text = properties.text("say");
  const keys = properties.text("digits");
  const notes: Note[] = [];
  if (properties.text("play") !== undefined) notes.push(standIns.recordedLine);
  if ((properties.number("loop") ?? 1) > 1) notes.push(approximate("it is spoken once"));
  if (text !== undefined) return { work: { is: "words", text, waits: false }, notes };
  if (keys !== undefined && /^[0-9*#w]{1,32}$/.test(keys)) return { work: { is: "press", keys }, notes };
  return { work: { is: "branch" }, notes };
}

function gather({ state, id }: Widget, { answers, widgets }: KnownWidget): Step {
  const properties = state.at("properties");
  properties.passOver("language", "gather_language", "hints", "timeout", "speech_timeout", "finish_on_key");
  properties.passOver("stop_gather", "profanity_filter", "loop", "number_of_digits");
  const variable = answers.get(id) ?? textNamed(id);
  const [keys, speech, silence] = ["keypress", "speech", "timeout"].map((event) => targetOf(state, event));
  const next = widgets.find((each) => each.id === (keys ?? speech))?.state;
  const isAskedOnce =
    variable.type === "choice" &&
    silence !== undefined &&
    next?.text("type") === "split-based-on" &&
    targetOf(next, "noMatch") === silence;
  const notes: Note[] = [];
  if (properties.text("play") !== undefined) notes.push(standIns.recordedLine);
  if (!isAskedOnce) notes.push(approximate("it is asked up to three times before silence takes its edge"));
  if (variable.type === "text" && keys !== undefined)
    notes.push(
      manual("a question for words ignores keys: give its variable the type digits if callers press keys"),
    );
  const isKeyed: SourceEdge = {
    condition: {
      is: "equations",
      all: true,
      equations: [{ left: `{{${lastKeys()}}}`, operator: "exists", right: "" }],
    },
    to: keys,
  };
  const differ = variable.type === "choice" && keys !== undefined && speech !== undefined && keys !== speech;
  const spoken = variable.type === "text" ? (speech ?? keys) : undefined;
  const way = differ ? speech : spoken;
  return {
    work: { is: "ask", text: properties.text("say") ?? "", variable, isAskedOnce },
    notes,
    edges: [
      ...(differ ? [isKeyed] : []),
      ...(way === undefined ? [] : [{ condition: { is: "always" as const }, to: way }]),
    ],
  };
}

function textNamed(name: string): SourceVariable {
  return { name, type: "text", choices: [], description: undefined };
}

/** Comparisons of Twilio → ours. */
const operators: ReadonlyMap<string, string> = new Map([
  ["equal_to", "=="],
  ["not_equal_to", "!="],
  ["matches_any_of", "=="],
  ["does_not_match_any_of", "!="],
  ["is_blank", "not_exist"],
  ["is_not_blank", "exists"],
  ["contains", "contains"],
  ["does_not_contain", "not_contains"],
  ["starts_with", "starts_with"],
  ["does_not_start_with", "not_starts_with"],
  ["less_than", "<"],
  ["greater_than", ">"],
]);

function split({ state }: Widget): Step {
  const transitions = state.list("transitions").filter((each) => each.has("conditions"));
  state.at("properties").passOver("input");
  return {
    work: { is: "branch" },
    notes: transitions.length > waysMax ? [manual(`only its first ${waysMax} edges are imported`)] : [],
    edges: transitions.slice(0, waysMax).map((transition): SourceEdge => {
      transition.passOver("event");
      const conditions = transition.list("conditions");
      for (const each of conditions) each.passOver("friendly_name");
      const one = conditions.map(equationsOf);
      // Several values of one condition are alternatives; several conditions hold together.
      const isAny = conditions.length === 1 && conditions[0]?.text("type") === "matches_any_of";
      return {
        condition: { is: "equations", all: !isAny, equations: one.flat() },
        to: transition.text("next"),
      };
    }),
  };
}

function equationsOf(condition: Fields): readonly Equation[] {
  const type = condition.text("type") ?? "";
  const operator = operators.get(type) ?? type;
  const left = `{{${subjectOf(condition)}}}`;
  return valuesOf(condition).map((right) => ({ left, operator, right }));
}

function setVariables({ state }: Widget): Step {
  const values = state
    .at("properties")
    .list("variables")
    .slice(0, waysMax)
    .flatMap((each) => {
      const key = each.text("key");
      each.passOver("index", "type");
      return key === undefined ? [] : [[`flow.variables.${key}`, each.written("value") ?? ""] as const];
    });
  return values.length === 0 ? { work: { is: "branch" } } : { work: { is: "set", values } };
}

function connect({ state }: Widget): Step {
  const properties = state.at("properties");
  const noun = properties.text("noun") ?? "number";
  const sip = properties.text("sip_endpoint");
  const to = properties.text("to");
  properties.passOver("caller_id", "timeout");
  const [first, ...more] = (sip ?? to ?? "").split(",").map((each) => each.trim());
  const notes: Note[] = [];
  if (more.length > 0) notes.push(manual("only the first of its numbers is called"));
  if (noun === "client" || noun === "conference" || noun === "sim")
    notes.push(manual(`a ${noun} is not an address that can be called`));
  return {
    work: {
      is: "transfer",
      to: first,
      name: noun === "number" ? undefined : to,
      say: undefined,
      back: targetOf(state, "callCompleted"),
    },
    notes,
  };
}

function enqueue({ state }: Widget): Step {
  const properties = state.at("properties");
  const name = properties.text("queue_name") ?? properties.text("workflow_sid") ?? properties.text("channel");
  return {
    work: { is: "transfer", to: undefined, name, say: undefined, back: targetOf(state, "callComplete") },
    notes: [approximate("there is no queue: any free person is called")],
  };
}

function recording({ state }: Widget): Step {
  const properties = state.at("properties");
  properties.passOver("trim", "recording_channels");
  const isOn = properties.written("record_call")?.toLowerCase() !== "false";
  return { work: { is: "recording", isOn }, notes: [standIns.recording] };
}

function voicemail({ state, id }: Widget): Step {
  const properties = state.at("properties");
  properties.passOver("play_beep", "trim", "finish_on_key");
  const seconds = (key: string): number | undefined => {
    const value = Number(properties.text(key));
    return Number.isFinite(value) && value > 0 ? value * 1_000 : undefined;
  };
  const notes: Note[] = [approximate("it begins without a tone and ends with a pause")];
  if (properties.flag("transcribe") === true) notes.push(approximate("its words are in the transcript"));
  return {
    work: {
      is: "record",
      name: `widgets.${id}.RecordingUrl`,
      maxMs: seconds("max_length"),
      silenceMs: seconds("timeout"),
    },
    notes,
  };
}
