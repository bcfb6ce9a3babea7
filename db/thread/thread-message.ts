// Thread messages: messages between the main thread and the thread of the data file.

import type { Level } from "../../src/base/log.ts";
import type { AnswerMessage, CallMessage, CrossingError } from "../../src/base/remote-call.ts";
import type { StoreLocation } from "../open-database.ts";
import type { DiskNews } from "../remote/store-server.ts";

export type ToThread =
  /** First message, until the thread has received it. */
  | { readonly type: "open"; readonly place: StoreLocation }
  | { readonly type: "call"; readonly call: CallMessage }
  /** Last message: earlier requests are answered first. */
  | { readonly type: "close" };

export type FromThread =
  /** The thread receives messages from now on. */
  | { readonly type: "ready" }
  | { readonly type: "opened" }
  /** `isInUse`: another process has the directory. */
  | { readonly type: "refused"; readonly error: CrossingError; readonly isInUse: boolean }
  | { readonly type: "answer"; readonly answer: AnswerMessage }
  | { readonly type: "disk"; readonly news: DiskNews }
  /** Something waits in the outbox. */
  | { readonly type: "added" }
  | {
      readonly type: "log";
      readonly level: Level;
      readonly event: string;
      readonly fields: Readonly<Record<string, unknown>>;
    }
  | { readonly type: "closed" };
