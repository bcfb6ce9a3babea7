// What of a flow's wishes only the surroundings of a call can do; the call itself transfers and records.

import type { Frame } from "../audio/frame.ts";
import type { Outside, RecordWork } from "../flow/work.ts";

export interface FlowOutside extends Pick<Outside, "runTool" | "propose" | "utter"> {
  /** Keeps what was recorded; answers with its id. */
  readonly keep: (frames: readonly Frame[], work: RecordWork) => Promise<string>;
}
