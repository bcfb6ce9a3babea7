// React example: a button that talks, with captions. The app's own server begins the session, so no key is in the page.

import { useEffect, useRef, useState } from "react";
import { type Call, type CallState, connect, type TranscriptLine } from "voice-flow-client";

export function TalkButton() {
  const call = useRef<Call>(undefined);
  const [state, setState] = useState<CallState>();
  const [lines, setLines] = useState<readonly TranscriptLine[]>([]);
  const [problem, setProblem] = useState("");
  useEffect(() => () => call.current?.hangUp(), []);
  const isRunning = state !== undefined && state.phase !== "over";
  const talk = () => {
    setProblem("");
    call.current = connect({
      url: fetch("/voice-session", { method: "POST" }).then((answer) => answer.text()),
    });
    call.current.on("state", setState);
    call.current.on("transcript", setLines);
    call.current.on("error", ({ message }) => setProblem(message));
  };
  const said = lines.map(({ id, who, text }) => <li key={id}>{`${who}: ${text}`}</li>);
  return (
    <section aria-label="Voice agent">
      <button onClick={() => (isRunning ? call.current?.hangUp() : talk())}>
        {isRunning ? "Hang up" : "Talk"}
      </button>
      <p role="status">{problem || state?.words}</p>
      <ol>{said}</ol>
    </section>
  );
}
