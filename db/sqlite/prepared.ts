// Prepared statements of hot paths: built once per connection, because building one takes longer than running it.

import type { Db } from "../open-database.ts";

/** `make` builds the statement with placeholders. Serves transactions of the connection too. */
export function prepared<S>(make: (db: Db) => S): (db: Db) => S {
  const made = new WeakMap<object, S>();
  return (db) => {
    // Session shared by a connection and its transactions; the library does not type it.
    const { session } = db as unknown as { readonly session: object };
    const statement = made.get(session) ?? make(db);
    made.set(session, statement);
    return statement;
  };
}
