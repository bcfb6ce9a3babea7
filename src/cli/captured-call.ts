// Captured call: the audible side of a call at its time, and the words of both sides.

export class CapturedAudio {
  readonly #rate: number;
  readonly #pieces: { readonly at: number; readonly pcm: Int16Array }[] = [];
  /** Position of the next sample if it comes in time, in samples since the start. */
  #end = 0;

  constructor(rate: number) {
    this.#rate = rate;
  }

  /** End of the last audio, in milliseconds since the start. */
  get endMs(): number {
    return (this.#end * 1_000) / this.#rate;
  }

  /** Audio comes ahead of its time and is queued, as a player would. */
  add(pcm: Int16Array, atMs: number): void {
    const at = Math.max(this.#end, this.#samples(atMs));
    this.#pieces.push({ at, pcm });
    this.#end = at + pcm.length;
  }

  /** Drops audio that has not sounded yet. */
  cut(atMs: number): void {
    const now = this.#samples(atMs);
    if (this.#end <= now) return;
    for (let last = this.#pieces.pop(); last !== undefined; last = this.#pieces.pop()) {
      if (last.at >= now) continue;
      this.#pieces.push({ at: last.at, pcm: last.pcm.subarray(0, now - last.at) });
      break;
    }
    this.#end = now;
  }

  /** Everything on one time axis, silence between, until `untilMs`. */
  recording(untilMs: number): Int16Array {
    const all = new Int16Array(Math.max(this.#end, this.#samples(untilMs)));
    for (const { at, pcm } of this.#pieces) all.set(pcm, at);
    return all;
  }

  #samples(ms: number): number {
    return Math.round((ms * this.#rate) / 1_000);
  }
}

/** Printed data of a message is plain; the rest is not looked at. */
type Data = Readonly<Record<string, string | number | boolean | undefined>>;

interface Message {
  readonly type?: string;
  readonly data?: Data;
}

interface TerminalOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const [wipe, dim, plain] = ["\r\x1b[K", "\x1b[90m", "\x1b[0m"];

export class TranscriptPrinter {
  readonly #out: TerminalOutput;
  readonly #said = new Set<unknown>();

  constructor(out: TerminalOutput) {
    this.#out = out;
  }

  /** Prints the words of the message, if any; answers the kind of message. */
  take(text: string): string {
    const { type = "", data = {} } = JSON.parse(text) as Message;
    const kind = type === "server-message" ? `${data["type"]}` : type;
    const line = this.#lineOf(kind, data);
    if (line !== undefined) this.#out.write(`${this.#out.isTTY ? wipe : ""}${line}\n`);
    return kind;
  }

  #lineOf(kind: string, data: Data): string | undefined {
    switch (kind) {
      case "user-transcription":
        return this.#caller(`${data["text"]}`, data["final"] === true);
      case "bot-output":
        return this.#agent(data);
      case "truncated":
        return `       (${data["heard_text"] ? `cut off after: ${data["heard_text"]}` : "cut off"})`;
      case "error":
        return `Error: ${data["message"] ?? data["error"]}`;
      case "transfer":
        return `Transferred to ${data["address"]}: simulated as answered`;
      case "warning":
        return `Note: ${data["message"]}`;
      case "session_end":
        return `Ended: ${data["reason"]}`;
      default:
        return undefined;
    }
  }

  #caller(text: string, final: boolean): string | undefined {
    if (final) return text === "" ? undefined : `You:   ${text}`;
    if (this.#out.isTTY) this.#out.write(`${wipe}${dim}You:   ${text}${plain}`);
    return undefined;
  }

  /** Once a sentence: when it begins to sound, or when it is written if it will not be spoken. */
  #agent(data: Data): string | undefined {
    const due = data["will_be_spoken"] === false || data["spoken_status"] !== "new";
    if (!due || this.#said.has(data["segment_id"])) return undefined;
    this.#said.add(data["segment_id"]);
    return `Agent: ${data["text"]}`;
  }
}
