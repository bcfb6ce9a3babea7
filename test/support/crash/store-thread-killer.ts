// Store thread killer: loaded before a program, ends the thread that has its data when the program gets SIGUSR2, as a bug in
// the engine of the database would.

const Real = globalThis.Worker;

globalThis.Worker = class extends Real {
  constructor(...given: ConstructorParameters<typeof Real>) {
    super(...given);
    const { env } = (given[1] ?? {}) as { readonly env?: Readonly<Record<string, string>> };
    if (env?.["ROLE"] === "store") process.on("SIGUSR2", () => this.terminate());
  }
};
