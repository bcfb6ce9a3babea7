// JSON place: where a text stops being JSON, since the runtime's own parser names no place.

const tokens =
  /[ \t\r\n]+|[{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** Possible next tokens. */
type Awaits = "value" | "value or ]" | "key" | "key or }" | ":" | ", or the end";

export interface JsonPlace {
  /** Both count from 1; columns in UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

/** First invalid place of a JSON text (RFC 8259); the end of a text that is cut off. */
export function badJsonAt(text: string): JsonPlace {
  const open: string[] = [];
  let awaits: Awaits = "value";
  let at = 0;
  while (at < text.length) {
    tokens.lastIndex = at;
    const token = tokens.exec(text)?.[0];
    if (token === undefined) break;
    const next: Awaits | undefined = /^\s/.test(token) ? awaits : after(token, awaits, open);
    if (next === undefined) break;
    awaits = next;
    at += token.length;
  }
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
}

/** State after a token, or undefined if it is invalid there. `open`: unclosed brackets. */
function after(token: string, awaits: Awaits, open: string[]): Awaits | undefined {
  const isKey = awaits === "key" || awaits === "key or }";
  if (isKey && token.startsWith('"')) return ":";
  if (token === "}" || token === "]") {
    const mayClose = awaits === ", or the end" || awaits.endsWith(token);
    return mayClose && open.pop() === token ? ", or the end" : undefined;
  }
  if (token === ":") return awaits === ":" ? "value" : undefined;
  if (token === ",") {
    if (awaits !== ", or the end" || open.length === 0) return undefined;
    return open.at(-1) === "}" ? "key" : "value";
  }
  if (awaits !== "value" && awaits !== "value or ]") return undefined;
  if (token === "{" || token === "[") {
    open.push(token === "{" ? "}" : "]");
    return token === "{" ? "key or }" : "value or ]";
  }
  return ", or the end";
}
