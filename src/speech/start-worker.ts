// The one way to start a Worker: the same program again in another thread, told its role and nothing else.

/** What `src/main.ts` can be besides a command. */
export type Role = "speech";

/** Starts a thread in that role. Its environment holds the role alone, so that no secret enters it. */
export function startWorker(role: Role): Worker {
  // Under `bun test` the main program is the test file, which knows no roles: name ours.
  const program = Bun.isStandaloneExecutable ? Bun.main : new URL("../main.ts", import.meta.url);
  return new Worker(program, { env: { ROLE: role } });
}
