// YAML field: shows a value that no form field can edit, with a link to its line in the text.

import type { ReactNode } from "react";
import type { Path } from "../../../../src/flow/language/source/problem.ts";
import { LineIndex } from "../../../../src/flow/language/source/positions.ts";
import { treeAt } from "../../state/parsed-text.ts";
import { useForm } from "../form.ts";

/** The rest of a longer value is seen in the text. */
const shownCharsMax = 600;

export function YamlField({ path, words }: { readonly path: Path; readonly words: string }): ReactNode {
  const { parsed, dispatch } = useForm();
  const tree = treeAt(parsed.tree, path);
  if (tree === undefined) return null;
  const { text } = parsed;
  const written = text.slice(tree.from, Math.min(tree.to, tree.from + shownCharsMax));
  const { line, column } = new LineIndex(text).rangeOf(tree.from, tree.to);
  return (
    <div className="as-yaml">
      <pre dir="auto">
        {written.trimEnd()}
        {tree.to - tree.from > shownCharsMax && "…"}
      </pre>
      <p className="help">
        {words}{" "}
        <button
          type="button"
          className="link"
          onClick={() => dispatch({ type: "show-text", position: { line, column } })}
        >
          Edit in YAML, line {line}
        </button>
      </p>
    </div>
  );
}
