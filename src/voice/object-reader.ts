// Object reader: finds the JSON object in a model's output, and returns the text of one of its fields while it is
// being written. Words and fences around the object, and line ends and needless escapes in its texts, are tolerated.
// Other errors show when the object is complete (RFC 8259).

type Place =
  /** No object has begun. */
  | "before"
  | "key"
  | "colon"
  | "value"
  /** Within a number or a word such as `null`. */
  | "scalar"
  /** Within an object or a list that is a value. */
  | "nested"
  | "comma"
  | "over"
  | "broken";

type StringRole = "key" | "field" | "other";

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Characters of `\uXXXX`. */
const unicodeEscapeChars = 6;

export class ObjectReader {
  readonly #field: string;
  #place: Place = "before";
  /** Nesting depth within the value being read. */
  #depth = 0;
  #string: StringRole | undefined;
  /** Incomplete escape, with its backslash. */
  #escape = "";
  #key = "";
  #state: "absent" | "begun" | "whole" = "absent";
  /** The object so far, as JSON. */
  #json = "";

  /** `field`: name of a text field at the top of the object. Of two fields with one name the first is read. */
  constructor(field: string) {
    this.#field = field;
  }

  /** Takes the next piece of output; returns its addition to the field's text. */
  push(delta: string): string {
    let text = "";
    // By UTF-16 units, as JSON escapes them.
    for (let at = 0; at < delta.length; at++) text += this.#take(delta.charAt(at));
    return text;
  }

  /** True while the field's text has begun and not ended. */
  get isFieldOpen(): boolean {
    return this.#state === "begun";
  }

  /** The field's text has ended; the object may go on. */
  get isFieldWhole(): boolean {
    return this.#state === "whole";
  }

  /** The complete object; undefined before, and for text that is not JSON. */
  get object(): unknown {
    if (this.#place !== "over") return undefined;
    try {
      return JSON.parse(this.#json);
    } catch {
      return undefined;
    }
  }

  #take(char: string): string {
    if (this.#place === "over" || this.#place === "broken") return "";
    if (this.#string !== undefined) return this.#inString(char, this.#string);
    if (this.#place !== "before") this.#json += char;
    if (/\s/.test(char) && this.#place !== "scalar") return "";
    this.#outsideStrings(char);
    return "";
  }

  #outsideStrings(char: string): void {
    switch (this.#place) {
      case "before":
        if (char === "{") this.#begin();
        return;
      case "key":
        if (char === '"') this.#open("key");
        else if (char === "}") this.#place = "over";
        else this.#fail(char);
        return;
      case "colon":
        if (char === ":") this.#place = "value";
        else this.#fail(char);
        return;
      case "value":
        return this.#beginValue(char);
      case "nested":
        return this.#nested(char);
      case "scalar":
        if (/[-+.\w]/.test(char)) return;
        this.#place = "comma";
        if (!/\s/.test(char)) this.#outsideStrings(char);
        return;
      default:
        if (char === ",") this.#place = "key";
        else if (char === "}") this.#place = "over";
        else this.#fail(char);
    }
  }

  #begin(): void {
    this.#json = "{";
    this.#place = "key";
  }

  #beginValue(char: string): void {
    if (char === '"') {
      const isField = this.#state === "absent" && this.#key === this.#field;
      if (isField) this.#state = "begun";
      this.#open(isField ? "field" : "other");
    } else if (char === "{" || char === "[") {
      this.#place = "nested";
      this.#depth = 1;
    } else if (/[-\w]/.test(char)) this.#place = "scalar";
    else this.#fail(char);
  }

  #nested(char: string): void {
    if (char === '"') this.#open("other");
    else if (char === "{" || char === "[") this.#depth++;
    else if (char === "}" || char === "]") this.#depth--;
    if (this.#depth === 0) this.#place = "comma";
  }

  #open(role: StringRole): void {
    this.#string = role;
    if (role === "key") this.#key = "";
  }

  #inString(char: string, role: StringRole): string {
    if (this.#escape !== "") return this.#inEscape(char, role);
    if (char === "\\") {
      this.#escape = char;
      return "";
    }
    if (char === '"') {
      this.#json += char;
      this.#close(role);
      return "";
    }
    // A raw line end; JSON needs it escaped.
    this.#json += char < " " ? JSON.stringify(char).slice(1, -1) : char;
    return this.#decoded(char, role);
  }

  #inEscape(char: string, role: StringRole): string {
    const written = this.#escape + char;
    if (written.startsWith("\\u")) {
      if (written.length > 2 && !/[0-9a-f]/i.test(char)) {
        this.#place = "broken";
        return "";
      }
      this.#escape = written.length < unicodeEscapeChars ? written : "";
      if (this.#escape !== "") return "";
      this.#json += written;
      return this.#decoded(String.fromCharCode(Number.parseInt(written.slice(2), 16)), role);
    }
    this.#escape = "";
    const meant = escapes.get(char);
    // An escape outside JSON, such as \', means the character itself.
    this.#json += meant === undefined ? char : written;
    return this.#decoded(meant ?? char, role);
  }

  #decoded(char: string, role: StringRole): string {
    if (role === "key") this.#key += char;
    return role === "field" ? char : "";
  }

  #close(role: StringRole): void {
    this.#string = undefined;
    if (role === "field") this.#state = "whole";
    if (role === "key") this.#place = "colon";
    else if (this.#depth === 0) this.#place = "comma";
  }

  /** Not an object after all: braces in words around it. Once the field was read, nothing else counts. */
  #fail(char: string): void {
    this.#place = this.#state === "absent" ? "before" : "broken";
    this.#json = "";
    if (char === "{" && this.#place === "before") this.#begin();
  }
}
