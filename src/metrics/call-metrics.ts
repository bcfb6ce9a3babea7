// Call metrics: the course of calls, from their events: present calls, waiting times for answers, interruptions and
// repeated questions, and refusals.

import type { FaultCode } from "../base/fault.ts";
import type { Metrics } from "../base/metrics.ts";
import type { CallCounters } from "../calls/call-counters.ts";
import { contractNames } from "../flow/value/contract-terms.ts";
import { type CallEvent, endReasons } from "../voice/call-event.ts";
import { invariants } from "../voice/invariants/call-invariants.ts";
import type { SessionCounters } from "../session/session-counters.ts";
import type { TurnDecision } from "../voice/turn-loop.ts";
import { answerBuckets } from "./buckets.ts";

/** Reasons of refused calls and sessions; mistakes of a client count as `other`. */
const refusals = [
  "calls/limit",
  "calls/draining",
  "session/limit",
  "session/over",
  "credits/empty",
  "credits/over-budget",
  "speech/unavailable",
  "auth/invalid",
  "flow/not-found",
  "flow/invalid",
  "assistant/invalid",
  "provider/unusable",
  "storage/full",
  "storage/away",
  "other",
] as const satisfies readonly (FaultCode | "other")[];

type Refusal = (typeof refusals)[number];

/** `none`: its connection was gone before the call began. */
const transports = ["websocket", "webrtc", "sip", "asterisk", "none"] as const;

const stages = ["endpoint", "words", "first_text", "first_audio"] as const;
const callBuckets = [5, 15, 30, 60, 120, 300, 600, 1_800, 3_600];

export interface CallMetrics {
  readonly calls: CallCounters;
  /** As in `TransportCounters`. */
  readonly lateIn: (ms: number) => void;
}

export function openCallMetrics(metrics: Metrics): CallMetrics {
  const life = openLifeMetrics(metrics);
  const talk = openTalkMetrics(metrics);
  const answered = openAnswerMetrics(metrics);
  const audioLate = metrics.histogram("voice_flow_audio_late_seconds", {
    help: "in: delay of the caller's audio. out: time during a sentence in which clients had nothing to play.",
    labels: [["direction", ["in", "out"]]],
    buckets: [0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.2, 0.5, 1],
  });
  const broken = metrics.counter("voice_flow_invariant_broken_total", {
    help: "Broken invariants of calls. Any value but 0 is a bug of Voice Flow.",
    labels: [["name", invariants]],
  });
  const brokenBefore = metrics.counter("voice_flow_invariant_violations_total", {
    help: "The former name of voice_flow_invariant_broken_total.",
    labels: [["law", invariants]],
  });
  return {
    calls: {
      begun: (transport) => life.begun(transport ?? "none"),
      over: (transport) => life.over(transport ?? "none"),
      told(event, { transport, lagMs }) {
        if (event.type === "latency") answered(event, lagMs);
        else if (event.type === "ended") life.ended(event, transport ?? "none");
        else talk.told(event);
      },
      decided: (decision) => talk.decided(decision),
      askedAgain: talk.askedAgain,
      lateOut: (ms) => audioLate.at("out").observe(ms / 1_000),
      broken(law) {
        broken.at(law).add(1);
        brokenBefore.at(law).add(1);
      },
    },
    lateIn: (ms) => audioLate.at("in").observe(ms / 1_000),
  };
}

/** Counters of calls from their beginnings to their ends. */
function openLifeMetrics(metrics: Metrics) {
  const by = ["transport", transports] as const;
  const active = metrics.gauge("voice_flow_calls_active", {
    help: "Calls with unfinished work.",
    labels: [by],
  });
  const started = metrics.counter("voice_flow_calls_started_total", {
    help: "Started calls.",
    labels: [by],
  });
  const ended = metrics.counter("voice_flow_calls_ended_total", {
    help: "Ended calls, by reason; moved calls continue at another node.",
    labels: [by, ["reason", endReasons]],
  });
  const seconds = metrics.histogram("voice_flow_call_seconds", {
    help: "Duration of calls in seconds.",
    labels: [by],
    buckets: callBuckets,
  });
  type By = (typeof transports)[number];
  return {
    begun(transport: By) {
      started.at(transport).add(1);
      active.at(transport).add(1);
    },
    ended({ reason, durationMs }: Extract<CallEvent, { type: "ended" }>, transport: By) {
      ended.at(transport, reason).add(1);
      seconds.at(transport).observe(durationMs / 1_000);
    },
    over: (transport: By) => active.at(transport).add(-1),
  };
}

/** Histograms of callers' waits. */
function openAnswerMetrics(metrics: Metrics) {
  const latency = metrics.histogram("voice_flow_turn_latency_seconds", {
    help: "Seconds from the last sound, word or key of a caller to the end of their turn (endpoint), to its words, and to the first text and audio of the answer.",
    labels: [["stage", stages]],
    buckets: answerBuckets,
  });
  const heard = metrics.histogram("voice_flow_heard_latency_seconds", {
    help: "Seconds from the last sound of a caller until a client that confirms playback has played the answer's first audio.",
    buckets: answerBuckets,
  });
  return ({ latency: turn }: Extract<CallEvent, { type: "latency" }>, lagMs: number | undefined): void => {
    const { endOfTurnMs, wordsMs, textMs, audioMs } = turn;
    if (endOfTurnMs !== undefined) latency.at("endpoint").observe(endOfTurnMs / 1_000);
    if (wordsMs !== undefined) latency.at("words").observe(wordsMs / 1_000);
    if (textMs !== undefined) latency.at("first_text").observe(textMs / 1_000);
    if (audioMs === undefined) return;
    latency.at("first_audio").observe(audioMs / 1_000);
    if (lagMs !== undefined) heard.at().observe((audioMs + lagMs) / 1_000);
  };
}

const isFalseStart = ({ text, final, rejected, aside }: Extract<CallEvent, { type: "user-words" }>) =>
  final && aside === undefined && (text === "" || rejected);

/** Irregular turns, beyond speech and answer. */
function openTalkMetrics(metrics: Metrics) {
  const interruptions = metrics.counter("voice_flow_interruptions_total", {
    help: "Interruptions of the agent: final, or until it continued after a mistaken pause.",
    labels: [["outcome", ["stopped", "resumed"]]],
  });
  const falseStarts = metrics.counter("voice_flow_false_starts_total", {
    help: "Turns that a sound of the caller began but that had no understood words.",
  });
  const reprompts = metrics.counter("voice_flow_reprompts_total", {
    help: "Repetitions by the agent after a silence (silence), and of a question after the caller's words (answer).",
    labels: [["why", ["silence", "answer"]]],
  });
  const fallbacks = metrics.counter("voice_flow_fallbacks_total", {
    help: "Replacements of a failed provider by another, by kind.",
    labels: [["stage", ["stt", "tts", "llm"]]],
  });
  return {
    told(event: CallEvent): void {
      if (event.type === "interrupted") interruptions.at("stopped").add(1);
      else if (event.type === "agent-paused" && !event.paused) interruptions.at("resumed").add(1);
      else if (event.type === "user-words" && isFalseStart(event)) falseStarts.at().add(1);
      else if (event.type === "warning" && event.incident?.action === "fell_back")
        fallbacks.at(event.incident.kind).add(1);
    },
    decided({ on, effects }: TurnDecision): void {
      if (on === "timer silence" && effects.some((effect) => effect.startsWith("answer")))
        reprompts.at("silence").add(1);
    },
    askedAgain: () => reprompts.at("answer").add(1),
  };
}

export function openSessionMetrics(metrics: Metrics): SessionCounters {
  const refused = metrics.counter("voice_flow_calls_refused_total", {
    help: "Refused calls and sessions, by error code.",
    labels: [["why", refusals]],
  });
  const charged = metrics.counter("voice_flow_charged_seconds_total", {
    help: "Connected seconds of ended account sessions that were settled here.",
  });
  const writtenOff = metrics.counter("voice_flow_ledger_writeoff_micros_total", {
    help: "Micro-cents used by sessions here that no account could pay.",
  });
  const contracts = metrics.counter("voice_flow_contract_changes_total", {
    help: "Terms of flows' contracts that broke (broken) or are kept again (held). broken less held: terms that are broken now.",
    labels: [
      ["term", contractNames],
      ["to", ["broken", "held"]],
    ],
  });
  const refusalCodes: ReadonlySet<string> = new Set(refusals);
  const isKnown = (code: string): code is Refusal => refusalCodes.has(code);
  return {
    refused: (code) => refused.at(isKnown(code) ? code : "other").add(1),
    charged: (ms) => charged.at().add(ms / 1_000),
    writtenOff: (micros) => writtenOff.at().add(micros),
    contractChanged: (name, to) => contracts.at(name, to).add(1),
  };
}
