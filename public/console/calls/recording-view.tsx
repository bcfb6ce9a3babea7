// Recording view: the two tracks of a call with a player, loaded on demand.

import { type ReactNode, useEffect, useState } from "react";
import { download } from "../../page/download.ts";
import { request } from "../../page/api-request.ts";
import { ApiProblem } from "../console-api.ts";
import { words } from "../console-words.ts";
import { durationText } from "../shown-figures.ts";
import { TrackPlayer } from "./track-player.ts";
import { peaksOf, peaksPath, tracksOf } from "./two-tracks.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Card, Problem } from "../view-parts.tsx";

export interface LoadedRecording {
  readonly player: TrackPlayer;
  readonly caller: string;
  readonly agent: string;
  /** True if the file continues after the loaded part. */
  readonly isCut: boolean;
}

/** Twenty minutes of sound: more of it would not fit into the memory of a small device. */
const loadedBytesMax = 44 + 20 * 60 * 64_000;
const parts = 400;
const stepsPerSecond = 8;

interface RecordingProps {
  readonly callId: string;
  readonly isRecorded: boolean;
  readonly loaded: LoadedRecording | undefined;
  readonly onLoad: (loaded: LoadedRecording) => void;
}

export function RecordingView({ callId, isRecorded, loaded, onLoad }: RecordingProps): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const sound = request("GET /v1/sessions/:session_id/recording", { session_id: callId });
  const load = (): Promise<boolean> =>
    run(async () => {
      const answer = await api.send({ ...sound, range: loadedBytesMax });
      const wav = await answer.arrayBuffer();
      const tracks = tracksOf(wav);
      if (tracks === undefined) throw new ApiProblem(words.problems.noReason, { status: 200, code: "" });
      const whole = Number(answer.headers.get("content-range")?.split("/")[1] ?? wav.byteLength);
      onLoad({
        player: new TrackPlayer(tracks),
        caller: peaksPath(peaksOf(tracks.caller, parts)),
        agent: peaksPath(peaksOf(tracks.agent, parts)),
        isCut: whole > wav.byteLength,
      });
    });
  const save = (): Promise<boolean> =>
    run(async () => download(await (await api.send(sound)).blob(), `${callId}.wav`));
  return (
    <Card title={words.call.recording} about={loaded && words.call.recordingAbout} className="recording">
      <Problem problem={problem} />
      {!isRecorded ? (
        <p className="soft">{words.call.notRecorded}</p>
      ) : loaded === undefined ? (
        <button type="button" disabled={isBusy} onClick={() => void load()}>
          {words.call.loadRecording}
        </button>
      ) : (
        <>
          <Tracks loaded={loaded} />
          <p className="soft">
            {loaded.isCut && `${words.call.firstPart(durationText(loaded.player.seconds * 1_000))} `}
            <button type="button" className="link" disabled={isBusy} onClick={() => void save()}>
              {words.call.wav}
            </button>
          </p>
        </>
      )}
    </Card>
  );
}

/** The playing position, read again at every animation frame while the player plays. */
export function usePosition(player: TrackPlayer | undefined): number {
  const [position, setPosition] = useState(0);
  useEffect(() => {
    if (player === undefined) return undefined;
    let frame = 0;
    const look = (): void => {
      // Finer steps are invisible, and each would draw the transcript again.
      setPosition(Math.round(player.position * stepsPerSecond) / stepsPerSecond);
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [player]);
  return position;
}

function Tracks({ loaded: { player, caller, agent } }: { readonly loaded: LoadedRecording }): ReactNode {
  const position = usePosition(player);
  const share = (100 * position) / Math.max(player.seconds, 0.001);
  return (
    <>
      <div className="tracks">
        {(
          [
            ["caller", words.call.caller, caller],
            ["agent", words.call.agent, agent],
          ] as const
        ).map(([kind, name, path]) => (
          <div key={kind} className={`track ${kind}`}>
            <span className="soft">{name}</span>
            <svg viewBox={`0 -1 ${parts} 2`} preserveAspectRatio="none" aria-hidden="true">
              <path d={path} vectorEffect="non-scaling-stroke" />
            </svg>
          </div>
        ))}
        <span className="needle-room" aria-hidden="true">
          <span className="needle" style={{ left: `${share}%` }} />
        </span>
      </div>
      <div className="player">
        <button
          type="button"
          className="primary"
          onClick={() => (player.isPlaying ? player.pause() : player.play())}
        >
          {player.isPlaying ? words.call.pause : words.call.play}
        </button>
        <input
          type="range"
          aria-label={words.call.position}
          aria-valuetext={durationText(position * 1_000)}
          min="0"
          max={player.seconds}
          step={1 / stepsPerSecond}
          value={position}
          onChange={({ currentTarget }) => player.seek(Number(currentTarget.value))}
        />
        <span className="soft time">
          {durationText(position * 1_000)} / {durationText(player.seconds * 1_000)}
        </span>
      </div>
    </>
  );
}
