// Messages between the processes of a machine: plain data over the pipes from the first process to each other one.

import type { AnswerMessage, CallMessage } from "../base/remote-call.ts";
import type { MetricFigures } from "../base/metrics.ts";
import type { DiskNews } from "../../db/remote/store-server.ts";
import type { ProcessFigures } from "./connection-balance.ts";
import type { Part } from "./share.ts";

/** Message to the first process. */
export type UpMessage =
  | { readonly type: "born" }
  | { readonly type: "call"; readonly call: CallMessage }
  /** `node`: node id of its sessions. `isOpen`: it takes new connections. */
  | {
      readonly type: "figures";
      readonly node: string;
      readonly figures: ProcessFigures;
      readonly isOpen: boolean;
    }
  | { readonly type: "metrics"; readonly metrics: readonly MetricFigures[] };

/** Message from the first process. */
export type DownMessage =
  /** `port`: the common listening port. */
  | { readonly type: "begin"; readonly part: Part; readonly port: number }
  | { readonly type: "answer"; readonly answer: AnswerMessage }
  | { readonly type: "disk"; readonly news: DiskNews }
  | { readonly type: "listen"; readonly on: boolean }
  /** Calls have this time, or the drain time if it is absent; then the process ends. */
  | { readonly type: "drain"; readonly ms?: number };
