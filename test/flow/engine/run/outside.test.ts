// Work outside the flow: tools, other flows, transfers, recordings, events, and turns that are taken back.

import { describe, expect, test } from "bun:test";
import { flow, Talk } from "./talk.ts";

const toolFlow = (node: string, returns = "") =>
  flow(`
start: look
variables:
  n: {type: number, default: 3}
  plan: {type: text}
  open: {type: boolean, default: false}
tools:
  look: {http: "GET https://a.example/p?n={{ n }}", params: {n: number}${returns}}
  save: {http: "POST https://a.example/p", params: {n: number}}
nodes:
  look: ${node}
  done: {say: "Plan {{ plan }}.", end: ok}
  lost: {say: "Failed: {{ failure.kind }} of {{ failure.tool }}.", end: lost}
`);

describe("tools", () => {
  const node =
    "{tool: look, with: {n: n + 1}, save: {plan: result.plan, open: result.open}, on_error: lost, next: done}";

  test("get their arguments, and saved values have the right type", () => {
    const talk = new Talk(toolFlow(node), { tools: { look: [{ plan: "gold", open: true }] } });
    expect(talk.start()).toBe("Plan gold.");
    expect(talk.calls).toEqual(['look {"n":4}']);
    expect(talk.value("open")).toBe(true);
  });

  test("ruling 40: one wrong type stores nothing", () => {
    const talk = new Talk(toolFlow(node), { tools: { look: [{ plan: "gold", open: "yes" }] } });
    expect(talk.start()).toBe("Failed: invalid_response of look.");
    expect(talk.value("plan")).toBeNull();
    const missing = new Talk(toolFlow(node), { tools: { look: [{ plan: "gold" }] } });
    expect(missing.start()).toBe("Plan gold.");
    expect(missing.value("open")).toBeNull();
  });

  test("an answer of another shape than `returns` is a failure", () => {
    const talk = new Talk(toolFlow(node, ", returns: {plan: text, open: boolean, seats: number}"), {
      tools: { look: [{ plan: "gold", seats: "many" }] },
    });
    expect(talk.start()).toBe("Failed: invalid_response of look.");
  });

  test("a failure takes its own edge with the reason", () => {
    const talk = new Talk(toolFlow(node), { tools: { look: [{ failure: "timeout" }] } });
    expect(talk.start()).toBe("Failed: timeout of look.");
  });

  test("an argument of the wrong type is never sent", () => {
    const talk = new Talk(toolFlow(node.replace("n + 1", "context.n")), { context: { n: "three" } });
    expect(talk.start()).toBe("Failed: invalid_response of look.");
    expect(talk.calls).toEqual([]);
  });

  test("ruling 5: the node's words are the filler, with the work", () => {
    const talk = new Talk(toolFlow(node.replace("{tool", "{say: One moment., tool")), { holds: ["tool"] });
    expect(talk.start()).toBe("");
    const [work] = talk.works;
    expect(work?.what.type === "tool" && work.what.filler?.text).toBe("One moment.");
    expect(talk.mode).toBe("working");
  });

  test("ruling 49: every write has its own key", () => {
    const twice = toolFlow("{tool: save, with: {n: n}, on_error: lost, next: again}").replace(
      "  done:",
      "  again: {tool: save, with: {n: n}, on_error: lost, next: done}\n  done:",
    );
    const talk = new Talk(twice.replace("Plan {{ plan }}.", "Saved."), { tools: { save: [null] } });
    talk.start();
    const keys = talk.works.flatMap(({ what }) => (what.type === "tool" ? [what.idempotencyKey] : []));
    expect(new Set(keys).size).toBe(2);
    expect(keys[0]).toStartWith("ses_1-look-");
  });

  test("a late result of abandoned work changes nothing", () => {
    const talk = new Talk(toolFlow(node), { tools: { look: [{ plan: "gold" }] } });
    talk.start();
    const before = talk.state;
    talk.feed({ type: "tool-done", work: 1, outcome: { ok: true, body: { plan: "late" } } });
    expect(talk.state).toBe(before);
  });
});

describe("ruling 40: `set` from data without a type", () => {
  test("a misfit is null", () => {
    const talk = new Talk(toolFlow("{set: {n: context.n, plan: context.plan}, next: done}"), {
      context: { n: "three", plan: "gold" },
    });
    talk.start();
    expect(talk.value("n")).toBeNull();
    expect(talk.value("plan")).toBe("gold");
    expect(talk.effects).toContainEqual({ type: "trace", code: "set-mismatch", detail: "n" });
  });
});

describe("ruling 24: a turn is taken back", () => {
  const booking = flow(`
start: many
languages: [en]
variables:
  guests: {type: number, integer: true, max: 99, ask: How many?}
  ok: {type: boolean}
tools:
  look: {http: "GET https://a.example/p"}
  save: {http: "POST https://a.example/p"}
defaults: {give_up: lost}
nodes:
  many: {ask: guests, emit: {guests.told: {n: guests}}, next: look}
  look: {tool: look, on_error: lost, next: sure}
  sure: {ask: ok, say: "{{ guests }}?", next: [{if: ok, goto: save}, {else: lost}]}
  save: {tool: save, on_error: lost, next: done}
  done: {say: Done., end: ok}
  lost: {say: Bye., end: lost}
`);

  test("the earlier state is restored, running reads are cancelled, and the whole turn is understood again", () => {
    const talk = new Talk(booking, { holds: ["tool"] });
    talk.start();
    talk.user("twenty");
    expect(talk.mode).toBe("working");
    talk.reopen("twenty five");
    expect(talk.value("guests")).toBe(25);
    expect(talk.latest.filter(({ type }) => type === "cancel" || type === "taken-back")).toEqual([
      { type: "cancel", work: 1 },
      { type: "taken-back" },
    ]);
    const [first, second] = talk.works;
    expect(first?.work).not.toBe(second?.work ?? 0);
    expect(talk.emits).toEqual(['guests.told {"n":20}', 'guests.told {"n":25}']);
  });

  test("a turn may be taken back more than once", () => {
    const talk = new Talk(booking, { tools: { look: [null] } });
    talk.start();
    expect(talk.user("twenty")).toBe("20?");
    expect(talk.reopen("twenty five")).toBe("25?");
    expect(talk.reopen("twenty five or twenty six")).toBe("25 or 26?");
  });

  test("a turn is not taken back once a write has begun", () => {
    const talk = new Talk(booking, { tools: { look: [null], save: [null] } });
    talk.start();
    talk.user("twenty");
    talk.user("yes");
    expect(talk.outcome).toBe("ok");
    expect(talk.reopen("yes but not today")).toBe("");
    expect(talk.outcome).toBe("ok");
  });

  test("a refused correction is not met with silence: the interrupted answer is repeated", () => {
    const talk = new Talk(booking, { holds: ["tool"] });
    talk.start();
    talk.user("twenty");
    // These words come while the flow works: no turn could be taken back.
    talk.user("people");
    expect(talk.reopen("people please")).toBe("");
    expect(talk.feed({ type: "tool-done", work: 1, outcome: { ok: true, body: { plan: "gold" } } })).toBe(
      "20?",
    );
    expect(talk.reopen("people hello")).toBe("20?");
    expect(talk.user("no")).toBe("Bye.");
    expect(talk.reopen("no, I mean yes")).not.toBe("Bye.");
  });

  test("an end that was not heard yet can be taken back", () => {
    const talk = new Talk(booking, { tools: { look: [null] } });
    talk.start();
    talk.user("twenty");
    talk.user("no");
    expect(talk.outcome).toBe("lost");
    talk.reopen("no, I mean yes");
    expect(talk.outcome).not.toBe("lost");
  });
});

describe("ruling 25: waiting", () => {
  const pay = flow(`
start: pay
variables: {ref: {type: text}}
handlers: {hours: {phrases: [opening hours], say: Until ten.}, operator: {next: late}}
nodes:
  pay: {say: Please pay., wait: {event: payment.done}, timeout: 120s, on_timeout: late, save: {ref: result.ref}, next: thanks}
  thanks: {say: "Paid {{ ref }}.", wait: 2s, next: over}
  over: {say: Bye., end: paid}
  late: {say: Too late., end: late}
`);

  test("an event continues with its data, a pause does not listen", () => {
    const talk = new Talk(pay);
    expect(talk.start()).toBe("Please pay.");
    expect([talk.mode, talk.silenceMs]).toEqual(["waiting", 120_000]);
    expect(talk.event("payment.done", { ref: "K7" })).toBe("Paid K7.");
    expect([talk.mode, talk.silenceMs]).toEqual(["waiting", 2_000]);
    expect(talk.user("hello")).toBe("");
    expect(talk.silence()).toBe("Bye.");
    expect(talk.outcome).toBe("paid");
  });

  test("an earlier event counts once, and of several with one name the latest", () => {
    const talk = new Talk(
      pay.replace("start: pay", "start: hello").replace("nodes:", "nodes:\n  hello: {wait: 1s, next: pay}"),
    );
    talk.start();
    talk.event("payment.done", { ref: "old" });
    talk.event("payment.done", { ref: "new" });
    expect(talk.silence()).toBe("Please pay. Paid new.");
    expect(talk.state.events).toEqual({});
  });

  test("only handlers listen meanwhile, and time passes", () => {
    const talk = new Talk(pay);
    talk.start();
    expect(talk.user("I have paid")).toBe("");
    talk.nowMs += 50_000;
    expect(talk.user("opening hours")).toBe("Until ten.");
    expect(talk.silenceMs).toBe(70_000);
    expect(talk.silence()).toBe("Too late.");
    expect(talk.effects).toContainEqual({ type: "trace", code: "timeout", detail: "payment.done" });
  });
});

describe("transfer and recording", () => {
  const desk = flow(`
start: desk
variables: {message: {type: audio}, dept: {type: text, default: sales & more}}
nodes:
  desk: {say: One moment., transfer: "tel:+33140000000", on_failed: box}
  box: {say: After the tone., record: message, max: 90s, on_failed: nothing, next: thanks}
  nothing: {say: Nothing., end: nothing}
  thanks: {say: Thank you., end: recorded}
`);

  test("a transfer ends the session, or follows its failure edge", () => {
    const done = new Talk(desk);
    expect(done.start()).toBe("One moment.");
    expect(done.outcome).toBe("transferred");
    const failed = new Talk(desk, { transfer: false });
    expect(failed.start()).toBe("One moment. After the tone. Thank you.");
    expect(failed.value("message")).toEqual({ id: "rec_1", seconds: 4 });
  });

  test("ruling 26: an empty recording takes `on_failed`", () => {
    const talk = new Talk(desk, { transfer: false, seconds: 0 });
    expect(talk.start()).toEndWith("Nothing.");
    expect(talk.value("message")).toBeNull();
  });
});

describe("keys for the other side", () => {
  const menu = flow(`
start: menu
variables: {account: {type: digits, length: 4, input: true, required: true}}
nodes:
  menu: {say: One moment., press: "1ww{{ account }}#", next: done}
  done: {say: Pressed., end: ok}
`);

  test("are pressed with their pauses, and then the flow continues", () => {
    const talk = new Talk(menu, { context: { account: "0123" } });
    expect(talk.start()).toBe("One moment. Pressed.");
    expect(talk.works.map(({ what }) => what)).toEqual([{ type: "press", keys: "1ww0123#" }]);
  });

  test("that do not exist are left out", () => {
    const talk = new Talk(menu.replace("type: digits, length: 4", "type: text"), {
      context: { account: "none" },
    });
    expect(talk.start()).toBe("One moment. Pressed.");
    expect(talk.works).toEqual([]);
  });
});

describe("ruling 50: one flow calls another", () => {
  const verify = flow(
    `
start: ask
variables:
  phone: {type: text, input: true, required: true}
  pin: {type: digits, length: 4, ask: "Your PIN for {{ phone }}?"}
  customer: {type: text, output: true}
defaults: {give_up: no}
handlers: {hint: {phrases: [a hint], say: It has four digits.}}
nodes:
  ask: {ask: pin, next: yes}
  yes: {set: {customer: "'c7'"}, say: Verified., end: verified}
  no: {say: Not verified., end: refused}
`,
    "verify",
  );
  const main = (extra = "with: {phone: \"'12'\"}, ") =>
    flow(`
start: check
variables:
  customer: {type: text}
  how: {type: text}
  ok: {type: boolean, ask: Anything else?}
defaults: {give_up: lost}
handlers: {operator: {next: desk}, hours: {phrases: [opening hours], say: Until ten.}, chat: {phrases: [let us chat], next: chat}}
nodes:
  check: {call: verify, ${extra}save: {customer: result.customer, how: result.outcome}, on_error: lost, next: done}
  done: {say: "{{ customer }} {{ how }}.", next: last}
  last: {ask: ok, next: lost}
  chat: {ask: ok, say: Nice weather?, next: RESUME}
  desk: {say: One moment., end: desk}
  lost: {say: Failed., end: lost}
`);
  const others = { verify };

  test("a called flow has its own variables, and its end returns with outcome and outputs", () => {
    const talk = new Talk(main(), { others });
    expect(talk.start()).toBe("Your PIN for 12?");
    expect(talk.user("1 2 3 4")).toBe("Verified. c7 verified. Anything else?");
    expect(talk.outcome).toBeNull();
    expect(talk.value("pin")).toBeNull();
  });

  test("the caller's handlers listen below the called flow's own; `RESUME` stays inside", () => {
    const talk = new Talk(main(), { others });
    talk.start();
    expect(talk.user("a hint")).toBe("It has four digits. Your PIN for 12?");
    expect(talk.user("opening hours")).toBe("Until ten. Your PIN for 12?");
    expect(talk.user("let us chat")).toBe("Nice weather?");
    expect(talk.user("yes")).toBe("Your PIN for 12?");
    expect(talk.user("1 2 3 4")).toStartWith("Verified.");
  });

  test("a handler that jumps drops the called flow", () => {
    const talk = new Talk(main(), { others });
    talk.start();
    expect(talk.user("operator")).toBe("One moment.");
    expect(talk.outcome).toBe("desk");
    expect(talk.state.frames).toHaveLength(1);
  });

  test("a missing input takes `on_error`", () => {
    const talk = new Talk(main("with: {phone: context.phone}, "), { others });
    expect(talk.start()).toBe("Failed.");
  });

  test("a hang-up ends the session from inside the called flow", () => {
    const talk = new Talk(main(), { others });
    talk.start();
    expect(talk.feed({ type: "hang-up" })).toBe("");
    expect(talk.outcome).toBe("hung_up");
  });
});
