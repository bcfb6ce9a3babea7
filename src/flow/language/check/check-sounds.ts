// Checks VF233 and VF234: recorded sounds, and whether a recording can speak their texts.

import { isSoundAddress, soundNameRefusal } from "../../value/sound-name.ts";
import type { LocatedValue } from "../model/map-reader.ts";
import type { ActionsModel, SoundModel } from "../model/model.ts";
import { holesOf } from "../model/model-texts.ts";
import type { CheckContext } from "./check-context.ts";
import { checkPageAddress } from "./check-outbound.ts";

export function checkSounds(checking: CheckContext): void {
  const { model } = checking;
  const nodes = [...model.nodes.values()];
  const all = [...nodes, ...model.handlers.values(), ...nodes.flatMap(({ handlers }) => handlers)];
  for (const { sound, say } of all) {
    if (sound === undefined) continue;
    const places = new Map([...sound.languages.values()].map((each) => [JSON.stringify(each.path), each]));
    for (const each of places.values()) checkSound(each, checking);
    checkLanguages(sound, checking);
    checkText(say, checking);
  }
}

function checkSound({ value, path }: LocatedValue<string>, checking: CheckContext): void {
  const { model, knowledge, report } = checking;
  const wrong = { code: "VF233", path } as const;
  if (value.includes("{{"))
    return report({
      ...wrong,
      message: "the name of a sound cannot contain {{ }}",
      hint: "use one node per sound",
    });
  if (isSoundAddress(value)) {
    if (checkPageAddress(value, path, checking)) return;
  } else {
    const refusal = soundNameRefusal(value);
    const hint = "give a WAV file in the flow's folder or below it, such as welcome.wav, or a URL";
    if (refusal !== undefined) return report({ ...wrong, message: `'${value}' ${refusal}`, hint });
  }
  const sourceProblem = knowledge.soundProblem?.(model.id, value);
  if (sourceProblem === undefined) return;
  const severity = sourceProblem.isFatal ? "error" : "warning";
  report({ ...wrong, severity, message: `'${value}' ${sourceProblem.problem}`, hint: sourceProblem.hint });
}

function checkLanguages({ path, byLanguage, languages }: SoundModel, { model, report }: CheckContext): void {
  const missing = model.languages.filter((language) => !languages.has(language));
  const isOneForMany = !byLanguage && languages.size > 1;
  if (model.languages.length < 2 || (missing.length === 0 && !isOneForMany)) return;
  report({
    code: "VF702",
    path,
    message: isOneForMany
      ? "the flow has several languages, but this sound has one file"
      : `this sound has no file for ${missing.join(", ")}`,
    hint: `write {${model.languages.map((language) => `${language}: …`).join(", ")}}`,
  });
}

/** A recording is the same each time. */
function checkText(say: ActionsModel["say"], { report }: CheckContext): void {
  for (const [first, second] of say?.languages.values() ?? []) {
    if (second !== undefined)
      report({
        code: "VF234",
        path: second.path,
        message: "a sound can have only one wording",
        hint: "write one text, or use one node per sound",
      });
    if (first === undefined || holesOf(first.template).length === 0) continue;
    report({
      code: "VF234",
      path: first.path,
      message: "a recorded sound cannot speak the value of {{ }}",
      hint: "remove it, or say it in a node without a sound",
    });
  }
}
