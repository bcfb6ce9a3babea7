// Immediate transactions: they begin with the write lock, so what they read first nobody changes before they write.
// Their bodies never wait: bun:sqlite commits a transaction at the first `await` in it.

export const immediate = { behavior: "immediate" } as const;
