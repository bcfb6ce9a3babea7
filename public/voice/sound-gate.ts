// Sound gate: browsers block a page's sound until a person acts in it. The next click, touch or key unblocks the
// agent's voice, and the page says so meanwhile.

/** An allowed audio context runs within some milliseconds; one that does not run after this time is blocked. */
const runsMsMax = 400;
const gestures = ["pointerup", "keydown", "touchend"] as const;

type Sound = Pick<AudioContext, "state" | "resume" | "addEventListener" | "removeEventListener">;

export class SoundGate {
  readonly #sound: Sound;
  readonly #changed: (blocked: boolean) => void;
  readonly #page: EventTarget;
  #isBlocked = false;
  #timer: ReturnType<typeof setTimeout>;

  /** `changed` is called when the sound is found to be blocked, and when it is let through. */
  constructor(sound: Sound, changed: (blocked: boolean) => void, page: EventTarget = document) {
    this.#sound = sound;
    this.#changed = changed;
    this.#page = page;
    sound.addEventListener("statechange", this.#look);
    this.#timer = setTimeout(this.#look, runsMsMax);
    void sound.resume().catch(() => undefined);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#sound.removeEventListener("statechange", this.#look);
    this.#listen(false);
  }

  readonly #look = (): void => {
    const isBlocked = this.#sound.state === "suspended" || this.#sound.state === "interrupted";
    if (isBlocked === this.#isBlocked) return;
    this.#isBlocked = isBlocked;
    this.#listen(isBlocked);
    this.#changed(isBlocked);
  };

  readonly #again = (): void => void this.#sound.resume().catch(() => undefined);

  #listen(on: boolean): void {
    // Before the page's own listeners, which may stop the event.
    for (const name of gestures)
      if (on) this.#page.addEventListener(name, this.#again, { capture: true });
      else this.#page.removeEventListener(name, this.#again, { capture: true });
  }
}
