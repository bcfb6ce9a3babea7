// Composer: the controls of the tried conversation, to type, press keys or stay silent. Where the flow waits for
// others, it plays their part too.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { SuggestionButtons } from "./suggestion-buttons.tsx";
import { transferAnswers, transferWords } from "../../voice/transfer.ts";
import { type CallerAction, callerActionAt } from "./current-node.ts";
import type { ConversationState } from "./conversation-state.ts";
import type { Conversations } from "./conversations.ts";

interface ComposerProps {
  readonly conversations: Conversations;
  readonly state: ConversationState;
}

export function Composer({ conversations, state }: ComposerProps): ReactNode {
  const { begun, log, call } = state;
  const [hasKeys, setHasKeys] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const pressed = useRef<Element>(null);
  // The pressed button may have disappeared, and the focus with it: the group takes the focus then.
  useEffect(() => {
    if (pressed.current?.isConnected === false && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
  }, [log.length, state.expected]);
  if (begun === undefined) return null;
  const can = callerActionAt(begun.program, log);
  const isCall = begun.mode === "called";
  return (
    <div
      className="composer"
      role="group"
      aria-label="Your actions"
      ref={box}
      tabIndex={-1}
      onClickCapture={() => {
        pressed.current = document.activeElement;
      }}
    >
      {can.do === "transfer" && <TransferQuestion conversations={conversations} address={can.address} />}
      {can.do === "wait" && !isCall && (
        <EventQuestion key={can.event} conversations={conversations} event={can.event} />
      )}
      <Words conversations={conversations} can={can} />
      {(can.do === "speak" || can.do === "wait") && (
        <SuggestionButtons conversations={conversations} state={state} />
      )}
      <div className="composer-more">
        <button type="button" aria-expanded={hasKeys} onClick={() => setHasKeys(!hasKeys)}>
          Keypad
        </button>
        {!isCall && (
          <button type="button" onClick={conversations.staySilent}>
            Stay silent
          </button>
        )}
        {isCall && call.microphone && (
          <button type="button" aria-pressed={call.muted} onClick={() => conversations.mute(!call.muted)}>
            Mute
          </button>
        )}
        {isCall && call.agentSpeaks && (
          <button type="button" onClick={conversations.interrupt}>
            Interrupt
          </button>
        )}
      </div>
      {hasKeys && <Keypad press={conversations.press} />}
      {isCall && call.warning !== undefined && <p className="note">{call.warning}</p>}
      {isCall && call.noSound !== undefined && <p className="note">{call.noSound}</p>}
    </div>
  );
}

/** The server's limit for a typed text, in UTF-16 units. */
const wordsCharsMax = 4_000;

function Words({
  conversations,
  can,
}: {
  readonly conversations: Conversations;
  readonly can: CallerAction;
}): ReactNode {
  const [words, setWords] = useState("");
  const label = can.do === "record" ? "Recorded words" : "Your words";
  return (
    <form
      className="words"
      onSubmit={(event) => {
        event.preventDefault();
        const text = words.trim();
        if (text === "") return;
        setWords("");
        conversations.say(text);
      }}
    >
      <input
        type="text"
        aria-label={label}
        placeholder={can.do === "record" ? "Speak after the tone" : "Type your words"}
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
  conversations,
  address,
}: {
  readonly conversations: Conversations;
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
          <button key={label} type="button" onClick={() => conversations.transferred(ok)}>
            {label}
          </button>
        ))}
      </div>
      <p className="remark">{transferWords.hint}</p>
    </div>
  );
}

function EventQuestion({
  conversations,
  event,
}: {
  readonly conversations: Conversations;
  readonly event: string;
}): ReactNode {
  const [json, setJson] = useState("");
  const [problem, setProblem] = useState<string>();
  const send = (): void => {
    try {
      conversations.post(event, json.trim() === "" ? null : (JSON.parse(json) as unknown));
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
        Data of the event, as JSON
        <input type="text" spellCheck={false} value={json} onChange={({ target }) => setJson(target.value)} />
      </label>
      <p className="problem" role="alert">
        {problem}
      </p>
      <button type="button" onClick={send}>
        Send event
      </button>
    </div>
  );
}
