// Call trouble: problems of a call, in sentences that name the place to look. Pure.

import { words } from "../console-words.ts";
import { durationText } from "../shown-figures.ts";
import type { CallRecord } from "./call-record.ts";

/** First cause of the call's end; undefined for a call without trouble. */
export function whatWentWrong(
  call: Pick<CallRecord, "end_reason" | "trouble" | "provider_failures" | "failures" | "tools">,
): readonly string[] {
  const text = words.call.wrong;
  const reason = call.end_reason ?? "";
  const ended = (text.ends as Readonly<Record<string, string>>)[reason];
  const isFirst = call.trouble === "network" || call.trouble === "other";
  return [
    ...(isFirst ? [ended ?? text.other(words.endReasons[reason] ?? reason)] : []),
    ...[...call.provider_failures, ...call.failures].map(({ message }) => text.provider(message)),
    ...(call.trouble === "provider" && reason === "failed" ? [text.ends.failed] : []),
    ...call.tools
      .filter(({ ok, failure }) => !ok && failure !== "cancelled")
      .map(({ name, failure = "", at_secs, seconds }) =>
        text.tool(name, {
          at: durationText(at_secs * 1_000),
          took: durationText(seconds * 1_000),
          why: (text.tools as Readonly<Record<string, string>>)[failure] ?? failure,
        }),
      ),
  ];
}
