// Model speech: one stretch of speech of a model that talks itself, as its words and its audio come. The client of the
// vendor fills it; the call plays it, and says how much of it was heard.

/** Receiver of the audio. */
export interface SpeechListener {
  /** PCM16 mono at 16 kHz, any number of samples. */
  readonly audio: (pcm: Int16Array) => void;
  /** No more follows. `failure`: of a speech that broke off. */
  readonly over: (failure: unknown) => void;
}

const samplesAMs = 16;

export class ModelSpeech {
  readonly #onCut: (heardMs: number) => void;
  #text = "";
  #madeMs = 0;
  /** Audio before there is a listener. */
  #kept: Int16Array[] = [];
  #listener: SpeechListener | undefined;
  #end: { readonly failure: unknown } | undefined;
  #isCut = false;

  /** `onCut`: the caller has heard only so many milliseconds, and hears no more of it. Called once at most. */
  constructor(onCut: (heardMs: number) => void) {
    this.#onCut = onCut;
  }

  /** Words so far, as the model writes them down. */
  get text(): string {
    return this.#text;
  }

  /** True once there is a listener. */
  get isPlayed(): boolean {
    return this.#listener !== undefined;
  }

  /** Length of the audio so far, in milliseconds. */
  get madeMs(): number {
    return this.#madeMs;
  }

  write(delta: string): void {
    if (this.#end === undefined) this.#text += delta;
  }

  push(pcm: Int16Array): void {
    if (this.#end !== undefined || this.#isCut) return;
    this.#madeMs += pcm.length / samplesAMs;
    if (this.#listener === undefined) this.#kept.push(pcm);
    else this.#listener.audio(pcm);
  }

  /** No more follows. Idempotent. */
  end(failure?: unknown): void {
    if (this.#end !== undefined) return;
    this.#end = { failure };
    this.#listener?.over(failure);
  }

  /** Ends it here: `words` are those of the audio so far. */
  breakOff(words: string): void {
    this.#text = words;
    this.cut(this.#madeMs);
    this.end();
  }

  /** Takes the audio from the beginning; a later listener takes the place of an earlier one, from there on. */
  listen(listener: SpeechListener): void {
    this.#listener = listener;
    for (const pcm of this.#kept.splice(0)) listener.audio(pcm);
    if (this.#end !== undefined) listener.over(this.#end.failure);
  }

  /** The caller hears no more of it than `heardMs`. Nothing, if that is all of it. */
  cut(heardMs: number): void {
    if (this.#isCut || (this.#end !== undefined && heardMs >= this.#madeMs)) return;
    this.#isCut = true;
    this.#onCut(Math.min(Math.floor(heardMs), Math.floor(this.#madeMs)));
  }
}
