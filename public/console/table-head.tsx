// Table head: one row with the name of each column, and how its cells are set.

import type { ReactNode } from "react";

/** Its name and the classes of its cells: `number`, and `wide` for what small screens leave out. Null: it has no name. */
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
