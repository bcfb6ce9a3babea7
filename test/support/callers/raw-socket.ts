// Raw WebSocket client: it can break every rule, because its frames are built by hand and written as bytes.

export interface RawFrame {
  /** 0 continuation, 1 text, 2 binary, 8 close, 9 ping. */
  readonly opcode: number;
  readonly payload?: Uint8Array | string;
  readonly fin?: boolean;
  /** The three reserved bits, as a number from 0 to 7. */
  readonly reserved?: number;
  readonly masked?: boolean;
  /** Claimed length, for any payload. */
  readonly claims?: number;
}

export function frameBytes(frame: RawFrame): Uint8Array {
  const { opcode, fin = true, reserved = 0, masked = true } = frame;
  const payload = Buffer.from(frame.payload ?? "");
  const length = frame.claims ?? payload.length;
  const head = [(fin ? 0x80 : 0) | (reserved << 4) | opcode];
  const mask = masked ? 0x80 : 0;
  if (length < 126) head.push(mask | length);
  else if (length < 65_536) head.push(mask | 126, length >> 8, length & 255);
  else
    head.push(
      mask | 127,
      0,
      0,
      0,
      0,
      (length >>> 24) & 255,
      (length >>> 16) & 255,
      (length >>> 8) & 255,
      length & 255,
    );
  // A mask of zeros is valid, and leaves the payload unchanged.
  return Buffer.concat([Uint8Array.from(head), new Uint8Array(masked ? 4 : 0), payload]);
}

export class RawSocket implements AsyncDisposable {
  readonly #socket: Bun.Socket;
  readonly #received: Buffer[] = [];
  readonly #ended = Promise.withResolvers<void>();
  #wake: () => void = () => undefined;

  private constructor(socket: Bun.Socket) {
    this.#socket = socket;
  }

  static async open(
    port: number,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RawSocket> {
    let take: (bytes: Uint8Array) => void = () => undefined; // No data arrives before the request is written.
    let end: () => void = () => undefined;
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        data: (_, bytes) => take(bytes),
        close: () => end(),
        error: () => end(),
      },
    });
    const raw = new RawSocket(socket);
    take = (bytes) => raw.#take(bytes);
    end = () => raw.#ended.resolve();
    const all = {
      Host: `127.0.0.1:${port}`,
      Upgrade: "websocket",
      Connection: "Upgrade",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version": "13",
      ...headers,
    };
    const lines = Object.entries(all).flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}`]));
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    await raw.#until(() => raw.#bytes.includes("\r\n\r\n"));
    return raw;
  }

  /** The status of the answer to the upgrade. */
  get status(): number {
    return Number(this.#bytes.subarray(9, 12).toString());
  }

  send(...frames: readonly RawFrame[]): void {
    this.write(Buffer.concat(frames.map(frameBytes)));
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** Ends the sending side; resolves when the server has closed, too, and so has read everything. */
  async end(): Promise<void> {
    this.#socket.end();
    await this.#ended.promise;
  }

  /** Stops reading, so that the server's bytes pile up. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** The code of the server's close frame; `undefined` when the connection ended without one. */
  async closeCode(): Promise<number | undefined> {
    await Promise.race([this.#until(() => this.#closeFrame() !== undefined), this.#ended.promise]);
    return this.#closeFrame();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#socket.terminate();
    return Promise.resolve();
  }

  get #bytes(): Buffer {
    if (this.#received.length > 1) this.#received.splice(0, Infinity, Buffer.concat(this.#received));
    return this.#received[0] ?? Buffer.alloc(0);
  }

  #closeFrame(): number | undefined {
    const bytes = this.#bytes;
    let at = bytes.indexOf("\r\n\r\n") + 4;
    while (at + 2 <= bytes.length) {
      const short = bytes[at + 1]! & 127;
      const head = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (at + head > bytes.length) return undefined;
      const length =
        short === 127
          ? Number(bytes.readBigUInt64BE(at + 2))
          : short === 126
            ? bytes.readUInt16BE(at + 2)
            : short;
      if ((bytes[at]! & 15) === 8 && at + head + 2 <= bytes.length) return bytes.readUInt16BE(at + head);
      at += head + length;
    }
    return undefined;
  }

  #take(bytes: Uint8Array): void {
    this.#received.push(Buffer.from(bytes));
    this.#wake();
  }

  async #until(done: () => boolean): Promise<void> {
    while (!done()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
