// Turn script: the turn step as a timeline, one line per step: events in, effects out.

import type { Aside } from "../../src/voice/barge-in/aside.ts";
import { step, type TurnEffect, type TurnEvent, type TurnInput, turnStart } from "../../src/voice/turn.ts";

/** Runs a script of one event per line and returns one line for each event that had an effect. */
export function play(script: string): string {
  let state = turnStart;
  const out: string[] = [];
  for (const line of script.trim().split("\n")) {
    const [word = "", ...rest] = line.trim().split(" ");
    const [next, effects] = step(state, eventOf(word, rest.join(" ")));
    state = next;
    const shown = effects.filter((it) => it.type !== "disarm").map(effectText);
    if (shown.length > 0) out.push(`${line.trim()} -> ${shown.join(", ")}`);
  }
  return `\n${out.join("\n")}\n`;
}

export function eventOf(word: string, rest: string): TurnEvent {
  switch (word) {
    case "begin":
    case "interrupt":
      return { type: word };
    case "speech":
      return { type: "speech-started" };
    case "quiet":
      return { type: "speech-ended" };
    case "words":
      return { type: "words", text: rest, rejected: false };
    case "garbage":
      return { type: "words", text: "", rejected: true };
    case "nothing":
      return { type: "words", text: "", rejected: false };
    case "typed":
      return { type: "input", input: { type: "words", text: rest }, interrupt: true };
    case "typed-later":
      return { type: "input", input: { type: "words", text: rest }, interrupt: false };
    case "firm":
      return { type: "interruptible", reply: Number(rest), value: false };
    case "soft":
      return { type: "interruptible", reply: Number(rest), value: true };
    case "closing":
      return { type: "closing", reply: Number(rest), reason: "completed" };
    case "spoken":
      return { type: "spoken", reply: Number(rest) };
    case "partial":
      return { type: word };
    case "aside": {
      const [aside = "", ...said] = rest.split(" ");
      return { type: "words", text: said.join(" "), rejected: false, aside: aside as Aside };
    }
    case "barge-in":
    case "decide":
    case "silence":
      return { type: "timer", timer: word };
    case "farewell":
      return { type: "farewell", text: rest, reason: "max_duration" };
    default:
      throw new Error(`No such event: ${word}`);
  }
}

function effectText(effect: TurnEffect): string {
  switch (effect.type) {
    case "answer":
      return `answer#${effect.reply} ${inputText(effect.input)}`;
    case "interrupt":
    case "duck":
    case "pause":
    case "go-on":
      return `${effect.type}#${effect.reply}`;
    case "arm":
      return `arm ${effect.timer}`;
    case "disarm":
      return `disarm ${effect.timer}`;
    case "hang-up":
      return `hang-up ${effect.reason}`;
  }
}

function inputText(input: TurnInput): string {
  return "text" in input ? `"${input.text}"` : input.type;
}
