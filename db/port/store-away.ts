// Store away: the error of an operation whose database cannot be reached or is overloaded. Whether it was done
// is unknown; an idempotent caller tries again.

export class StoreAway extends Error {
  override readonly name = "StoreAway";
}
