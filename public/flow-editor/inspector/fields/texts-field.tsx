// Texts field: edits what the agent says, as one text or several wordings, in one language or in each of the flow's.

import { type ReactNode, useId } from "react";
import { fieldsOf, isFields, listOf } from "../../../../src/flow/author/edit/data-at-path.ts";
import { pointerOf } from "../../../../src/flow/language/source/problem.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";
import { type Slot, useForm } from "../form.ts";
import { ItemButtons } from "./item-buttons.tsx";
import { ListField } from "./list-field.tsx";
import { PhrasesField } from "./phrases-field.tsx";

interface TextsProps extends Slot {
  readonly isInvalid: boolean;
  /** Phrases of callers instead of the agent's texts: short, one per line. */
  readonly isPhrases: boolean;
}

export function TextsField(slot: TextsProps): ReactNode {
  const { document, edit } = useForm();
  const { value, path, label } = slot;
  const languages = languagesOf(document);
  const pointer = pointerOf(path);
  if (!isFields(value)) {
    return (
      <>
        <OneLanguage {...slot} />
        {languages.length > 1 && (
          <button
            type="button"
            className="small"
            onClick={() => edit({ op: "set", pointer, value: new Map([[languages[0], value ?? ""]]) })}
          >
            Write one text per language
          </button>
        )}
      </>
    );
  }
  const all = [...new Set([...value.keys(), ...languages])];
  return (
    <div className="languages">
      {all.map((language) => (
        <InLanguage key={language} slot={slot} language={language} value={value.get(language)} />
      ))}
      {value.size === 1 && (
        <button
          type="button"
          className="small"
          aria-label={`${label}: one text for all languages`}
          onClick={() => edit({ op: "set", pointer, value: [...value.values()][0] })}
        >
          Use one text for all languages
        </button>
      )}
    </div>
  );
}

interface LanguageProps {
  readonly slot: TextsProps;
  readonly language: string;
  readonly value: Plain | undefined;
}

function InLanguage({ slot, language, value }: LanguageProps): ReactNode {
  const { edit } = useForm();
  const id = useId();
  const path = [...slot.path, language];
  const name = `${slot.label} (${language})`;
  const isOne = fieldsOf(slot.value).size < 2;
  const remove = (): void => edit({ op: "set", pointer: pointerOf(path), value: undefined });
  return (
    <div className="language" lang={/^[a-z]{2,3}(-[A-Za-z]+)*$/.test(language) ? language : undefined}>
      <div className="language-head">
        <span className="language-code" dir="auto">
          {language}
        </span>
        {value !== undefined && !isOne && <ItemButtons name={name} remove={remove} />}
      </div>
      <OneLanguage {...slot} path={path} value={value} label={name} id={id} otherwise={undefined} />
    </div>
  );
}

function OneLanguage({ isPhrases, ...slot }: TextsProps): ReactNode {
  if (isPhrases) return <PhrasesField {...slot} />;
  return <ListField {...slot} of={{ is: "template" }} isSingle addWords="Add wording" />;
}

/** The flow's own first. */
function languagesOf(document: ReadonlyMap<string, Plain>): readonly string[] {
  const all = [document.get("language"), ...listOf(document.get("languages"))];
  return [...new Set(all.filter((each) => typeof each === "string"))];
}
