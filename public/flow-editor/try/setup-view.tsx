// What the conversation is tried with, before it begins.

import { type ReactNode, useMemo } from "react";
import { readingOf } from "../state/parsed-text.ts";
import { useShownText } from "../tests/visible-text.ts";
import { writtenAs } from "./setup-values.ts";
import { type Asked, askedBy, type Fillable, type Setup } from "./conversation-setup.ts";
import type { TalkState } from "./conversation-state.ts";
import type { Talks } from "./conversations.ts";

interface SetupViewProps {
  readonly talks: Talks;
  readonly state: TalkState;
}

export function SetupView({ talks, state }: SetupViewProps): ReactNode {
  const text = useShownText("try");
  const asked = useMemo(() => askedBy(readingOf(text).document), [text]);
  const { setup } = state;
  const change = (part: Partial<Setup>): void => talks.tell({ type: "setup", change: part });
  return (
    <div className="setup">
      <fieldset>
        <legend>How do you try it?</legend>
        <Way
          setup={setup}
          way="typed"
          change={change}
          label="Type"
          about="Played in this page. Tools are not called: the answers below, or example services, stand for them."
        />
        <Way
          setup={setup}
          way="called"
          change={change}
          label="Talk"
          about={`A call through the server, with its voice. Tools are really called${exampleHint(asked)}.`}
        />
        {setup.way === "called" && (
          <label className="check">
            <input
              type="checkbox"
              checked={setup.microphone}
              onChange={({ target }) => change({ microphone: target.checked })}
            />
            With the microphone; otherwise you type and listen
          </label>
        )}
        {setup.way === "typed" && asked.converses && (
          <p className="remark">
            No language model takes part here: where one would speak, the flow goes on without it. Talk to try
            it with one.
          </p>
        )}
      </fieldset>
      {setup.way === "typed" && <Time setup={setup} change={change} />}
      <Inputs setup={setup} change={change} asked={asked} />
      {setup.way === "typed" && <Mocks setup={setup} change={change} asked={asked} />}
    </div>
  );
}

function exampleHint({ examples }: Pick<Asked, "examples">): string {
  return examples.length > 0 ? `, but example services answer for ${examples.join(", ")}` : "";
}

interface WayProps {
  readonly setup: Setup;
  readonly way: Setup["way"];
  readonly change: (part: Partial<Setup>) => void;
  readonly label: string;
  readonly about: string;
}

function Way({ setup, way, change, label, about }: WayProps): ReactNode {
  return (
    <label className="check">
      <input type="radio" name="way" checked={setup.way === way} onChange={() => change({ way })} />
      <span>
        <b>{label}</b> <span className="remark">{about}</span>
      </span>
    </label>
  );
}

interface PartProps {
  readonly setup: Setup;
  readonly change: (part: Partial<Setup>) => void;
  readonly asked: Asked;
}

function Inputs({ setup, change, asked: { inputs, others } }: PartProps): ReactNode {
  if (inputs.length + others.length === 0) return null;
  const field = (one: Fillable): ReactNode => (
    <Filling key={one.name} setup={setup} change={change} one={one} />
  );
  return (
    <fieldset>
      <legend>What the caller brings along</legend>
      {inputs.map(field)}
      {inputs.length > 0 && (
        <p className="remark">What is empty takes its example, where the flow has one.</p>
      )}
      {others.length > 0 && (
        <details>
          <summary>Other variables</summary>
          {others.map(field)}
          <p className="remark">A question whose variable is filled is not asked.</p>
        </details>
      )}
    </fieldset>
  );
}

interface FillingProps extends Pick<PartProps, "setup" | "change"> {
  readonly one: Fillable;
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
        value={writtenAs(context, name)}
        onChange={({ target }) => change({ context: { ...context, [name]: target.value } })}
      />
    </label>
  );
}

function Time({ setup, change }: Pick<PartProps, "setup" | "change">): ReactNode {
  return (
    <label className="field">
      The time it is, where the flow is; empty: now
      <input
        type="datetime-local"
        value={setup.now}
        onChange={({ target }) => change({ now: target.value })}
      />
    </label>
  );
}

function Mocks({ setup: { mocks }, change, asked: { outside, examples, mocked } }: PartProps): ReactNode {
  if (outside.length === 0) return null;
  return (
    <fieldset>
      <legend>What answers in the place of tools</legend>
      {outside.map((name) => (
        <label key={name} className="field">
          <code dir="auto">{name}</code>
          <textarea
            dir="auto"
            spellCheck={false}
            rows={2}
            placeholder={examples.includes(name) ? "An example service answers" : '{"error": "network"}'}
            value={writtenAs({ ...mocked, ...mocks }, name)}
            onChange={({ target }) => change({ mocks: { ...mocks, [name]: target.value } })}
          />
        </label>
      ))}
      <p className="remark">
        As mocks of tests are written, in JSON: what it answers, a list of one answer after the other, or{" "}
        {'{"error": "timeout"}'}. What is empty fails{exampleHint({ examples })}.
      </p>
    </fieldset>
  );
}
