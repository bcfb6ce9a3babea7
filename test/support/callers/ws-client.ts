// WebSocket test client: a small client of the wire protocol, with JSON and audio in both directions over a real
// socket, without mocks.

/** A received message of the server. `data.type` distinguishes server-messages. */
export interface ReceivedMessages {
  readonly label?: string;
  readonly type: string;
  readonly id?: string;
  readonly seq?: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Received audio, with the time of its arrival in milliseconds on the process's monotonic axis. */
export interface ReceivedAudio {
  readonly at: number;
  readonly bytes: Uint8Array;
}

export interface CloseReport {
  readonly code: number;
  readonly reason: string;
}

/** A predicate, the `type` of a message, or the `data.type` of a server-message. */
export type ClientWish = string | ((message: ReceivedMessages) => boolean);

export interface ConnectOptions {
  readonly protocols?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly tls?: Bun.TLSOptions;
}

interface Waiting {
  readonly take: () => boolean;
  readonly fail: (error: Error) => void;
}

export class WsClient implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly messages: ReceivedMessages[] = [];
  readonly audio: ReceivedAudio[] = [];
  /** Resolves when the socket is closed, by either side. */
  readonly closed: Promise<CloseReport>;
  readonly #closed = Promise.withResolvers<CloseReport>();
  #waiting: Waiting[] = [];
  #cursor = 0;
  #over = false;

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = this.#closed.promise;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", (event: MessageEvent<string | ArrayBuffer>) => {
      if (typeof event.data === "string") this.messages.push(JSON.parse(event.data) as ReceivedMessages);
      else this.audio.push({ at: performance.now(), bytes: new Uint8Array(event.data) });
      this.#wake();
    });
    socket.addEventListener("close", (event) => {
      this.#over = true;
      this.#wake();
      for (const one of this.#waiting) {
        one.fail(new Error(`The socket closed with ${event.code} ${event.reason} while a test waited`));
      }
      this.#waiting = [];
      this.#closed.resolve({ code: event.code, reason: event.reason });
    });
  }

  /** Objects are sent as JSON, strings unchanged, so that broken text can be sent. */
  send(message: object | string): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  sendAudio(bytes: Uint8Array | Int16Array): void {
    this.socket.send(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice());
  }

  /** Sends `client-ready` and waits for `bot-ready`. */
  async ready(version = "2.1.0"): Promise<ReceivedMessages> {
    this.send({ label: "rtvi-ai", type: "client-ready", id: "ready", data: { version } });
    return await this.message("bot-ready");
  }

  /** The next message, past or future, after the last one returned here. Rejects if the socket closes first. */
  async message(wanted: ClientWish): Promise<ReceivedMessages> {
    const matches = typeof wanted === "function" ? wanted : (one: ReceivedMessages) => named(one, wanted);
    let found: ReceivedMessages | undefined;
    await this.#until(() => {
      while (found === undefined && this.#cursor < this.messages.length) {
        const one = this.messages[this.#cursor++]!;
        if (matches(one)) found = one;
      }
      return found !== undefined;
    });
    return found!;
  }

  /** Resolves when that many bytes of audio have come in all. */
  async audioBytes(count: number): Promise<void> {
    await this.#until(() => this.audioLength >= count);
  }

  get audioLength(): number {
    return this.audio.reduce((sum, one) => sum + one.bytes.byteLength, 0);
  }

  /** All received audio as one recording. */
  get recording(): Int16Array {
    const all = new Uint8Array(this.audioLength & ~1);
    let at = 0;
    for (const { bytes } of this.audio) {
      all.set(bytes.subarray(0, all.length - at), at);
      at += bytes.length;
    }
    return new Int16Array(all.buffer);
  }

  async close(code = 1000): Promise<CloseReport> {
    if (!this.#over) this.socket.close(code);
    return await this.closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #until(done: () => boolean): Promise<void> {
    if (done()) return Promise.resolve();
    if (this.#over) return Promise.reject(new Error("The socket is closed and what was awaited never came"));
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        take: () => {
          if (!done()) return false;
          resolve();
          return true;
        },
        fail: reject,
      });
    });
  }

  #wake(): void {
    this.#waiting = this.#waiting.filter((one) => !one.take());
  }
}

function named(message: ReceivedMessages, name: string): boolean {
  return message.type === name || (message.type === "server-message" && message.data?.type === name);
}

/** Opens a socket; rejects when the server refuses the upgrade. */
export async function connect(url: string, options: ConnectOptions = {}): Promise<WsClient> {
  // The DOM's type hides that Bun accepts an object here, with the headers of the upgrade.
  const { protocols = [], headers, tls } = options;
  const upgrade = { protocols: [...protocols], headers: { ...headers }, ...(tls ? { tls } : {}) };
  const socket = new WebSocket(url.replace(/^http/, "ws"), upgrade as unknown as string[]);
  const client = new WsClient(socket);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve(), { once: true });
    socket.addEventListener("close", (event) => reject(new Error(`Not opened: ${event.code}`)), {
      once: true,
    });
  });
  return client;
}
