// Supervision panel: listens to a running call, makes the agent speak, transfers the caller, or ends the call.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { useAct, useConsole } from "../use-answer.ts";
import { Card, ConfirmButton, Problem } from "../view-parts.tsx";
import { LiveSound } from "./live-sound.ts";

const textCharsMax = 1_000;

type Act = (what: "say" | "transfer" | "end", body: object, done: string) => Promise<boolean>;

export function SupervisionPanel({ callId }: { readonly callId: string }): ReactNode {
  const { api } = useConsole();
  const { isBusy, problem, run } = useAct();
  const [text, setText] = useState("");
  const [told, tell] = useState("");
  const act: Act = async (what, body, done) => {
    const asked = request(`POST /v1/sessions/:session_id/${what}`, { session_id: callId }, body);
    const isDone = await run(async () => void (await api.ask(asked)));
    tell(isDone ? done : "");
    if (isDone) setText("");
    return isDone;
  };
  const shown = words.live;
  const parts = { isBusy, act, say: text.trim() };
  return (
    <Card title={shown.take} about={shown.takeAbout} className="supervision-panel">
      <Listen callId={callId} />
      <SayForm {...parts} text={text} setText={setText} />
      <PutThroughForm {...parts} />
      <ConfirmButton label={shown.end} confirm={shown.endNow} act={() => void act("end", {}, shown.ended)} />
      <p role="status" className="soft">
        {told}
      </p>
      <Problem problem={problem} />
    </Card>
  );
}

interface FormProps {
  readonly isBusy: boolean;
  readonly act: Act;
  /** Words for the agent, without spaces around them. */
  readonly say: string;
}

interface SayProps extends FormProps {
  readonly text: string;
  readonly setText: (text: string) => void;
}

function SayForm({ isBusy, act, say, text, setText }: SayProps): ReactNode {
  const shown = words.live;
  const isOff = isBusy || say === "";
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void act("say", { text: say }, shown.said);
      }}
    >
      <label className="field">
        <span>{shown.text}</span>
        <textarea
          rows={2}
          maxLength={textCharsMax}
          placeholder={shown.textHint}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <div className="form-end">
        <button type="submit" className="primary" disabled={isOff}>
          {shown.say}
        </button>
        <button
          type="button"
          disabled={isOff}
          onClick={() => void act("say", { text: say, interrupt: true }, shown.said)}
        >
          {shown.cutIn}
        </button>
        <button
          type="button"
          className="quiet danger"
          disabled={isOff}
          onClick={() => void act("end", { say }, shown.ended)}
        >
          {shown.goodbye}
        </button>
      </div>
    </form>
  );
}

function PutThroughForm({ isBusy, act, say }: FormProps): ReactNode {
  const shown = words.live;
  const [to, setTo] = useState("");
  const withWords = say === "" ? {} : { say };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void act("transfer", { to: to.trim(), ...withWords }, shown.transferred);
      }}
    >
      <label className="field">
        <span>{shown.to}</span>
        <input
          type="text"
          required
          placeholder={shown.toHint}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </label>
      <div className="form-end">
        <button type="submit" disabled={isBusy}>
          {shown.transfer}
        </button>
        <span className="soft small">{shown.transferAbout}</span>
      </div>
    </form>
  );
}

function Listen({ callId }: { readonly callId: string }): ReactNode {
  const { api } = useConsole();
  const { problem, run } = useAct();
  const sound = useRef<LiveSound>(undefined);
  const [state, setState] = useState<"off" | "on" | "over">("off");
  useEffect(() => () => sound.current?.close(), []);
  const stop = (): void => {
    sound.current?.close();
    sound.current = undefined;
    setState("off");
  };
  const begin = async (): Promise<void> => {
    const live = new LiveSound();
    sound.current = live;
    const isOpen = await run(async () => {
      const answer = await api.send(
        request("GET /v1/sessions/:session_id/listen", { session_id: callId }),
        live.signal,
      );
      setState("on");
      void live.play(answer).then(() => {
        if (sound.current !== live) return;
        stop();
        setState("over");
      });
    });
    if (!isOpen) stop();
  };
  const shown = words.live;
  const notes = { off: "", on: shown.listening, over: shown.silent };
  return (
    <div className="form-end">
      <button type="button" className="primary" onClick={() => (state === "on" ? stop() : void begin())}>
        {state === "on" ? shown.stop : shown.listen}
      </button>
      <span role="status" className="soft">
        {notes[state]}
      </span>
      <Problem problem={problem} />
    </div>
  );
}
