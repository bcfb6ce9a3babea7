// What no field can show: as it is written, with the way to where it is.

import type { ReactNode } from "react";
import type { Path } from "../../../../src/flow/language/source/problem.ts";
import { LineIndex } from "../../../../src/flow/language/source/positions.ts";
import { treeAt } from "../../state/parsed-text.ts";
import { useForm } from "../form.ts";

/** What is longer is looked at in the text. */
const shownCharsMax = 600;

export function YamlField({ path, words }: { readonly path: Path; readonly words: string }): ReactNode {
  const { reading, tell } = useForm();
  const tree = treeAt(reading.tree, path);
  if (tree === undefined) return null;
  const { text } = reading;
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
          onClick={() => tell({ type: "look", place: { line, column } })}
        >
          Edit it in the YAML, line {line}
        </button>
      </p>
    </div>
  );
}
