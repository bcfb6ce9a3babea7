// Table head: one row with the name of each column, and the classes of its cells.

import type { ReactNode } from "react";

/** Name and cell classes: `number`, and `wide` for columns that small screens omit. Null: without a name. */
export type Column = readonly [name: string, classes?: string] | null;

export function TableHead({ columns }: { readonly columns: readonly Column[] }): ReactNode {
  return (
    <thead>
      <tr>
        {columns.map((column, at) =>
          column === null ? (
            <td key={at} />
          ) : (
            <th key={column[0]} scope="col" className={column[1]}>
              {column[0]}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}
