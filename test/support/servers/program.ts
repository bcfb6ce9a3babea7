// Child program: runs beside the tests. Tests can wait for its output, and it never outlives its test.

export interface ProgramOptions {
  /** Its whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Receives each line on the error stream. */
  readonly line?: (text: string) => void;
}

export class Program implements AsyncDisposable {
  readonly child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  readonly #read: Promise<unknown>;
  #out = "";
  #err = "";
  #told = 0;
  #heard = Promise.withResolvers<void>();

  constructor(command: readonly string[], options: ProgramOptions) {
    const { env, cwd } = options;
    this.child = Bun.spawn([...command], {
      env,
      ...(cwd === undefined ? {} : { cwd }),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    this.#read = Promise.all([
      this.#follow(this.child.stdout, (text) => (this.#out += text)),
      this.#follow(this.child.stderr, (text) => {
        this.#err += text;
        this.#tellLines(options.line);
      }),
    ]);
  }

  /** Resolves to the first match in its output, on either stream. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#out + this.#err);
      if (found !== null) return found;
      // A process ended by a signal has no exit code.
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`It ended without saying it: ${this.#err}`);
      await Promise.race([this.#heard.promise, this.child.exited]);
    }
  }

  /** Resolves to its address. */
  async url(): Promise<string> {
    return (await this.says(/"server\.listening","url":"([^"]+)"/))[1]!;
  }

  /** Its whole output, once it has ended. */
  async ended(): Promise<{ code: number; out: string; err: string }> {
    const code = await this.child.exited;
    await this.#read;
    return { code, out: this.#out, err: this.#err };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.child.exited;
  }

  #tellLines(tell: ProgramOptions["line"]): void {
    if (tell === undefined) return;
    const end = this.#err.lastIndexOf("\n") + 1;
    const fresh = this.#err.slice(this.#told, end);
    this.#told = Math.max(this.#told, end);
    for (const line of fresh.split("\n")) if (line !== "") tell(line);
  }

  async #follow(stream: ReadableStream<Uint8Array>, add: (text: string) => void): Promise<void> {
    for await (const chunk of stream) {
      add(new TextDecoder().decode(chunk));
      this.#heard.resolve();
      this.#heard = Promise.withResolvers();
    }
  }
}
