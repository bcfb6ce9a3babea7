// Completed example: an example of the manual with the lines that all of them omit, so that it is a complete flow.

/** Default fields of an example. */
const header = { voice_flow: "1", id: "example", language: "en" } as const;
const goodbye = "  bye: {say: Goodbye., end: done}";

/** The first node shown is the start. `nodes` must be the last key of the example, or directly before `tests`. */
export function completeFlow(example: string): string {
  const has = (key: string): boolean => new RegExp(`^${key}:`, "m").test(example);
  const [, first = ""] = /^nodes:\n(?:[ ]*#.*\n)*[ ]+([a-z]\w*):/m.exec(example) ?? [];
  const lines = Object.entries({ ...header, start: first }).map(([key, value]) => `${key}: ${value}`);
  const missing = lines.filter((line) => !has(line.slice(0, line.indexOf(":"))));
  const defaults = has("defaults") ? [] : ["defaults: {give_up: bye}"];
  const whole = [...missing, ...defaults, example.trimEnd()].join("\n");
  const endsWithBye = /^ +bye:/m.test(example) || !/\bbye\b/.test(whole);
  const [nodes = "", tests] = whole.split(/^(?=tests:)/m);
  return [
    nodes.trimEnd(),
    ...(endsWithBye ? [] : [goodbye]),
    ...(tests === undefined ? [] : [tests]),
    "",
  ].join("\n");
}
