// Draft variable: a variable of an imported flow, as far as it is known while its nodes are mapped.

import type { SourceVariable } from "./source-flow.ts";

export interface DraftVariable {
  /** Its id, or an expression in place of one for what is known without a variable. */
  readonly id: string;
  /** How it stands in a text, where that is not its id in braces. */
  readonly text?: string | undefined;
  type: SourceVariable["type"];
  /** Label → id of the option. */
  options: ReadonlyMap<string, string>;
  description: string | undefined;
  initial: string | undefined;
  /** Whether the export gives it a type, or this import made it. */
  isDeclared: boolean;
  /** Whether a node asks for it, or fills it in any other way. */
  isFilled: boolean;
  /** Whether it may be asked for in words of its own. */
  isAsked: boolean;
}

/** Variables by their names in the export. */
export interface DraftVariables {
  readonly knows: (name: string) => boolean;
  /** The variable of a name; one that is new is a text. */
  readonly variable: (name: string) => DraftVariable;
  /** The name in what stands in braces. */
  readonly nameIn: (hole: string) => string;
}

/** Whether a value of the type can neither be said nor compared. */
export function isData(type: DraftVariable["type"]): boolean {
  return type === "list" || type === "object" || type === "audio";
}
