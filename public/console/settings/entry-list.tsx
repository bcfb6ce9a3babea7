// Entry list: things of an account that can be taken away, each with what is to know of it.

import type { ReactNode } from "react";
import { words } from "../console-words.ts";
import { type Answer, useAct, useConsole } from "../use-answer.ts";
import { Answered, ConfirmButton, Empty, Problem } from "../view-parts.tsx";

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Under it. */
  readonly more?: ReactNode;
  /** Buttons beside the one that takes it away. */
  readonly ways?: ReactNode;
}

interface EntryListProps {
  /** An array. */
  readonly answer: Answer;
  readonly empty: readonly [title: string, text: string];
  readonly entryOf: (entry: unknown) => Entry;
  readonly remove: {
    readonly label?: string;
    readonly confirm?: string;
    /** Undefined: it is gone already. */
    readonly path: (entry: unknown) => string | undefined;
  };
}

export function EntryList({ answer, empty: [title, text], entryOf, remove }: EntryListProps): ReactNode {
  const { api } = useConsole();
  const { problem, run } = useAct();
  const act = async (path: string): Promise<void> => {
    if (await run(async () => void (await api.ask({ method: "DELETE", path })))) answer.reload();
  };
  return (
    <>
      <Problem problem={problem} />
      <Answered answer={answer}>
        {(body) => {
          const entries: readonly unknown[] = Array.isArray(body) ? body : [];
          return (
            <div className="card list">
              {entries.length === 0 ? (
                <Empty title={title} text={text} />
              ) : (
                <ul className="entries">
                  {entries.map((entry) => {
                    const { id, name, facts, more, ways } = entryOf(entry);
                    const path = remove.path(entry);
                    return (
                      <li key={id}>
                        <div className="entry-head">
                          <b>{name}</b>
                          {facts.map(([fact, value]) => (
                            <span key={fact} className="soft">
                              {fact} {value}
                            </span>
                          ))}
                          {more}
                        </div>
                        {(path !== undefined || ways !== undefined) && (
                          <div className="entry-ways">
                            {ways}
                            {path !== undefined && (
                              <ConfirmButton
                                label={remove.label ?? words.delete}
                                confirm={remove.confirm ?? words.deleteForGood}
                                of={name}
                                act={() => void act(path)}
                              />
                            )}
                          </div>
                        )}
                      </li>
                    );
                  })}
                </ul>
              )}
            </div>
          );
        }}
      </Answered>
    </>
  );
}
