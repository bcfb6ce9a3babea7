// Introductions: the contract of a language's words for who is on the line, where a question asks for somebody.

export interface Introductions {
  /** In a question that asks whether the person on the line is somebody: "am I speaking to". */
  readonly asking: readonly string[];
  /** Before the person who is on the line: "this is". */
  readonly starts: readonly string[];
  /** Of those, before a name: "my name is". */
  readonly names: readonly string[];
  /** The one who is asked for cannot be reached here: "she's not here", "wrong number". */
  readonly absences: readonly string[];
}
