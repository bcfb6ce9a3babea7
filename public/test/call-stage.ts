// Call stage: the call button, the call's state in words and the controls of a running call.

import { type CallState, neverBegan, turnInWords } from "../voice/call-state.ts";
import { need, setText } from "../page/dom.ts";

export interface StageActions {
  readonly talk: () => void;
  readonly listen: () => void;
  readonly hangUp: () => void;
  readonly mute: () => void;
  readonly interrupt: () => void;
}

/** The state that the colours show. */
type Mood = "idle" | "waiting" | "listening" | "caller" | "thinking" | "agent" | "over";

export class CallStageView {
  readonly #orb = need("orb", HTMLElement);
  readonly #call = need("call", HTMLButtonElement);
  readonly #label = need("call-label", HTMLElement);
  readonly #state = need("state", HTMLElement);
  readonly #hint = need("hint", HTMLElement);
  readonly #listenOnly = need("listen-only", HTMLButtonElement);
  readonly #meters = need("meters", HTMLElement);
  readonly #controls = need("controls", HTMLElement);
  readonly #keypad = need("keypad", HTMLElement);
  readonly #mute = need("mute", HTMLButtonElement);
  readonly #interrupt = need("interrupt", HTMLButtonElement);
  #running = false;
  #openedAt: number | undefined;

  constructor(actions: StageActions) {
    this.#call.addEventListener("click", () => (this.#running ? actions.hangUp() : actions.talk()));
    this.#listenOnly.addEventListener("click", actions.listen);
    this.#mute.addEventListener("click", actions.mute);
    this.#interrupt.addEventListener("click", actions.interrupt);
  }

  show(state: CallState): void {
    this.#running = isRunning(state);
    const open = state.phase === "open";
    if (open) this.#openedAt ??= performance.now();
    else this.#openedAt = undefined;
    this.#orb.dataset["mood"] = moodOf(state);
    this.#call.classList.toggle("running", this.#running);
    need("stage", HTMLElement).classList.toggle("open", open);
    setText(this.#label, labelOf(state));
    setText(this.#state, turnInWords(state));
    if (!open) setText(this.#hint, hintOf(state));
    this.#listenOnly.hidden = this.#running;
    this.#meters.hidden = !open;
    this.#controls.hidden = !open;
    if (!open) this.#keypad.hidden = true;
    need("keypad-toggle", HTMLButtonElement).ariaExpanded = String(!this.#keypad.hidden);
    need("meter-caller", HTMLElement).classList.toggle("speaks", state.callerSpeaks);
    need("meter-agent", HTMLElement).classList.toggle("speaks", state.agentSpeaks);
    need("meter-caller", HTMLElement).classList.toggle("off", state.muted || !state.microphone);
    this.#mute.hidden = !state.microphone;
    this.#mute.ariaPressed = String(state.muted);
    setText(this.#mute, state.muted ? "Unmute" : "Mute");
    this.#interrupt.disabled = !state.agentSpeaks;
  }

  /** Called for each animation frame of a running call. */
  tick(state: CallState): void {
    if (this.#openedAt === undefined) return;
    const seconds = Math.floor((performance.now() - this.#openedAt) / 1000);
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    setText(this.#hint, `${clock} · ${howHeard(state)}`);
  }
}

/** Whether a call is being started or open. */
export function isRunning({ phase }: CallState): boolean {
  return phase === "asking" || phase === "connecting" || phase === "open";
}

function moodOf(state: CallState): Mood {
  if (state.phase === "asking" || state.phase === "connecting") return "waiting";
  if (state.phase !== "open") return state.phase;
  if (state.callerSpeaks) return "caller";
  if (state.agentSpeaks) return "agent";
  return state.thinking ? "thinking" : "listening";
}

function labelOf(state: CallState): string {
  if (state.phase === "open") return "Hang up";
  if (isRunning(state)) return "Cancel";
  return state.phase === "over" && !neverBegan(state) ? "Call again" : "Talk";
}

function hintOf({ phase, end, microphone, transfer }: CallState): string {
  switch (phase) {
    case "asking":
      return "Allow the microphone in your browser.";
    case "connecting":
      return microphone ? "One moment." : "One moment. You can listen and type.";
    case "over":
      if (end?.type === "ended" && end.reason === "completed" && transfer !== undefined)
        return `You were transferred to ${transfer.address}.`;
      if (end?.type === "ended" && end.reason === "completed") return "The agent said goodbye.";
      if (end?.type === "left") return "You hung up.";
      return "See the message above.";
    default:
      return "Your browser asks for permission to use the microphone.";
  }
}

function howHeard({ microphone, muted, noSound }: CallState): string {
  if (!microphone) return "without a microphone";
  if (muted) return "you are muted";
  if (noSound !== undefined) return "no sound from your microphone";
  return "microphone on";
}
