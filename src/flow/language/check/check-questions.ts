// Checks VF116, VF305, VF501 to VF509 and VF516: questions, menus, and the phrases of handlers. VF116 is about handlers
// here, VF305 about `goto`.

import { isVerbThat } from "../schema/verbs.ts";
import { askable } from "../../value/value.ts";
import type { LocatedValue } from "../model/map-reader.ts";
import type { HandlerModel, NodeModel, VariableModel } from "../model/model.ts";
import { normalised } from "../model/normalised-phrase.ts";
import { builtInHandlers, builtInPhrases, machine } from "../model/built-in-handlers.ts";
import { type CheckContext, suggestName } from "./check-context.ts";
import { wordsFor } from "./check-variables.ts";

/** Kinds whose values are recognised anywhere in an utterance, so that two questions of one kind compete. */
const competing: ReadonlySet<string> = new Set([
  "number",
  "money",
  "duration",
  "amount",
  "date",
  "time",
  "date_range",
  "time_range",
  "phone",
  "name",
]);

export function checkQuestions(checking: CheckContext): void {
  const { model } = checking;
  for (const node of model.nodes.values()) {
    if (isVerbThat("asks", node.verb)) {
      question(node, checking);
      ahead(node, checking);
      alike([...node.asks, ...node.listenFor], checking);
    }
    if (node.verb === "menu") menu(node, checking);
    if (isVerbThat("listens", node.verb)) giveUpTarget(node, checking);
    handlers(node.handlers, checking);
  }
  if (model.open.length > 0) {
    heardAhead(model.open, checking);
    alike(model.open, checking);
  }
  handlers([...model.handlers.values()], checking);
  phrases(checking);
}

const askableKinds: ReadonlySet<string> = new Set(askable);

function question(node: NodeModel, { model, report }: CheckContext): void {
  const seen = new Set<string>();
  for (const { value, path } of node.asks) {
    if (seen.has(value))
      report({ code: "VF112", path, message: `this node asks for '${value}' twice`, hint: "remove one" });
    seen.add(value);
    const variable = model.variables.get(value);
    if (variable?.kind === undefined) continue;
    if (variable.record === undefined && !askableKinds.has(variable.kind)) {
      report({
        code: "VF501",
        path,
        message: `'${value}' cannot be asked for: it is ${variable.kind === "list" ? "a list" : variable.kind === "audio" ? "a recording" : "an object"}`,
        hint:
          variable.kind === "audio"
            ? "write record instead of ask"
            : variable.kind === "list"
              ? 'say what its entries are, of: {kind: {…}}, or ask for a choice with options from it: options: "{{ … }}"'
              : 'ask for a choice with options from it: options: "{{ … }}"',
      });
    } else if (variable.ask === undefined && (node.say === undefined || node.asks.length > 1)) {
      report({
        code: "VF502",
        path,
        message: `there is no question for '${value}'`,
        hint:
          node.asks.length > 1
            ? `add 'ask' to the variable '${value}'`
            : `add 'ask' to the variable, or 'say' to this node`,
      });
    }
  }
}

function ahead({ asks, listenFor }: NodeModel, checking: CheckContext): void {
  if (listenFor.length === 0) return;
  const asked = new Set(asks.map(({ value }) => value));
  for (const { value, path } of listenFor) {
    if (!asked.has(value)) continue;
    checking.report({
      code: "VF112",
      path,
      message: `this node asks for '${value}', so listen_for is not needed`,
    });
  }
  heardAhead(listenFor, checking);
}

/** Kinds that differ from other words, so that they are understood before they are asked for. */
const tellsItself: ReadonlySet<string> = new Set([...competing, "choice"]);

function heardAhead(names: readonly LocatedValue<string>[], { model, report }: CheckContext): void {
  const seen = new Set<string>();
  for (const { value, path } of names) {
    const kind = model.variables.get(value)?.kind;
    if (seen.has(value)) report({ code: "VF112", path, message: `'${value}' is listed twice` });
    seen.add(value);
    if (kind === undefined || tellsItself.has(kind)) continue;
    report({
      code: "VF516",
      path,
      message: `'${value}' cannot be in listen_for: ${kind} accepts any words`,
      hint: "remove it here, and ask for it",
    });
  }
}

function giveUpTarget({ id, path, giveUp, fields }: NodeModel, { model, report }: CheckContext): void {
  if (giveUp !== undefined || model.defaults.giveUp !== undefined || fields.has("give_up")) return;
  report({
    code: "VF503",
    path,
    atKey: true,
    message: `'${id}' has no exit for callers who are not understood`,
    hint: "add give_up here or under defaults",
  });
}

function menu(node: NodeModel, { model, report }: CheckContext): void {
  const [asked] = node.asks;
  const variable = asked === undefined ? undefined : model.variables.get(asked.value);
  if (asked === undefined || variable?.kind === undefined) return;
  if (variable.kind !== "choice") {
    report({
      code: "VF504",
      path: asked.path,
      message: `a menu needs a choice, and '${asked.value}' is ${variable.kind}`,
      hint: "use ask, with a list of conditions as next",
    });
    return;
  }
  const { options } = variable;
  if (options === undefined) {
    if (variable.optionsFrom !== undefined && node.goto.length > 0) {
      report({
        code: "VF504",
        path: node.fields.pathOf("goto"),
        atKey: true,
        message: `the options of '${asked.value}' come from data, so goto cannot list them`,
        hint: "write next",
      });
    }
    return;
  }
  const ids = options.map(({ id }) => id);
  for (const { option, path } of node.goto) {
    if (ids.includes(option)) continue;
    report({
      code: "VF305",
      path,
      atKey: true,
      message: `'${option}' is not one of ${few(ids)}`,
      ...suggestName(option, ids),
    });
  }
  if (node.fields.has("next")) return;
  const covered = new Set(node.goto.map(({ option }) => option));
  const left = ids.filter((id) => !covered.has(id));
  if (left.length === 0 || node.goto.length === 0) return;
  report({
    code: "VF505",
    path: node.fields.pathOf("goto"),
    atKey: true,
    message: `${few(left)} ${left.length === 1 ? "has" : "have"} no target`,
    hint: "add targets under goto, or next for all other options",
  });
}

function few(names: readonly string[]): string {
  return names.length <= 8
    ? names.join(", ")
    : `${names.slice(0, 8).join(", ")} and ${names.length - 8} more`;
}

function alike(names: readonly LocatedValue<string>[], { model, report }: CheckContext): void {
  const first = new Map<string, VariableModel>();
  for (const { value, path } of names) {
    const variable = model.variables.get(value);
    if (variable?.kind === undefined || !competing.has(variable.kind) || variable.synonyms !== undefined)
      continue;
    const kind = variable.kind === "money" ? "number" : variable.kind;
    const other = first.get(kind);
    if (other === undefined) {
      first.set(kind, variable);
      continue;
    }
    if (other.name === value) continue;
    report({
      code: "VF509",
      path,
      message: `answers to '${other.name}' and '${value}' look alike: one answer could mean either`,
      hint: "add synonyms, or ask for them in separate nodes",
    });
  }
}

function handlers(all: readonly HandlerModel[], { report }: CheckContext): void {
  const keys = new Map<string, string>();
  for (const handler of all) {
    if (handler.disabled) continue;
    const { name, path, dtmf } = handler;
    if (name === machine && handler.next === undefined) {
      report({
        code: "VF520",
        path,
        atKey: true,
        message: "the handler voicemail has no next node",
        hint: "add next: a node that leaves a message or ends the call",
      });
    }
    const isTriggered = handler.phrases !== undefined || dtmf !== undefined || handler.when !== undefined;
    if (!isTriggered && !builtInHandlers.has(name)) {
      report({
        code: "VF506",
        path,
        atKey: true,
        message: `the handler '${name}' has no trigger`,
        hint: "add phrases, a key (dtmf), or when",
      });
    } else if (handler.anywhere && handler.phrases === undefined && !builtInHandlers.has(name)) {
      report({
        code: "VF506",
        path,
        atKey: true,
        message: `'${name}' has anywhere, but no phrases`,
        hint: "add phrases, or remove anywhere",
      });
    }
    if (dtmf === undefined) continue;
    const other = keys.get(dtmf.value);
    if (other === undefined) keys.set(dtmf.value, name);
    else
      report({
        code: "VF116",
        path: dtmf.path,
        message: `the key ${dtmf.value} already means '${other}'`,
      });
  }
}

/** Compares the words of options with the phrases of the handlers that listen at the same question. */
function phrases(checking: CheckContext): void {
  const { model } = checking;
  const everywhere = phrasesOf([...model.handlers.values()], checking);
  const words = new Map<string, Vocabulary>();
  const plain = new Set<string>();
  for (const node of model.nodes.values()) {
    const here = phrasesOf(node.handlers, checking);
    const changed = new Set(node.handlers.map(({ name }) => name));
    const urgent = [...model.handlers.values()].filter(({ name }) => !changed.has(name));
    const anywhere = phrasesAnywhere([...node.handlers, ...urgent], checking);
    for (const { value: name } of node.asks) {
      const vocabulary = words.getOrInsertComputed(name, () => wordsOf(name, checking));
      takenAnywhere(vocabulary, anywhere, checking);
      for (const [key, handler] of here) clash(vocabulary.get(key), handler, checking);
      // Nodes without handlers of their own share the flow's handlers, so each variable is checked once for all of
      // them.
      if (changed.size === 0 && plain.has(name)) continue;
      if (changed.size === 0) plain.add(name);
      clashes(vocabulary, everywhere, (handler, at) => {
        if (!changed.has(handler)) clash(at, handler, checking);
      });
    }
  }
}

/** Language and phrase → the option's word. */
type Vocabulary = ReadonlyMap<string, LocatedValue<string>>;

function clashes(
  words: Vocabulary,
  handlerOf: ReadonlyMap<string, string>,
  tell: (handler: string, at: LocatedValue<string>) => void,
): void {
  for (const [key, at] of words) {
    const handler = handlerOf.get(key);
    if (handler !== undefined) tell(handler, at);
  }
}

function clash(at: LocatedValue<string> | undefined, handler: string, { report }: CheckContext): void {
  if (at === undefined) return;
  report({
    code: "VF508",
    path: at.path,
    message: `'${at.value}' is an answer here, so the handler '${handler}' with the same phrase does not react`,
    hint: "change one of the phrases, or disable the handler in the node",
  });
}

/** Reports an option whose words contain a phrase that takes precedence anywhere: callers cannot choose it by them. */
function takenAnywhere(
  words: Vocabulary,
  phrasesIn: ReadonlyMap<string, string>,
  { report }: CheckContext,
): void {
  for (const [phrase, handler] of phrasesIn) {
    for (const [key, at] of words) {
      if (!`${key} `.includes(` ${phrase} `)) continue;
      report({
        code: "VF508",
        path: at.path,
        message: `'${at.value}' contains a phrase of the handler '${handler}', which reacts anywhere and takes the answer`,
        hint: "change one of the phrases, or disable the handler in the node",
      });
    }
  }
}

/** Phrases that take precedence wherever they occur, with their handlers. */
function phrasesAnywhere(all: readonly HandlerModel[], checking: CheckContext): ReadonlyMap<string, string> {
  const urgent = all.filter(({ anywhere, disabled }) => anywhere && !disabled);
  const entries = urgent.length === 0 ? [] : [...phrasesOf(urgent, checking, true)];
  return new Map(entries.map(([key, name]) => [key.slice(key.indexOf(" ") + 1), name]));
}

function wordsOf(name: string, { model }: CheckContext): Vocabulary {
  const options = model.variables.get(name)?.options ?? [];
  return new Map(
    options.flatMap((option) =>
      wordsFor(option, model.languages).map((at) => [`${at.language} ${normalised(at.value)}`, at] as const),
    ),
  );
}

/** Language and phrase → handler; only of those that are heard anywhere, or only of the others. */
function phrasesOf(
  all: readonly HandlerModel[],
  { model }: CheckContext,
  isAnywhere = false,
): ReadonlyMap<string, string> {
  const handlerOf = new Map<string, string>();
  for (const { name, disabled, anywhere, phrases } of all) {
    if (disabled || anywhere !== isAnywhere) continue;
    for (const [language, list] of phrases?.languages ?? []) {
      for (const { value } of list) handlerOf.set(`${language} ${normalised(value)}`, name);
    }
    for (const language of model.languages) {
      for (const phrase of builtInPhrases(name, language))
        handlerOf.set(`${language} ${normalised(phrase)}`, name);
    }
  }
  return handlerOf;
}
