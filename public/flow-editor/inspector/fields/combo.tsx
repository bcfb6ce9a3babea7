// Combo box: a text field with completions, for keyboard, pointer and screen reader.

import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Completion, Completions } from "../../complete/completion-item.ts";
import { chosen, marked, type ComboOffer, offerAt } from "./combo-state.ts";

export interface ComboProps {
  readonly id: string;
  readonly label?: string | undefined;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The completions for the text before the caret. */
  readonly complete: (before: string) => Completions;
  /** The text is one name, which a completion replaces as a whole. */
  readonly isWhole: boolean;
  /** The text may have several lines. */
  readonly isLong?: boolean;
  readonly isCode?: boolean;
  readonly placeholder?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean;
  readonly onLeave?: () => void;
  /** Called instead of inserting the chosen option. */
  readonly onChoose?: (option: Completion) => void;
  /** Called for Enter while no completions are shown. */
  readonly onEnter?: () => void;
}

type Control = HTMLInputElement | HTMLTextAreaElement;

export function Combo(props: ComboProps): ReactNode {
  const { id, isLong = false } = props;
  const control = useRef<Control>(null);
  const { offer, setOffer, ask, choose } = useOffer(props, control);
  const { shared, onKeyDown } = attributes(props, offer);
  const handlers = {
    onChange({ target }: { readonly target: Control }) {
      props.onText(target.value);
      ask(target.value, false);
    },
    onBlur() {
      setOffer(undefined);
      props.onLeave?.();
    },
    onClick() {
      if (props.isWhole && offer === undefined) ask(props.text, true);
    },
    onKeyDown: (event: KeyboardEvent) =>
      onKeyDown(event, { offer, setOffer, choose, ask: () => ask(props.text, true), isLong }),
  };
  return (
    <div className="combo">
      {isLong ? (
        <textarea {...shared} {...handlers} rows={1} ref={control as RefObject<HTMLTextAreaElement>} />
      ) : (
        <input
          {...shared}
          {...handlers}
          type="text"
          role="combobox"
          aria-expanded={offer !== undefined}
          ref={control as RefObject<HTMLInputElement>}
        />
      )}
      {offer !== undefined && <OfferView id={`${id}-offer`} offer={offer} choose={choose} />}
    </div>
  );
}

/** The state of the suggestions: which are shown, and how a chosen one changes the text. */
function useOffer(props: ComboProps, control: RefObject<Control | null>) {
  const { text, isWhole } = props;
  const [offer, setOffer] = useState<ComboOffer>();
  const caretTo = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caretTo.current === undefined) return;
    control.current?.setSelectionRange(caretTo.current, caretTo.current);
    caretTo.current = undefined;
  });
  return {
    offer,
    setOffer,
    ask: (now: string, isAsked: boolean): void => {
      const at = isWhole ? now.length : (control.current?.selectionStart ?? now.length);
      const completions = props.complete(isWhole ? "" : now.slice(0, at));
      setOffer(offerAt({ text: now, at }, { completions, isAsked, isWhole }));
    },
    choose: (option: Completion): void => {
      setOffer(undefined);
      if (props.onChoose !== undefined) return props.onChoose(option);
      const at = control.current?.selectionStart ?? text.length;
      const now = chosen({ text, at }, { from: offer?.from ?? 0, isWhole, option });
      caretTo.current = now.at;
      props.onText(now.text);
    },
  };
}

function attributes(props: ComboProps, offer: ComboOffer | undefined) {
  const { id, isLong = false, onEnter } = props;
  const isMarked = offer?.options[offer.marked] !== undefined;
  return {
    shared: {
      id,
      className: props.isCode === true ? "code" : "",
      dir: "auto",
      value: props.text,
      spellCheck: isLong,
      autoComplete: "off",
      placeholder: props.placeholder,
      "aria-label": props.label,
      "aria-describedby": props.describedBy,
      "aria-invalid": props.isInvalid === true ? true : undefined,
      "aria-autocomplete": "list" as const,
      "aria-controls": offer === undefined ? undefined : `${id}-offer`,
      "aria-activedescendant": isMarked ? `${id}-offer-${offer.marked}` : undefined,
    },
    onKeyDown: (event: KeyboardEvent, keys: Keys): void => {
      if (takesKey(event, keys)) event.preventDefault();
      else if (event.key === "Enter" && !isLong) {
        event.preventDefault();
        onEnter?.();
      }
    },
  };
}

interface Keys {
  readonly offer: ComboOffer | undefined;
  readonly setOffer: (offer: ComboOffer | undefined) => void;
  readonly choose: (option: Completion) => void;
  readonly ask: () => void;
  readonly isLong: boolean;
}

/** Returns true when the key was handled. */
function takesKey(
  { key, ctrlKey, altKey }: KeyboardEvent,
  { offer, setOffer, choose, ask, isLong }: Keys,
): boolean {
  if ((key === " " && ctrlKey) || (key === "ArrowDown" && altKey)) {
    ask();
    return true;
  }
  if (offer === undefined) {
    if (isLong || (key !== "ArrowDown" && key !== "ArrowUp")) return false;
    ask();
    return true;
  }
  if (key === "ArrowDown" || key === "ArrowUp") {
    setOffer(marked(offer, key === "ArrowDown" ? 1 : -1));
    return true;
  }
  const option = offer.options[offer.marked];
  if (key === "Enter" && option !== undefined) {
    choose(option);
    return true;
  }
  if (key !== "Escape") return false;
  setOffer(undefined);
  return true;
}

interface OfferProps {
  readonly id: string;
  readonly offer: ComboOffer;
  readonly choose: (option: Completion) => void;
}

function OfferView({ id, offer, choose }: OfferProps): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [offer.marked]);
  useLayoutEffect(() => {
    list.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <ul id={id} role="listbox" aria-label="Suggestions" className="offer" ref={list}>
      {offer.options.map((option, i) => (
        <li
          key={`${option.kind} ${option.text}`}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === offer.marked}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          <span className="offer-name" dir="auto">
            {option.label ?? option.text}
          </span>
          {option.detail !== undefined && option.detail !== "" && (
            <span className="offer-detail" dir="auto">
              {option.detail}
            </span>
          )}
          {option.doc !== "" && (
            <span className="offer-doc" dir="auto">
              {option.doc}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
