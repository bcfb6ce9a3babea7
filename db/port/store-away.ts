// Store away: the error of an operation whose database is unreachable or overloaded. The operation may have been
// done; an idempotent caller retries.

export class StoreAway extends Error {
  override readonly name = "StoreAway";
}
