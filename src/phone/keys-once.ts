// Keys once: a telephone may tell of each key in two ways, in its audio and by SIP. Each press is heard once.

/** The second message of a press comes within this time. */
const twiceMsMax = 1_000;

type Way = "audio" | "sip";

export class KeysOnce {
  /** Presses of which one way has told. */
  #half: { readonly key: string; readonly way: Way; readonly at: number }[] = [];

  /** Whether this press is new. */
  isNew(key: string, way: Way, now: number): boolean {
    this.#half = this.#half.filter(({ at }) => now - at <= twiceMsMax);
    const other = this.#half.findIndex((half) => half.key === key && half.way !== way);
    if (other < 0) this.#half.push({ key, way, at: now });
    else this.#half.splice(other, 1);
    return other < 0;
  }
}
