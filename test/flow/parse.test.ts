// What is wrong with a flow is said, with its place; what is right runs; nothing throws.

import { describe, expect, test } from "bun:test";
import { assetPath } from "../../src/base/asset.ts";
import { parseFlow } from "../../src/flow/parse.ts";
import { random } from "../support/random.ts";

const good = `voice_flow: 1
id: small
language: en
start: a
variables:
  v: {type: choice, options: [{id: x}, {id: "y"}]}
  ok: {type: boolean}
defaults: {give_up: z}
nodes:
  a: {menu: v, say: Which?, goto: {x: b, "y": z}}
  b: {ask: ok, say: Sure?, next: [{if: ok, goto: z}, {else: a}]}
  z: {say: Bye., end: done}
`;

interface Bad {
  readonly name: string;
  /** Replaced in the good flow. */
  readonly change: readonly [string, string];
  /** "code line:column words" */
  readonly problem: string;
}

const bad: readonly Bad[] = [
  { name: "no version", change: ["voice_flow: 1\n", ""], problem: "VF100 1:1 voice_flow" },
  { name: "another version", change: ["voice_flow: 1", "voice_flow: 2"], problem: "VF100 1:1 voice_flow" },
  { name: "broken YAML", change: ["start: a", "start: [a"], problem: "VF101 5:1 sequence" },
  { name: "an open hole as a map", change: ["say: Bye.", "say: {{ v }}"], problem: "VF102 12:13 quoted" },
  { name: "a tag", change: ["if: ok", "if: !ok"], problem: "VF103 11:43 tag" },
  { name: "a key without quotes", change: ["{id: x}", "{id: x, dtmf: 1}"], problem: "VF104 6:39 quoted" },
  { name: "a key twice", change: ["id: small", "id: small\nid: small"], problem: "VF108 3:1 twice" },
  {
    name: "an unknown key",
    change: ["id: small", "id: small\nlangages: [en]"],
    problem: "VF110 3:1 langages",
  },
  { name: "a verb of later days", change: ["say: Bye., end", "tool: t, end"], problem: "VF110 12:7 tool" },
  { name: "a missing key", change: ["start: a\n", ""], problem: "VF111 1:1 start" },
  { name: "no nodes", change: ["nodes:", "knots:"], problem: "VF111 1:1 nodes" },
  { name: "a number for a text", change: ["say: Bye.", "say: 7"], problem: "VF112 12:7 text" },
  { name: "a list for a map", change: ["{type: boolean}", "[boolean]"], problem: "VF112 7:3 map" },
  { name: "a bad id", change: ["{id: x}", "{id: X1}"], problem: "VF113 6:32 small letters" },
  { name: "a reserved outcome", change: ["end: done", "end: limit"], problem: "VF113 12:18 engine" },
  { name: "an unknown type", change: ["type: boolean", "type: date"], problem: "VF114 7:8 date" },
  {
    name: "a choice of nothing",
    change: ['options: [{id: x}, {id: "y"}]', "options: []"],
    problem: "VF115 6:21 options",
  },
  {
    name: "a key for two options",
    change: ['{id: x}, {id: "y"}', '{id: x, dtmf: "1"}, {id: "y", dtmf: "1"}'],
    problem: "VF116 6:61 twice",
  },
  {
    name: "a synonym for two options",
    change: ['{id: x}, {id: "y"}', '{id: x, synonyms: [same]}, {id: "y", label: Same!}'],
    problem: "VF117 6:58 already means 'x'",
  },
  { name: "an unknown variable", change: ["ask: ok", "ask: okay"], problem: "VF201 11:7 okay" },
  {
    name: "an unknown name in a text",
    change: ["say: Bye.", 'say: "Bye, {{ who }}."'],
    problem: "VF201 12:7 who",
  },
  {
    name: "an expression in a text",
    change: ["say: Bye.", 'say: "{{ v + 1 }}"'],
    problem: "VF112 12:7 v + 1",
  },
  { name: "an unclosed hole", change: ["say: Bye.", 'say: "{{ v"'], problem: "VF112 12:7 never closed" },
  { name: "an unknown node", change: ["{else: a}", "{else: q}"], problem: "VF203 11:55 'q'" },
  { name: "an unknown start", change: ["start: a", "start: q"], problem: "VF203 4:1 'q'" },
  { name: "a reserved target", change: ["{else: a}", "{else: RESUME}"], problem: "VF203 11:55 RESUME" },
  { name: "a condition that is none", change: ["if: ok", "if: v"], problem: "VF303 11:36 yes-or-no" },
  { name: "an option that is none", change: ["{x: b,", "{x: b, w: b,"], problem: "VF305 10:42 'w'" },
  { name: "two verbs", change: ["ask: ok,", "ask: ok, end: done,"], problem: "VF401 11:3 ask or end" },
  {
    name: "a node that does nothing",
    change: ["z: {", "y: {next: z}\n  z: {"],
    problem: "VF402 12:3 nothing",
  },
  { name: "no way on", change: ["say: Bye., end: done", "say: Bye."], problem: "VF403 12:3 next" },
  { name: "a list without else", change: [", {else: a}", ""], problem: "VF403 11:28 else" },
  {
    name: "something after an end",
    change: ["end: done", "end: done, next: a"],
    problem: "VF405 12:29 after an end",
  },
  { name: "a question without words", change: ["say: Sure?, ", ""], problem: "VF502 11:3 ask" },
  {
    name: "a question without a way out",
    change: ["defaults: {give_up: z}\n", ""],
    problem: "VF503 9:3 give_up",
  },
  { name: "a menu of yes and no", change: ["menu: v", "menu: ok"], problem: "VF504 10:7 choice" },
  { name: "an option that leads nowhere", change: ['x: b, "y": z', "x: b"], problem: "VF505 10:3 y" },
  { name: "another language", change: ["language: en", "language: de"], problem: "VF701 3:1 English" },
  {
    name: "no time zone",
    change: ["id: small", "id: small\ntimezone: Mars/Olympus"],
    problem: "VF112 3:1 Mars",
  },
];

describe("a flow", () => {
  test("that is right has a program and no problem", () => {
    expect(parseFlow(good).problems).toEqual([]);
    expect(parseFlow(good).program?.nodes.size).toBe(3);
  });

  for (const { name, change, problem } of bad) {
    test(`with ${name} is refused with code, place and words`, () => {
      const text = good.replace(...change);
      expect(text).not.toBe(good);
      const { problems, program } = parseFlow(text);
      expect(program).toBeUndefined();
      const [code, place, ...words] = problem.split(" ");
      const found = problems.find((each) => each.code === code);
      expect(`${found?.code} ${found?.line}:${found?.column}`).toBe(`${code} ${place}`);
      expect(found?.message).toContain(words.join(" "));
    });
  }

  test("reports all its problems at once", () => {
    const text = good.replace("start: a", "start: q").replace("end: done", "end: limit");
    expect(parseFlow(text).problems.map(({ code }) => code)).toEqual(["VF203", "VF113"]);
  });

  test("has pointers for programs beside places for people", () => {
    const { problems } = parseFlow(good.replace("{else: a}", "{else: q}"));
    expect(problems.map(({ pointer }) => pointer)).toEqual(["/nodes/b/next/1/else"]);
  });

  test("may not use YAML's own tricks", () => {
    expect(parseFlow(good.replace("start: a", "start: &s a\nname: *s")).problems[0]?.code).toBe("VF106");
    expect(parseFlow(good.replace("id: small", "id: small\n__proto__: {}")).problems[0]?.code).toBe("VF112");
    expect(parseFlow(good.replace("id: small", "id: small\n1: 2")).problems[0]?.code).toBe("VF112");
    expect(parseFlow(`${good}---\n${good}`).problems[0]?.code).toBe("VF101");
  });

  test("has limits", () => {
    expect(parseFlow("a".repeat(262_145)).problems[0]?.code).toBe("VF107");
    expect(parseFlow(`voice_flow: 1\nx: ${"[".repeat(100_000)}`).problems[0]?.code).toBe("VF107");
    const indented = Array.from({ length: 400 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n");
    expect(parseFlow(indented).problems[0]?.code).toBe("VF107");
    expect(parseFlow(`a: ${"- ".repeat(9_000)}`).problems.length).toBeGreaterThan(0);
    expect(parseFlow(`${"- ".repeat(9_000)}`).problems.length).toBeGreaterThan(0);
    expect(parseFlow(`${"? ".repeat(9_000)}`).problems.length).toBeGreaterThan(0);
  });

  test("names like the insides of the machine are names like any other", () => {
    const text = good.replaceAll("{x: b", "{constructor: b").replace("{id: x}", "{id: constructor}");
    expect(parseFlow(text).problems).toEqual([]);
  });

  test("that is torn apart is refused or runs, and never throws", async () => {
    const whole = await Bun.file(assetPath("flows", "welcome.flow.yaml")).text();
    const dice = random(20_261_120);
    const pieces = [
      "{",
      "}",
      "[",
      "]",
      ": ",
      "- ",
      "\n",
      "  ",
      "&a ",
      "*a",
      "!t ",
      '"',
      "'",
      "#",
      "|",
      "? ",
      "%",
      "\0",
    ];
    for (let round = 0; round < 400; round++) {
      let text = whole;
      for (let cut = dice.int(1, 4); cut > 0; cut--) {
        const at = dice.int(0, text.length);
        text = text.slice(0, at) + dice.pick(pieces) + text.slice(at + dice.int(0, 20));
      }
      const { program, problems } = parseFlow(text);
      expect(program === undefined).toBe(problems.length > 0);
      for (const { line, column } of problems) expect(line * column).toBeGreaterThan(0);
    }
  });
});
