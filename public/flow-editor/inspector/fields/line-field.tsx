// Line field: edits a single value such as a name, a number, a duration, an expression or a template.

import type { ReactNode } from "react";
import type { Shape } from "../../../../src/flow/language/schema/shape.ts";
import { completionsFor } from "../../complete/completion.ts";
import type { Completions } from "../../complete/completion-item.ts";
import { alternatives } from "../../complete/shape-at-path.ts";
import { Combo } from "./combo.tsx";
import { useFieldDraft } from "./field-draft.ts";
import { type Slot, useForm } from "../form.ts";
import { NameLinks } from "../name-links.tsx";

const nothing: Completions = { from: 0, options: [] };

/** Shapes whose value is one word, completed as a whole. */
const wholeShapes: ReadonlySet<Shape["is"]> = new Set([
  "name",
  "target",
  "enum",
  "boolean",
  "number",
  "duration",
]);
const longShapes: ReadonlySet<Shape["is"]> = new Set(["string", "text", "template", "body"]);
const expressionShapes: ReadonlySet<Shape["is"]> = new Set(["condition", "expression", "bound"]);

interface LineProps extends Slot {
  readonly isInvalid: boolean;
  /** The field defines a name, so no existing names are offered. */
  readonly isNaming?: boolean;
}

export function LineField({ isNaming = false, isInvalid, ...slot }: LineProps): ReactNode {
  const { names, keep, type } = useForm();
  const { shape, path, value, isLasting } = slot;
  // A required value is written as an empty text when the field is emptied.
  const stored = isLasting && value === "" ? undefined : value;
  const draft = useFieldDraft(shape, stored, (written) => {
    if (written === undefined && !isLasting) keep(path, true);
    type(path, written === undefined && isLasting ? "" : written);
  });
  const all = alternatives(shape);
  const whyId = `${slot.id}-why`;
  const describedBy = [draft.why === undefined ? "" : whyId, slot.describedBy ?? ""].join(" ").trim();
  return (
    <div className="line">
      <div className="line-row" onKeyDown={(event) => dropDraftOnUndo(event, draft)}>
        <Combo
          id={slot.id}
          label={slot.label}
          text={draft.text}
          onText={draft.type}
          complete={(before) => (isNaming ? nothing : completionsFor(shape, before, names))}
          isWhole={all.every(({ is }) => wholeShapes.has(is))}
          isLong={all.some((each) => longShapes.has(each.is) && !isPatterned(each))}
          isCode={all.some(({ is }) => expressionShapes.has(is))}
          placeholder={slot.otherwise}
          describedBy={describedBy === "" ? undefined : describedBy}
          isInvalid={isInvalid || draft.why !== undefined}
          onLeave={draft.leave}
        />
        <NameLinks shape={shape} name={draft.text} label={slot.label} asked={path.at(-1)} />
      </div>
      {draft.why !== undefined && (
        <p className="field-problem" id={whyId}>
          {draft.why} It is not written yet.
        </p>
      )}
    </div>
  );
}

/** Text with a pattern, such as an id, is short and has one line. */
function isPatterned(shape: Shape): boolean {
  return shape.is === "string" && shape.pattern !== undefined;
}

type KeyEvent = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "preventDefault" | "stopPropagation">;

/** Undo and Escape first discard a text that is not valid yet. */
function dropDraftOnUndo(event: KeyEvent, { why, drop }: ReturnType<typeof useFieldDraft>): void {
  const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z";
  if (why === undefined || !(isUndo || event.key === "Escape")) return;
  event.preventDefault();
  event.stopPropagation();
  drop();
}
