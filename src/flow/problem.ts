// What is wrong with a flow's document, and where. Finding it is the parser's work.

export interface Problem {
  /** `VF` and three digits; the same mistake has the same code for ever. */
  readonly code: string;
  readonly message: string;
  /** JSON pointer into the document. */
  readonly pointer: string;
  /** Both count from 1; columns are UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

export type Path = readonly (string | number)[];

export function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
