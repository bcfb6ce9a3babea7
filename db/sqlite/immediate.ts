// Immediate transactions: begin with the write lock, so no other write comes between their reads and writes. Their
// bodies never wait: bun:sqlite commits a transaction at the first `await` in it.

export const immediate = { behavior: "immediate" } as const;
