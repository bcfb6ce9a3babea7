// What the caller can do: type, press keys, say nothing; and what others do, where the flow waits for them.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Offers } from "./suggestions.tsx";
import { transferAnswers, transferWords } from "../../voice/transfer.ts";
import { type Can, canDo } from "./current-node.ts";
import type { TalkState } from "./conversation-state.ts";
import type { Talks } from "./conversations.ts";

interface ComposerProps {
  readonly talks: Talks;
  readonly state: TalkState;
}

export function Composer({ talks, state }: ComposerProps): ReactNode {
  const { begun, log, call } = state;
  const [hasKeys, setHasKeys] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const pressed = useRef<Element>(null);
  // What was pressed may be gone with what it answered, and the focus with it.
  useEffect(() => {
    if (pressed.current?.isConnected === false && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
  }, [log.length, state.expected]);
  if (begun === undefined) return null;
  const can = canDo(begun.program, log);
  const isCall = begun.way === "called";
  return (
    <div
      className="composer"
      role="group"
      aria-label="What you do"
      ref={box}
      tabIndex={-1}
      onClickCapture={() => {
        pressed.current = document.activeElement;
      }}
    >
      {can.do === "transfer" && <TransferQuestion talks={talks} address={can.address} />}
      {can.do === "wait" && !isCall && <EventQuestion key={can.event} talks={talks} event={can.event} />}
      <Words talks={talks} can={can} />
      {(can.do === "speak" || can.do === "wait") && <Offers talks={talks} state={state} />}
      <div className="composer-more">
        <button type="button" aria-expanded={hasKeys} onClick={() => setHasKeys(!hasKeys)}>
          Keypad
        </button>
        {!isCall && (
          <button type="button" onClick={talks.beSilent}>
            Say nothing
          </button>
        )}
        {isCall && call.microphone && (
          <button type="button" aria-pressed={call.muted} onClick={() => talks.mute(!call.muted)}>
            Mute
          </button>
        )}
        {isCall && call.agentSpeaks && (
          <button type="button" onClick={talks.interrupt}>
            Interrupt
          </button>
        )}
      </div>
      {hasKeys && <Keypad press={talks.press} />}
      {isCall && call.warning !== undefined && <p className="note">{call.warning}</p>}
    </div>
  );
}

/** As the server allows. */
const wordsCharsMax = 4_000;

function Words({ talks, can }: { readonly talks: Talks; readonly can: Can }): ReactNode {
  const [words, setWords] = useState("");
  const label = can.do === "record" ? "What is recorded" : "What you say";
  return (
    <form
      className="words"
      onSubmit={(event) => {
        event.preventDefault();
        const text = words.trim();
        if (text === "") return;
        setWords("");
        talks.say(text);
      }}
    >
      <input
        type="text"
        aria-label={label}
        placeholder={can.do === "record" ? "Speak after the tone" : "Type what you say"}
        autoComplete="off"
        autoFocus
        dir="auto"
        maxLength={wordsCharsMax}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <button type="submit" className="primary">
        Say
      </button>
    </form>
  );
}

const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];
const spoken: Readonly<Record<string, string>> = { "*": "star", "#": "hash" };

function Keypad({ press }: { readonly press: (key: string) => void }): ReactNode {
  return (
    <div
      className="keys"
      role="group"
      aria-label="Keypad"
      // A keyboard's own digits work as well, while the keypad has the focus.
      onKeyDown={({ key, ctrlKey, metaKey, altKey }) => {
        if (keys.includes(key) && !ctrlKey && !metaKey && !altKey) press(key);
      }}
    >
      {keys.map((key) => (
        <button key={key} type="button" aria-label={spoken[key] ?? key} onClick={() => press(key)}>
          {key}
        </button>
      ))}
    </div>
  );
}

function TransferQuestion({
  talks,
  address,
}: {
  readonly talks: Talks;
  readonly address: string;
}): ReactNode {
  return (
    <div className="note" role="group" aria-label="Transfer">
      <p role="alert">
        {transferWords.before}
        <code dir="auto">{address}</code>
        {transferWords.after}
      </p>
      <div className="answers">
        {transferAnswers.map(({ ok, label }) => (
          <button key={label} type="button" onClick={() => talks.transferred(ok)}>
            {label}
          </button>
        ))}
      </div>
      <p className="remark">{transferWords.hint}</p>
    </div>
  );
}

function EventQuestion({ talks, event }: { readonly talks: Talks; readonly event: string }): ReactNode {
  const [json, setJson] = useState("");
  const [problem, setProblem] = useState<string>();
  const send = (): void => {
    try {
      talks.post(event, json.trim() === "" ? null : (JSON.parse(json) as unknown));
    } catch {
      setProblem('This is no JSON. Write it as {"key": "value"}, or leave it empty.');
    }
  };
  return (
    <div className="note" role="group" aria-label="Event">
      <p>
        The flow waits for the event <code dir="auto">{event}</code>.
      </p>
      <label className="field">
        What it brings, as JSON
        <input type="text" spellCheck={false} value={json} onChange={({ target }) => setJson(target.value)} />
      </label>
      <p className="problem" role="alert">
        {problem}
      </p>
      <button type="button" onClick={send}>
        It happens
      </button>
    </div>
  );
}
