// Store thread killer: a preloaded module that ends the data thread of a program on SIGUSR2, like a bug in the database
// engine.

const Real = globalThis.Worker;

globalThis.Worker = class extends Real {
  constructor(...given: ConstructorParameters<typeof Real>) {
    super(...given);
    const { env } = (given[1] ?? {}) as { readonly env?: Readonly<Record<string, string>> };
    if (env?.["ROLE"] === "store") process.on("SIGUSR2", () => this.terminate());
  }
};
