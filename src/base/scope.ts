// Scope: a lifetime. Resources opened in a scope close with it, and its work has ended when close() resolves. A call
// is a scope; each reply is a child of its call.

type Report = (error: unknown) => void;

export class Scope implements AsyncDisposable {
  /** Open scopes of this process; tests check it for leaks. */
  static readonly open = new Set<Scope>();

  readonly #abort = new AbortController();
  readonly #owned = new AsyncDisposableStack();
  readonly #running = new Set<Promise<void>>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #report: Report;
  readonly name: string;
  #closing = false;

  /** `report` receives each failure once: of throwing work and of resources that refuse to close. */
  constructor(name: string, report: Report) {
    this.name = name;
    this.#report = report;
    Scope.open.add(this);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** A lifetime inside this one. It may end sooner, never later. */
  child(name: string): Scope {
    const inner = new Scope(name, this.#report);
    const follow = (): void => void inner.close(this.signal.reason);
    if (this.signal.aborted) follow();
    else this.signal.addEventListener("abort", follow, { once: true, signal: inner.signal });
    this.#wait(inner.#ended.promise);
    return inner;
  }

  /** Ties a resource to this lifetime. After close() it is disposed at once, so a race cannot leak. */
  own<T extends Disposable | AsyncDisposable>(resource: T): T {
    if (!this.#owned.disposed) return this.#owned.use(resource);
    const late = async (): Promise<void> => {
      if (Symbol.asyncDispose in resource) await resource[Symbol.asyncDispose]();
      else resource[Symbol.dispose]();
    };
    void late().catch(this.#report);
    return resource;
  }

  /** Starts work of this scope. If it fails, nothing here can be trusted, and the scope closes. */
  run(work: (signal: AbortSignal) => Promise<void>): void {
    const guarded = async (): Promise<void> => {
      try {
        await work(this.signal);
      } catch (error) {
        if (this.signal.aborted) return; // It was asked to stop and has stopped.
        this.#report(error);
        void this.close(error);
      }
    };
    this.#wait(guarded());
  }

  /** Lets the running work end by itself, and then closes; close() still ends it sooner. */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    await this.close();
  }

  /** Aborts at once; resolves when all work has ended and all resources are closed. Idempotent. */
  close(reason: unknown = new Error(`${this.name} closed`)): Promise<void> {
    if (!this.#closing) {
      this.#closing = true;
      this.#abort.abort(reason);
      void this.#settle();
    }
    return this.#ended.promise;
  }

  async #settle(): Promise<void> {
    await Promise.all(this.#running);
    await this.#owned.disposeAsync().catch(this.#report);
    Scope.open.delete(this);
    this.#ended.resolve();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #wait(task: Promise<void>): void {
    this.#running.add(task);
    void task.then(() => this.#running.delete(task));
  }
}
