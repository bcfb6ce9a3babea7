// Store away: what an operation throws when the database cannot be reached, or takes nothing at present. Whether it
// was done is unknown; whoever may do it twice tries again.

export class StoreAway extends Error {
  override readonly name = "StoreAway";
}
