// Fenced blocks of the manual: the text between three backticks in a chapter, and the lines of a dialogue in one.

/**
 * Speaker, or `outside` for events such as a tool's call. `model`: a language model's result for the caller's line
 * before it, as the `llm` of a step in a test.
 */
export interface DialogueLine {
  readonly from: "agent" | "caller" | "model" | "outside";
  readonly text: string;
}

/** Language of the opening line, the rest of that line, and the content. */
export const fences = /^```(\w+) ?(.*)\n([^]*?)^```$/gm;

/** A line without a speaker belongs to the line before it. */
export function linesOf(content: string): readonly DialogueLine[] {
  const lines: { from: DialogueLine["from"]; text: string }[] = [];
  for (const line of content.split("\n").filter((each) => each !== "")) {
    const [, name = "", text = ""] = /^(Agent|Caller|Model|Outside): (.*)$/.exec(line) ?? [];
    const last = lines.at(-1);
    if (name !== "") lines.push({ from: name.toLowerCase() as DialogueLine["from"], text });
    else if (last !== undefined) last.text += ` ${line.trim()}`;
  }
  return lines;
}
