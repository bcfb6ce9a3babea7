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

/** Shapes whose whole value is one name out of several. */
const whole: ReadonlySet<Shape["is"]> = new Set(["name", "target", "enum", "boolean", "number", "duration"]);
const long: ReadonlySet<Shape["is"]> = new Set(["string", "text", "template", "body"]);
const formula: ReadonlySet<Shape["is"]> = new Set(["condition", "expression", "bound"]);

interface LineProps extends Slot {
  readonly isInvalid: boolean;
  /** It gives a name: none is offered. */
  readonly isNaming?: boolean;
}

export function LineField({ isNaming = false, isInvalid, ...slot }: LineProps): ReactNode {
  const { names, keep, type } = useForm();
  const { shape, path, value, isLasting } = slot;
  // Of what must be something, an empty text is what an empty field writes.
  const stored = isLasting && value === "" ? undefined : value;
  const draft = useFieldDraft(shape, stored, (written) => {
    if (written === undefined && !isLasting) keep(path, true);
    type(path, written ?? (isLasting ? "" : undefined));
  });
  const all = alternatives(shape);
  const whyId = `${slot.id}-why`;
  const describedBy = [draft.why === undefined ? "" : whyId, slot.describedBy ?? ""].join(" ").trim();
  return (
    <div className="line">
      <div className="line-row" onKeyDown={(event) => dropsDraft(event, draft)}>
        <Combo
          id={slot.id}
          label={slot.label}
          text={draft.text}
          onText={draft.type}
          complete={(before) => (isNaming ? nothing : completionsFor(shape, before, names))}
          isWhole={all.every(({ is }) => whole.has(is))}
          isLong={all.some((each) => long.has(each.is) && !isPatterned(each))}
          isCode={all.some(({ is }) => formula.has(is))}
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

/** What follows a pattern fits in one line. */
function isPatterned(shape: Shape): boolean {
  return shape.is === "string" && shape.pattern !== undefined;
}

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "preventDefault" | "stopPropagation">;

/** What is not written yet is the first thing to be taken back. */
function dropsDraft(event: Key, { why, drop }: ReturnType<typeof useFieldDraft>): void {
  const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z";
  if (why === undefined || !(isUndo || event.key === "Escape")) return;
  event.preventDefault();
  event.stopPropagation();
  drop();
}
