// Form context: what every field of the form shares, such as the parsed flow, its problems and the functions that
// change it.

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

/** A place of the document that has a field. */
export interface Slot {
  readonly path: Path;
  readonly shape: Shape;
  readonly value: Plain | undefined;
  /** What it is called, for people. */
  readonly label: string;
  /** What holds without it, as it would be written. */
  readonly otherwise: string | undefined;
  /** Emptied, an empty text is written: what holds it can not do without it. */
  readonly isLasting: boolean;
  /** Of its control, where there is one. */
  readonly id: string;
  readonly describedBy: string | undefined;
}

export interface Form {
  readonly parsed: ParsedText;
  readonly document: Fields;
  readonly names: FlowNames;
  readonly problems: FieldProblems;
  /** Pointers of fields that stay although nothing is written. */
  readonly kept: ReadonlySet<string>;
  /** Pointers of what is unfolded. */
  readonly opened: ReadonlySet<string>;
  /** The field for any value: a list has items of it. */
  readonly Value: ComponentType<Slot>;
  /** Letters one after the other at one place are one step of undo. `undefined` removes. */
  readonly type: (path: Path, value: Plain | undefined) => void;
  /** Why it can not be done; undefined when it was. */
  readonly attempt: (operation: Operation) => string | undefined;
  readonly edit: (operation: Operation) => void;
  readonly dispatch: (action: EditorAction) => void;
  readonly keep: (path: Path, isKept: boolean) => void;
  readonly open: (path: Path, isOpen: boolean) => void;
  /** Once it is drawn, the first control at a place has the focus. */
  readonly focus: (path: Path) => void;
}

const FormContext = createContext<Form | undefined>(undefined);

export const FormProvider = FormContext.Provider;

export function useForm(): Form {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error("There is no form around this field");
  return form;
}
