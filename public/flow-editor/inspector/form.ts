// Form context: state that every field of the form shares, such as the parsed flow, its problems and the functions
// that change it.

import { type ComponentType, createContext, useContext } from "react";
import type { Fields } from "../../../src/flow/author/edit/data-at-path.ts";
import type { Operation } from "../../../src/flow/author/edit/operation.ts";
import type { Path } from "../../../src/flow/language/source/problem.ts";
import type { Shape } from "../../../src/flow/language/schema/shape.ts";
import type { Plain } from "../../../src/flow/language/source/yaml-tree.ts";
import type { EditorAction } from "../state/editor.ts";
import type { FlowNames } from "../complete/flow-names.ts";
import type { ParsedText } from "../state/parsed-text.ts";
import type { FieldProblems } from "./field-problems.ts";

/** A place of the document with a form field, and the data for the field. */
export interface Slot {
  readonly path: Path;
  readonly shape: Shape;
  readonly value: Plain | undefined;
  /** The label to show. */
  readonly label: string;
  /** The default, as it would be written. */
  readonly otherwise: string | undefined;
  /** The key is required: emptying the field writes an empty text instead of removing it. */
  readonly isLasting: boolean;
  /** DOM id of the control. */
  readonly id: string;
  readonly describedBy: string | undefined;
}

export interface Form {
  readonly parsed: ParsedText;
  readonly document: Fields;
  readonly names: FlowNames;
  readonly problems: FieldProblems;
  /** JSON pointers of fields that stay visible although nothing is written. */
  readonly kept: ReadonlySet<string>;
  /** JSON pointers of open folds. */
  readonly opened: ReadonlySet<string>;
  /** The field for any value; fields of lists and maps render it for their parts. */
  readonly Value: ComponentType<Slot>;
  /** Writes a typed value; consecutive ones at one path are one step of undo. `undefined` removes the value. */
  readonly type: (path: Path, value: Plain | undefined) => void;
  /** Applies an edit. Returns why it was refused; undefined when it was applied. */
  readonly attempt: (operation: Operation) => string | undefined;
  readonly edit: (operation: Operation) => void;
  readonly dispatch: (action: EditorAction) => void;
  readonly keep: (path: Path, isKept: boolean) => void;
  readonly open: (path: Path, isOpen: boolean) => void;
  /** Focuses the first control at a path once it is rendered. */
  readonly focus: (path: Path) => void;
}

const FormContext = createContext<Form | undefined>(undefined);

export const FormProvider = FormContext.Provider;

/** The form around a field. Throws outside of one. */
export function useForm(): Form {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error("There is no form around this field");
  return form;
}
