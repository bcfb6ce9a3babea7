// WebSocket module types: the used part of Bun's own "ws".

declare module "ws" {
  import type { IncomingMessage } from "node:http";

  export interface WebSocketOptions {
    readonly headers?: Readonly<Record<string, string>>;
    /** Milliseconds. */
    readonly handshakeTimeout?: number;
    /** Bytes of one message. */
    readonly maxPayload?: number;
    readonly perMessageDeflate?: boolean;
  }

  export class WebSocket {
    constructor(url: string, options?: WebSocketOptions);
    /** Bytes sent and still buffered. */
    readonly bufferedAmount: number;
    on(event: "open", listener: () => void): this;
    on(event: "message", listener: (data: unknown, isBinary: boolean) => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    on(event: "close", listener: (code: number, reason: Uint8Array) => void): this;
    on(event: "unexpected-response", listener: (request: unknown, response: IncomingMessage) => void): this;
    once(event: "close", listener: () => void): this;
    send(message: string | Uint8Array): void;
    close(code?: number): void;
    terminate(): void;
  }
}
