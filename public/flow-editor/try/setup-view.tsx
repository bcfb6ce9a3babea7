// Setup view: the form for the settings of a conversation, shown before it starts.

import { type ReactNode, useMemo, useState } from "react";
import { parsedTextOf } from "../state/parsed-text.ts";
import { useVisibleText } from "../tests/visible-text.ts";
import { writtenValue } from "./setup-values.ts";
import {
  type SetupFields,
  setupFieldsOf,
  type FillableVariable,
  type ConversationSetup,
} from "./conversation-setup.ts";
import type { ConversationState } from "./conversation-state.ts";
import type { Conversations } from "./conversations.ts";

interface SetupViewProps {
  readonly conversations: Conversations;
  readonly state: ConversationState;
}

export function SetupView({ conversations, state }: SetupViewProps): ReactNode {
  const text = useVisibleText("try");
  const asked = useMemo(() => setupFieldsOf(parsedTextOf(text).document), [text]);
  const { setup } = state;
  const change = (part: Partial<ConversationSetup>): void =>
    conversations.dispatch({ type: "setup", change: part });
  return (
    <div className="setup">
      <fieldset>
        <legend>Kind of test call</legend>
        <WayOption
          setup={setup}
          mode="typed"
          change={change}
          label="Type"
          about="Runs in this page. Tools are not called: the answers below or example services replace them."
        />
        <WayOption
          setup={setup}
          mode="called"
          change={change}
          label="Talk"
          about={`Calls through the server, with its voice. Tools are called${exampleHint(asked)}.`}
        />
        {setup.mode === "called" && (
          <label className="check">
            <input
              type="checkbox"
              checked={setup.microphone}
              onChange={({ target }) => change({ microphone: target.checked })}
            />
            Use the microphone. Otherwise you type and listen
          </label>
        )}
        {setup.mode === "typed" && asked.converses && (
          <p className="remark">
            Typed conversations use no language model: the flow continues without its answers. Talk to try the
            flow with one.
          </p>
        )}
      </fieldset>
      {setup.mode === "typed" && <Time setup={setup} change={change} />}
      <Inputs setup={setup} change={change} asked={asked} />
      {setup.mode === "typed" && <Mocks setup={setup} change={change} asked={asked} />}
    </div>
  );
}

function exampleHint({ examples }: Pick<SetupFields, "examples">): string {
  return examples.length > 0 ? `, but example services answer for ${examples.join(", ")}` : "";
}

interface WayOptionProps {
  readonly setup: ConversationSetup;
  readonly mode: ConversationSetup["mode"];
  readonly change: (part: Partial<ConversationSetup>) => void;
  readonly label: string;
  readonly about: string;
}

function WayOption({ setup, mode, change, label, about }: WayOptionProps): ReactNode {
  return (
    <label className="check">
      <input type="radio" name="way" checked={setup.mode === mode} onChange={() => change({ mode })} />
      <span>
        <b>{label}</b> <span className="remark">{about}</span>
      </span>
    </label>
  );
}

interface SetupPartProps {
  readonly setup: ConversationSetup;
  readonly change: (part: Partial<ConversationSetup>) => void;
  readonly asked: SetupFields;
}

function Inputs({ setup, change, asked: { inputs, others } }: SetupPartProps): ReactNode {
  // A refused start shows the form again: a group that contains a value is open then.
  const [hasValue] = useState(() => others.some(({ name }) => writtenValue(setup.context, name) !== ""));
  if (inputs.length + others.length === 0) return null;
  const field = (one: FillableVariable): ReactNode => (
    <Filling key={one.name} setup={setup} change={change} one={one} />
  );
  return (
    <fieldset>
      <legend>Call context</legend>
      {inputs.map(field)}
      {inputs.length > 0 && (
        <p className="remark">Empty fields take the example of the flow, if it has one.</p>
      )}
      {others.length > 0 && (
        <details open={hasValue}>
          <summary>Other variables</summary>
          {others.map(field)}
          <p className="remark">The flow does not ask for variables that already have a value.</p>
        </details>
      )}
    </fieldset>
  );
}

interface FillingProps extends Pick<SetupPartProps, "setup" | "change"> {
  readonly one: FillableVariable;
}

function Filling({ setup: { context }, change, one: { name, type, required } }: FillingProps): ReactNode {
  return (
    <label className="field">
      <span>
        <code dir="auto">{name}</code> <span className="remark">{type}</span>
        {required && <span className="remark">, required</span>}
      </span>
      <input
        type="text"
        dir="auto"
        spellCheck={false}
        value={writtenValue(context, name)}
        onChange={({ target }) => change({ context: { ...context, [name]: target.value } })}
      />
    </label>
  );
}

function Time({ setup, change }: Pick<SetupPartProps, "setup" | "change">): ReactNode {
  return (
    <label className="field">
      Date and time in the flow's time zone (default: now)
      <input
        type="datetime-local"
        value={setup.now}
        onChange={({ target }) => change({ now: target.value })}
      />
    </label>
  );
}

function Mocks({
  setup: { mocks },
  change,
  asked: { outside, examples, mocked },
}: SetupPartProps): ReactNode {
  if (outside.length === 0) return null;
  return (
    <fieldset>
      <legend>Simulated tool answers</legend>
      {outside.map((name) => (
        <label key={name} className="field">
          <code dir="auto">{name}</code>
          <textarea
            dir="auto"
            spellCheck={false}
            rows={2}
            placeholder={examples.includes(name) ? "An example service answers" : '{"error": "network"}'}
            value={writtenValue({ ...mocked, ...mocks }, name)}
            onChange={({ target }) => change({ mocks: { ...mocks, [name]: target.value } })}
          />
        </label>
      ))}
      <p className="remark">
        JSON, as in the mocks of a test: an answer, a list of successive answers, or {'{"error": "timeout"}'}.
        What is empty fails{exampleHint({ examples })}.
      </p>
    </fieldset>
  );
}
