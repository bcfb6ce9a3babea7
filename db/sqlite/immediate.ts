// Immediate transactions: they begin with the write lock, so no other write comes between their reads and their
// writes. Their bodies never wait: bun:sqlite commits a transaction at the first `await` in it.

export const immediate = { behavior: "immediate" } as const;
