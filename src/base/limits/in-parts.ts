// Row parts: divides rows into parts, so that the work on one part delays no call.

export interface PartSize {
  readonly rowsMax: number;
  readonly charsMax: number;
}

/** Parts of the rows in order. A single row may be longer than a part. */
export function inParts<T>(
  rows: readonly T[],
  { rowsMax, charsMax }: PartSize,
  charsOf: (row: T) => number,
): readonly (readonly T[])[] {
  const parts: T[][] = [];
  let chars = 0;
  for (const row of rows) {
    const more = charsOf(row);
    const last = parts.at(-1);
    if (last === undefined || last.length === rowsMax || chars + more > charsMax) {
      parts.push([row]);
      chars = more;
    } else {
      last.push(row);
      chars += more;
    }
  }
  return parts;
}
