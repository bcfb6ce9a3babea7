// Fuzz test of expressions: no untrusted expression or template throws, blocks or escapes, and values have the types
// that the checker promises.

import { expect, test } from "bun:test";
import { checkCondition, typeOf } from "../../../../src/flow/language/expression/type-checker.ts";
import {
  checkAssignment,
  checkTemplate,
  closedSet,
} from "../../../../src/flow/language/expression/place-types.ts";
import type { Expr } from "../../../../src/flow/language/expression/ast.ts";
import { evaluate } from "../../../../src/flow/language/expression/evaluator.ts";
import type { TypeEnv } from "../../../../src/flow/language/expression/expression-finding.ts";
import { EXPRESSION_CHARACTERS_MAX } from "../../../../src/flow/language/expression/lexer.ts";
import { parseExpression } from "../../../../src/flow/language/expression/parser.ts";
import {
  emptyReads,
  namesIn,
  narrows,
  usesClock,
} from "../../../../src/flow/language/expression/dependencies.ts";
import {
  renderAddress,
  renderHeader,
  renderPrompt,
  renderSpeech,
  renderText,
  renderUrl,
  renderValue,
  SPOKEN_CHARACTERS_MAX,
} from "../../../../src/flow/language/expression/template-renderer.ts";
import type { EvaluationScope } from "../../../../src/flow/language/expression/evaluation-scope.ts";
import { fits } from "../../../../src/flow/language/expression/value-size.ts";
import { parseTemplate } from "../../../../src/flow/language/expression/template-parser.ts";
import {
  alternatives,
  misfit,
  typeOfKind,
  type ValueType,
} from "../../../../src/flow/language/expression/expression-types.ts";
import { isValueMap, type Value } from "../../../../src/flow/value/value.ts";
import { type Random, random, seedOf } from "../../../support/random.ts";
import { print } from "./print.ts";
import { broken, deep, noise, secret, soup, wildTree, world } from "./wild.ts";
import { scopeWith, value } from "./world.ts";
import { leastCpuMs } from "../../../support/fuzz/cpu-time.ts";

const long = process.env.LONG === "1";
const rounds = long ? 1_000_000 : 4_000;
const timeoutMs = long ? 3_600_000 : 120_000;
const seed = seedOf(20_261_121);
/** Time limit: on an idle machine the slowest round takes a few ms; on a busy one a round gets ten attempts. */
const eachMsMax = 50;
/** A leak never ends: two hundred thousand rounds may keep no more memory than twenty thousand. */
const growthBytesMax = 48 * 1024 * 1024;

const env: TypeEnv = { typeOf: (name) => world.get(name)?.type, names: [...world.keys()] };

/** Reads of keys that a map does not have itself. */
const leaks: string[] = [];

/** Wraps maps so that they report reads beyond their own keys. */
function watched(of: Value): Value {
  if (Array.isArray(of)) return of.map(watched);
  if (typeof of !== "object" || of === null || !isValueMap(of)) return of;
  // The map has the host's prototype on purpose, as JSON.parse would make it.
  const map: Record<string, Value> = {};
  for (const [key, each] of Object.entries(of)) map[key] = watched(each);
  return new Proxy(map, {
    get: (target, key) => {
      // JSON.stringify reads this key of every object.
      if (!Object.hasOwn(target, key) && key !== "toJSON") leaks.push(String(key));
      return Reflect.get(target, key) as unknown;
    },
  });
}

const inhabitants = [...world].map(
  ([name, { values }]) => [name, values.map((each) => watched(value(each)))] as const,
);

function wildScope(dice: Random): EvaluationScope {
  const values = new Map<string, Value>();
  for (const [name, possible] of inhabitants) {
    if (dice.chance(0.75)) values.set(name, dice.pick(possible));
  }
  return { ...scopeWith({}), get: (name) => values.get(name), kindOf: (name) => world.get(name)?.spoken };
}

/** Whether a result is plain data of a small size. */
function isPlain(result: unknown): boolean {
  if (result === null || typeof result === "boolean" || typeof result === "string") return true;
  if (typeof result === "number") return Number.isFinite(result);
  if (Array.isArray(result)) return result.every(isPlain);
  return typeof result === "object" && Object.values(result).every(isPlain);
}

/** Whether a value has the type that the checker found; null has every type. */
function isOf(result: Value, type: ValueType): boolean {
  if (result === null) return true;
  return alternatives(type).some((each) => {
    switch (each.kind) {
      case "any":
        return true;
      case "null":
        return false;
      case "boolean":
        return typeof result === "boolean";
      case "number":
      case "money":
        return typeof result === "number";
      case "list":
        return Array.isArray(result) && result.every((item) => isOf(item, each.of));
      case "object":
        return typeof result === "object" && !Array.isArray(result);
      case "text":
        return typeof result === "string" && (each.oneOf?.includes(result) ?? true);
      case "choice":
        return typeof result === "string" && (each.options?.includes(result) ?? true);
      case "date":
      case "time":
        return typeof result === "string" && misfit(result, each) === undefined;
      default:
        return typeof result === "string";
    }
  });
}

function timed(what: string, work: () => void): void {
  const least = leastCpuMs(eachMsMax, work);
  if (least >= eachMsMax) throw new Error(`${Math.round(least)} ms for ${JSON.stringify(what)}`);
}

/** Runs every operation on a tree, and checks what must hold then. */
function live(tree: Expr, scope: EvaluationScope): void {
  const result = evaluate(tree, scope);
  if (!isPlain(result)) throw new Error("something came out that is no data");
  if (tree.type !== "name" && !fits(result)) throw new Error("a result is too large");
  const { type, findings } = typeOf(tree, env);
  if (findings.length === 0 && !isOf(result, type)) {
    throw new Error(`${JSON.stringify(result)} is not of ${JSON.stringify(type)}`);
  }
  const { whenTrue, whenFalse } = narrows(tree);
  const filled = result === true ? whenTrue : whenFalse;
  for (const name of filled) {
    if ((scope.get(name) ?? null) === null)
      throw new Error(`${name} is said to be filled when it is ${JSON.stringify(result)}`);
  }
  const read = namesIn(tree);
  if (emptyReads(tree, new Set()).some(({ name }) => !read.has(name))) throw new Error("read but not read");
  usesClock(tree);
  checkCondition(tree, env);
  checkAssignment(tree, typeOfKind("choice", { options: ["sales"] }), {
    env,
    about: { key: "x", isQuoted: true },
  });
}

/** Runs all rounds, and names the seed of a failing one. */
function fuzz(round: (dice: Random) => void): void {
  leaks.length = 0;
  const startBytes = heapBytes();
  for (let at = 0; at < rounds; at += 1) {
    const own = (seed + at) >>> 0;
    try {
      round(random(own));
    } catch (error) {
      throw new Error(`SEED=${own}: ${String(error)}`, { cause: error });
    }
  }
  expect([...new Set(leaks)]).toEqual([]);
  expect(heapBytes() - startBytes).toBeLessThan(growthBytesMax);
}

function heapBytes(): number {
  Bun.gc(true);
  return process.memoryUsage().heapUsed;
}

test(
  `${rounds} random texts are read or refused with a reason`,
  () => {
    fuzz((dice) => {
      const text = dice.pick([
        noise,
        soup,
        soup,
        deep,
        (own: Random) => broken(print(wildTree(own, 4)), own),
      ])(dice);
      const scope = wildScope(dice);
      timed(text, () => {
        const { tree, problem } = parseExpression(text);
        if (tree !== undefined) return live(tree, scope);
        const isPlaced = problem.from >= 0 && problem.from <= problem.to && problem.to <= text.length;
        if (!isPlaced || problem.message === "") throw new Error(`not placed in ${JSON.stringify(text)}`);
      });
    });
  },
  timeoutMs,
);

/** The tree without its positions. */
function shape(tree: Expr): string {
  return JSON.stringify(tree, (key, each: unknown) => (key === "from" || key === "to" ? undefined : each));
}

test(
  `${rounds} random trees survive writing and reading, and keep the checker's promises`,
  () => {
    let read = 0;
    let sound = 0;
    fuzz((dice) => {
      const tree = wildTree(dice, dice.int(1, 6));
      const text = print(tree);
      const scope = wildScope(dice);
      timed(text, () => {
        live(tree, scope);
      });
      if (text.length > EXPRESSION_CHARACTERS_MAX) return;
      const back = parseExpression(text);
      if (back.tree === undefined) throw new Error(`${back.problem.message} in ${text}`);
      if (shape(back.tree) !== shape(tree)) throw new Error(`read differently: ${text}`);
      read += 1;
      if (typeOf(tree, env).findings.length === 0) sound += 1;
    });
    expect(read).toBeGreaterThan(rounds / 2);
    expect(sound).toBeGreaterThan(rounds / 20);
  },
  timeoutMs,
);

function wildTemplate(dice: Random): string {
  const piece = (): string =>
    dice.pick([
      () => `{{ ${print(wildTree(dice, 3))} }}`,
      () =>
        `{{ ${print(wildTree(dice, 2))} | ${dice.pick(["list", "money", "date", "spell", "upper", "join"])} }}`,
      () =>
        dice.pick(["Hello ", ". ", "https://a.example/", "{{", "}}", "tel:", "<b>", "\n", "🙂", "/", "?q="]),
      () => noise(dice).slice(0, 20),
    ])();
  return Array.from({ length: dice.int(0, 5) }, piece).join("");
}

/** Renders a template for every destination, and checks that no forbidden text is in the result. */
function renderAll(text: string, scope: EvaluationScope): void {
  const { tree, problem } = parseTemplate(text);
  if (problem !== undefined) {
    const isPlaced = problem.from >= 0 && problem.from <= problem.to && problem.to <= text.length;
    if (!isPlaced) throw new Error("not placed");
    return;
  }
  const speech = renderSpeech(tree, scope);
  if (/[<>\p{Cc}\p{Cs}]/u.test(speech.text)) throw new Error("mark-up or control characters are spoken");
  if (speech.text.length > SPOKEN_CHARACTERS_MAX) throw new Error("too long to be spoken");
  const header = renderHeader(tree, scope);
  if ("text" in header && /[\r\n\0]/.test(header.text)) throw new Error("a header breaks");
  for (const rendered of [
    speech,
    header,
    renderText(tree, scope),
    renderUrl(tree, scope),
    renderAddress(tree, scope),
  ]) {
    if ("logged" in rendered && rendered.logged.includes(secret)) throw new Error("a secret is logged");
  }
  if (renderPrompt(tree, scope).includes(secret)) throw new Error("a model sees a secret");
  if (!isPlain(renderValue(tree, scope))) throw new Error("something came out that is no data");
  for (const destination of ["speech", "text", "body", "prompt"] as const)
    checkTemplate(tree, env, destination);
  const outcomes = closedSet(tree, env);
  const outcome = renderText(tree, scope);
  if (
    outcomes !== undefined &&
    !("text" in outcome && (outcome.text === "" || outcomes.includes(outcome.text)))
  ) {
    throw new Error("an outcome is outside its closed set");
  }
}

test(
  `${rounds} random templates are rendered everywhere without failures`,
  () => {
    fuzz((dice) => {
      const text = wildTemplate(dice);
      const scope = wildScope(dice);
      timed(text, () => {
        renderAll(text, scope);
      });
    });
  },
  timeoutMs,
);

test(
  `${rounds} random values stay at their place in a tool's address`,
  () => {
    const { tree: address = [] } = parseTemplate(
      "https://a.example:8443/p/{{ x }}/q{{ y }}/r?k={{ z }}&end=1#{{ x }}",
    );
    let sent = 0;
    fuzz((dice) => {
      const nasty = (): string =>
        dice.pick([
          () => noise(dice).slice(0, 12),
          () =>
            dice.pick([
              "",
              ".",
              "..",
              "%2e",
              "%2E%2e",
              "/",
              "\\",
              "../..",
              "?",
              "#",
              "@evil.example",
              ":",
              "\t",
              "\r\n",
            ]),
          () => `${dice.pick(["", ".", "/", "%"])}${dice.pick(["", ".", "/", "\uD800", "2e"])}`,
        ])();
      const [x, y, z] = [nasty(), nasty(), nasty()];
      const rendered = renderUrl(address, scopeWith({ x, y, z }));
      if ("blocked" in rendered) return;
      sent += 1;
      const url = new URL(rendered.text);
      const [p, inX, inY, r, ...more] = url.pathname.slice(1).split("/");
      expect([url.origin, p, r, more.length]).toEqual(["https://a.example:8443", "p", "r", 0]);
      expect(decodeURIComponent(inX ?? "")).toBe(x.toWellFormed());
      expect(decodeURIComponent(inY ?? "")).toBe(`q${y.toWellFormed()}`);
      expect([url.searchParams.get("k"), url.searchParams.get("end")]).toEqual([z.toWellFormed(), "1"]);
    });
    expect(sent).toBeGreaterThan(rounds / 2);
  },
  timeoutMs,
);
