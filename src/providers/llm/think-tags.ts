// Think tag filter: removes a local model's `<think>…</think>` from its streamed text, wherever the tags are cut, and
// white space before the first word.

const opening = "<think>";
const closing = "</think>";

export class ThinkFilter {
  #held = "";
  #thinking = false;
  #begun = false;

  push(delta: string): string {
    this.#held += delta;
    let out = "";
    for (;;) {
      const tag = this.#thinking ? closing : opening;
      const at = this.#held.indexOf(tag);
      if (at < 0) break;
      if (!this.#thinking) out += this.#held.slice(0, at);
      this.#held = this.#held.slice(at + tag.length);
      this.#thinking = !this.#thinking;
    }
    const kept = beginningOfTag(this.#held, this.#thinking ? closing : opening);
    if (!this.#thinking) out += this.#held.slice(0, this.#held.length - kept);
    this.#held = kept === 0 ? "" : this.#held.slice(-kept);
    return this.#fromFirstWord(out);
  }

  /** Text that looked like the beginning of a tag. */
  flush(): string {
    const rest = this.#thinking ? "" : this.#held;
    this.#held = "";
    return this.#fromFirstWord(rest);
  }

  #fromFirstWord(text: string): string {
    const words = this.#begun ? text : text.trimStart();
    this.#begun ||= words !== "";
    return words;
  }
}

/** Number of final characters that may begin the tag. */
function beginningOfTag(text: string, tag: string): number {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length--) {
    if (tag.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
