// Comment sentences: the sentences of a file's comments, without lists, tables and notes for tools.

interface Sentence {
  readonly text: string;
  /** True for the first one of its comment. */
  readonly isFirst: boolean;
}

const commentLine = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s?(.*?)(?:\*\/)?\s*$/;
/** Lines with a form of their own: lists, tables, indented code, and notes for tools. */
const formed = /^(?:\s|[-|`*]|\d+\.|@|oxlint|<)/;

export function commentSentences(code: string): readonly Sentence[] {
  return commentsOf(code).flatMap((comment) =>
    comment.split(/(?<=[.;!?])\s+/).map((text, at) => ({ text, isFirst: at === 0 })),
  );
}

function commentsOf(code: string): readonly string[] {
  const comments: string[] = [];
  let parts: string[] = [];
  const end = (): void => {
    if (parts.length > 0 && !parts.some((part) => formed.test(part))) comments.push(parts.join(" ").trim());
    parts = [];
  };
  for (const line of code.split("\n")) {
    const [, text] = commentLine.exec(line) ?? [];
    if (text === undefined) end();
    else if (text !== "") parts.push(text);
    if (line.trimEnd().endsWith("*/")) end();
  }
  end();
  return comments.filter((comment) => comment !== "");
}
