// Draft variable: a variable of an imported flow, as far as known while its nodes are mapped.

import type { SourceVariable } from "./source-flow.ts";

export interface DraftVariable {
  /** Id of the variable, or an expression for a value known without one. */
  readonly id: string;
  /** Form in a text, if other than its id in braces. */
  readonly text?: string | undefined;
  type: SourceVariable["type"];
  /** Label → id of the option. */
  options: ReadonlyMap<string, string>;
  description: string | undefined;
  initial: string | undefined;
  /** True if the export gives it a type, or this import made it. */
  isDeclared: boolean;
  /** True if a node asks for it, or fills it otherwise. */
  isFilled: boolean;
  /** True if it may be asked for in words of its own. */
  isAsked: boolean;
}

/** Variables by their names in the export. */
export interface DraftVariables {
  readonly knows: (name: string) => boolean;
  /** Variable of a name; a new one is a text. */
  readonly variable: (name: string) => DraftVariable;
  /** Name within braces. */
  readonly nameIn: (hole: string) => string;
}

/** True if a value of the type can neither be said nor compared. */
export function isData(type: DraftVariable["type"]): boolean {
  return type === "list" || type === "object" || type === "audio";
}
