// Call trouble: problems of a call, in sentences that name the place to look. Pure.

import { words } from "../console-words.ts";
import { durationText } from "../shown-figures.ts";
import type { CallEntry } from "./call-entry.ts";
import type { CallRecord } from "./call-record.ts";

/** First cause of the call's end; nothing for one in which all went well. */
export function whatWentWrong(
  call: Pick<CallEntry, "endReason" | "trouble" | "durationMs">,
  record: Pick<CallRecord, "failures" | "tools">,
): readonly string[] {
  const text = words.call.wrong;
  const reason = call.endReason ?? "";
  const ended = (text.ends as Readonly<Record<string, string>>)[reason];
  const isFirst = call.trouble === "network" || call.trouble === "other";
  return [
    ...(isFirst ? [ended ?? text.other(words.endReasons[reason] ?? reason)] : []),
    ...record.failures.map(text.provider),
    ...(call.trouble === "provider" && reason === "failed" ? [text.ends.failed] : []),
    ...record.tools
      .filter(({ isOk, failure }) => !isOk && failure !== "cancelled")
      .map(({ name, failure = "", atSeconds, seconds }) =>
        text.tool(name, {
          at: durationText(atSeconds * 1_000),
          took: durationText(seconds * 1_000),
          why: (text.tools as Readonly<Record<string, string>>)[failure] ?? failure,
        }),
      ),
  ];
}
