// React example: a button that talks, with captions. The app's own server begins the session, so no key is in the page.

import { useEffect, useState, useSyncExternalStore } from "react";
import { connect, noCall } from "voice-flow-client";

const session = () => fetch("/voice-session", { method: "POST" }).then((answer) => answer.text());

export function TalkButton() {
  const [call, setCall] = useState(noCall);
  const { state, transcript, error } = useSyncExternalStore(call.subscribe, call.getSnapshot);
  useEffect(() => () => call.hangUp(), [call]);
  const isOn = state.phase !== "over";
  const press = () => (isOn ? call.hangUp() : setCall(connect({ url: session() })));
  const lines = transcript.map(({ id, who, text }) => <li key={id}>{`${who}: ${text}`}</li>);
  return (
    <section aria-label="Voice agent">
      <button onClick={press}>{isOn ? "Hang up" : "Talk"}</button>
      <p role="status">{error?.message ?? state.words}</p>
      <ol>{lines}</ol>
    </section>
  );
}
