// Said lines: transcript of a call, with the line that is playing, and a player for each.

import type { ReactNode } from "react";
import type { CallRecord } from "./call-record.ts";
import { words } from "../console-words.ts";
import { type LoadedRecording, usePosition } from "./recording-view.tsx";
import { durationText } from "../shown-figures.ts";
import { Card } from "../view-parts.tsx";

interface SaidProps {
  readonly call: CallRecord;
  readonly isLive: boolean;
  readonly loaded: LoadedRecording | undefined;
}

export function SaidLines({ call: { transcript: lines }, isLive, loaded }: SaidProps): ReactNode {
  const position = usePosition(loaded?.player);
  const text = words.call;
  const heard =
    loaded?.player.isPlaying === true ? lines.findLastIndex((line) => line.at_secs <= position) : -1;
  return (
    <Card title={text.transcript} {...(isLive && { about: text.running })}>
      {lines.length === 0 ? (
        <p className="soft">{text.noTranscript}</p>
      ) : (
        <ol className="lines" aria-live={isLive ? "polite" : "off"}>
          {lines.map((line, at) => {
            const time = durationText(line.at_secs * 1_000);
            return (
              <li
                key={`${at} ${line.at_secs}`}
                className={line.role === "agent" ? "agent" : "caller"}
                data-heard={at === heard}
              >
                <span className="by soft">
                  {line.role === "agent" ? text.agent : text.caller}
                  {loaded === undefined ? (
                    <span className="time">{time}</span>
                  ) : (
                    <button
                      type="button"
                      className="link time"
                      aria-label={text.playFrom(time)}
                      onClick={() => loaded.player.play(line.at_secs)}
                    >
                      {time}
                    </button>
                  )}
                </span>
                <p>
                  {line.text}
                  {line.by === "text" && <span className="tag">{text.typed}</span>}
                  {line.by === "keys" && <span className="tag">{text.keyed}</span>}
                  {line.unanswered === true && <span className="tag">{text.unanswered}</span>}
                  {line.interrupted === true && <span className="tag">{text.cutIn}</span>}
                </p>
              </li>
            );
          })}
        </ol>
      )}
    </Card>
  );
}
