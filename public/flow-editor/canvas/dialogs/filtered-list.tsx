// Filtered list: a text field and its matching options; arrow keys move, and Enter chooses.

import { shown } from "../../../../src/flow/author/draw/text-width.ts";
import { opensFocused } from "../../dialog.tsx";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";

export interface ListOption {
  readonly id: string;
  readonly words: string;
  readonly more: string;
}

export interface FilteredListProps {
  readonly label: string;
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly options: readonly ListOption[];
  readonly take: (id: string) => void;
}

/** Further options are not rendered: with so many, typing a word of the name is faster than scrolling. */
const shownMax = 100;

export function FilteredList({ label, query, setQuery, options, take }: FilteredListProps): ReactNode {
  const base = useId();
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const listed = options.slice(0, shownMax);
  const current = Math.min(at, listed.length - 1);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    const option = listed[current];
    if (step !== 0) setAt((current + step + listed.length) % Math.max(1, listed.length));
    else if (key === "Enter" && option !== undefined) take(option.id);
    else return;
    event.preventDefault();
  };
  return (
    <div className="options">
      <label htmlFor={`${base}-field`}>{label}</label>
      <input
        id={`${base}-field`}
        type="text"
        role="combobox"
        ref={opensFocused}
        autoComplete="off"
        spellCheck={false}
        aria-expanded="true"
        aria-controls={`${base}-list`}
        aria-activedescendant={listed.length === 0 ? undefined : `${base}-${current}`}
        placeholder="Name or text"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id={`${base}-list`} role="listbox" aria-label={label}>
        {listed.map(({ id, words, more }, i) => (
          <li
            key={id}
            id={`${base}-${i}`}
            role="option"
            aria-selected={i === current}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(id)}
          >
            <bdi className="option-words">{shown(words)}</bdi>{" "}
            <bdi className="option-more">{shown(more)}</bdi>
          </li>
        ))}
      </ul>
      <p className="options-note" role="status">
        {listed.length === 0 ? "No match." : ""}
        {options.length > shownMax
          ? `${options.length - shownMax} more. Type a part of the name to narrow the list.`
          : ""}
      </p>
    </div>
  );
}
