// World of fuzzed requests: the people, flows, keys and sessions of the requests, those of another account, and secrets
// that no answer may contain.

import type { Store } from "../../../db/port/store.ts";
import { wallClock } from "../../../src/base/clock.ts";
import type { Invitation } from "../../../src/cloud/invitation.ts";
import { makeLink } from "../../../src/cloud/one-time-links.ts";
import type { Operation } from "./api-document.ts";
import { answer, idOf, type Person, signUpAt } from "../people.ts";
import type { Random } from "../random.ts";
import { isRecord } from "./schema-value.ts";
import { json } from "../json-request.ts";
import { type TestServer } from "../servers/served.ts";

export interface WorldOptions {
  readonly served: TestServer;
  readonly store: Pick<Store, "access">;
  readonly dice: Random;
  readonly invitation: Invitation;
}

const flowText =
  "voice_flow: 1\nid: hello\nlanguage: en\nstart: a\nnodes:\n  a:\n    say: Hello.\n    end: done\n";
const texts = [flowText, "a: 1 # kept", "b: [1, {c: null}]", "a: [", "just words", ""];

/** Offer of a browser, without optional parts. */
const sdpOffer = [
  "v=0",
  "o=- 4611731400430051336 2 IN IP4 127.0.0.1",
  "s=-",
  "t=0 0",
  "a=group:BUNDLE 0",
  "m=audio 9 UDP/TLS/RTP/SAVPF 111",
  "c=IN IP4 0.0.0.0",
  "a=rtcp:9 IN IP4 0.0.0.0",
  "a=ice-ufrag:EsAw",
  "a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1",
  "a=ice-options:trickle",
  `a=fingerprint:sha-256 ${"D2:FA:0E:C3:22:59:5E:14:".repeat(4).slice(0, -1)}`,
  "a=setup:actpass",
  "a=mid:0",
  "a=sendrecv",
  "a=rtcp-mux",
  "a=rtpmap:111 opus/48000/2",
  "a=fmtp:111 minptime=10;useinbandfec=1",
  "",
].join("\r\n");

/** Fields of answers that are used as path parameters. */
const namesOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "post /v1/flows": { id: "flow_id" },
  "post /auth/api-keys": { key_id: "key_id" },
  "post /v1/hooks": { hook_id: "hook_id" },
  "post /v1/embeds": { embed_id: "embed" },
  "post /v1/assistants": { assistant_id: "assistant" },
  "post /v1/phone/numbers": { number_id: "number_id" },
  "post /v1/phone/calls": { call_id: "call_id" },
  "post /v1/knowledge/{base}/sources": { id: "source_id" },
  "post /offer": { pc_id: "pc_id" },
  "post /start": { sessionId: "start_id" },
  "post /v1/sessions": { session_id: "session_id", session_token: "session_token" },
};
/** Fields of answers that no other answer may contain. */
const secretFields = ["key", "access_token", "session_token", "secret"];

let emails = 0;

export class ApiWorld {
  readonly ada: Person;
  /** Credentials that were valid once. */
  readonly revoked: Person["service"];
  /** Ids by the name of the path's parameter: Ada's own, and other people's. */
  readonly own = new Map<string, string[]>();
  readonly foreign = new Map<string, string[]>();
  readonly secrets = new Set<string>();
  /** A link that sets a password once, without a request of its owner. */
  #link = "";
  readonly #o: WorldOptions;

  private constructor(options: WorldOptions, [ada, revoked]: readonly [Person, Person["service"]]) {
    this.#o = options;
    this.ada = ada;
    this.revoked = revoked;
    // Ids chosen by the client may or may not exist.
    this.own
      .set("name", ["CRM_KEY"])
      .set("voice", ["heart"])
      .set("page", ["deploy", "upgrade.md"])
      .set("base", ["faq"])
      .set("revision", ["1"])
      .set("source_id", [])
      .set("hook_id", [])
      .set("embed", [])
      .set("assistant", [])
      .set("number_id", [])
      .set("delivery_id", [])
      .set("pc_id", [])
      .set("start_id", []);
    for (const secret of [ada.password, ada.token, ada.key]) this.secrets.add(secret);
  }

  static async open(options: WorldOptions): Promise<ApiWorld> {
    const { served, dice } = options;
    const [ada, bob] = [await signUpAt(served, secretOf(dice)), await signUpAt(served, secretOf(dice))];
    const keyOf = async (person: Person): Promise<{ key: string; key_id: string }> =>
      answer(served.ask("/auth/api-keys", { method: "POST", headers: person.login }), 201);
    const lost = await keyOf(ada);
    await served.ask(`/auth/api-keys/${lost.key_id}`, { method: "DELETE", headers: ada.login });
    const world = new ApiWorld(options, [ada, { "x-service-key": lost.key }]);
    for (const { person, ids } of [
      { person: ada, ids: world.own },
      { person: bob, ids: world.foreign },
    ]) {
      const flow = json("POST", { name: "mine", yaml_content: flowText }, person.service);
      const { id } = await answer<{ id: string }>(served.ask("/v1/flows", flow), 201);
      const session = await answer<{ session_id: string; session_token: string }>(
        served.ask("/v1/sessions", json("POST", {}, person.service)),
      );
      const key = await keyOf(person);
      ids.set("flow_id", [id]).set("key_id", [key.key_id]);
      ids.set("session_id", [session.session_id]).set("call_id", [session.session_id]);
      ids.set("session_token", [session.session_token]);
      world.secrets.add(key.key).add(session.session_token);
    }
    await world.#addLogins(bob);
    await world.#fill(
      "put /v1/secrets/{name}",
      "/v1/secrets/CRM_KEY",
      json("PUT", { value: world.#newSecret(), hosts: [] }, ada.login),
    );
    await world.#fill(
      "post /v1/hooks",
      "/v1/hooks",
      json("POST", { url: "https://hooks.invalid/" }, ada.login),
    );
    const [flow_id] = world.own.get("flow_id") ?? [];
    await world.#fill("post /v1/embeds", "/v1/embeds", json("POST", { flow_id }, ada.login));
    await world.#fill("post /v1/assistants", "/v1/assistants", json("POST", { name: "Mara" }, ada.login));
    const number = { registrar: "pbx.invalid", user: "620", password: "x", dials: ["+49"] };
    await world.#fill("post /v1/phone/numbers", "/v1/phone/numbers", json("POST", number, ada.login));
    const offer = json("POST", { sdp: sdpOffer, type: "offer" }, ada.service);
    await world.#fill("post /offer", "/offer", offer);
    const page = await (await served.ask("/test")).text();
    world.own.set(
      "file",
      [...page.matchAll(/"\/pages\/([^"]+)"/g)].flatMap(([, name]) => name ?? []),
    );
    return world;
  }

  /** Adds another login of Ada's, which may be ended, and a link for a person without other requests. */
  async #addLogins(bob: Person): Promise<void> {
    const { served, store, dice } = this.#o;
    const { email, password, login } = this.ada;
    await this.#fill("post /auth/login", "/auth/login", json("POST", { email, password }));
    const listed = async (of: Person["login"]): Promise<readonly { login_id: string; current: boolean }[]> =>
      answer(served.ask("/v1/account/logins", { headers: of }));
    const others = (await listed(login)).filter(({ current }) => !current);
    this.own.set(
      "login_id",
      others.map(({ login_id: id }) => id),
    );
    this.foreign.set(
      "login_id",
      (await listed(bob.login)).map(({ login_id: id }) => id),
    );
    const accountId = await idOf(served, await signUpAt(served, secretOf(dice)));
    const wanted = { purpose: "password", label: "", at: wallClock.wall(), minutes: 60, accountId } as const;
    this.#link = (await makeLink(store, wanted)).token;
  }

  async #fill(name: string, path: string, init: RequestInit): Promise<void> {
    const response = await this.#o.served.ask(path, init);
    this.learn(name, await response.json());
  }

  /** Stores the ids in the answer to an operation. */
  learn(name: string, body: unknown): void {
    if (!isRecord(body)) return;
    for (const field of secretFields) {
      const secret = body[field];
      if (typeof secret === "string") this.secrets.add(secret);
    }
    for (const [field, parameter] of Object.entries(namesOf[name] ?? {})) {
      const id = body[field];
      if (typeof id === "string") this.own.get(parameter)?.push(id);
    }
  }

  /** A value for the field or parameter of this name, if it has a meaning beyond its schema. */
  hint({ name: operation }: Operation, name: string): unknown {
    const { dice, invitation } = this.#o;
    const signingUp = operation === "post /auth/signup";
    if (name.endsWith("_api_key")) return dice.chance(0.3) ? null : this.#newSecret();
    // Names of providers that take no key, and keys with spaces, are refused: most accounts have none.
    if (name.endsWith("_fallback_keys") && dice.chance(0.8)) return {};
    if (name.endsWith("_fallback") && dice.chance(0.8)) return [];
    if (name.endsWith("_provider"))
      return dice.chance(0.8) ? (name === "llm_provider" ? "openai-compatible" : "builtin") : undefined;
    switch (name) {
      case "name":
        return operation.endsWith("/events") ? "payment.done" : undefined;
      case "language":
        return operation.includes("/knowledge/") ? dice.pick(["en", "de-CH"]) : undefined;
      case "text":
        return operation.includes("/knowledge/") ? "When are you open?,From nine to six." : undefined;
      case "value":
        return this.#newSecret();
      case "origins":
        return dice.pick([[], ["https://shop.example"], ["https://shop.example", "http://localhost:8080"]]);
      case "hosts":
        return dice.pick([[], ["api.example.com"], ["api.example.com:8443", "example.org"]]);
      case "sdp":
        return sdpOffer;
      case "pc_id":
        return operation.startsWith("post ") && dice.chance(0.7)
          ? null
          : dice.pick(this.own.get("pc_id") ?? []);
      case "email":
        return dice.chance(signingUp ? 0.8 : 0.1) ? `  Fuzz-${emails++}@Example.com ` : this.ada.email;
      case "password":
        return dice.chance(0.8) ? this.ada.password : undefined;
      case "link":
        return operation === "post /auth/password" ? this.#link : undefined;
      case "token":
        return dice.chance(0.8) ? invitation.issue() : undefined;
      case "registrar":
        return dice.pick(["pbx.invalid", "pbx.invalid:5070"]);
      case "user":
        return "620";
      case "dials":
        return dice.pick([["+49"], ["+49", "**6"]]);
      case "number_id":
        return dice.pick([...(this.own.get("number_id") ?? []), "num_1"]);
      case "expires_at":
        return operation === "post /v1/embeds"
          ? dice.pick([null, Math.round(wallClock.wall() / 1_000) + 600])
          : undefined;
      case "window":
        return dice.pick([{}, { until: Math.round(wallClock.wall() / 1_000) + 600 }]);
      case "from":
      case "to":
        if (operation.includes("/phone/")) return "+49 30 901820";
        return dice.pick(["2026-11-24", "2026-11-24T12:00:00.5Z", "2026-11-24T12:00+01:00"]);
      case "limit":
      case "days":
        return dice.pick(["1", "30", "200"]);
      case "cursor":
        return operation === "get /v1/calls" ? `1795168800250.${this.own.get("call_id")?.[0]}` : "41";
      case "yaml_content":
        return dice.pick(texts);
      case "flow_id":
      case "program_id":
        return dice.pick([
          ...(this.own.get("flow_id") ?? []),
          "welcome",
          ...(this.foreign.get("flow_id") ?? []),
        ]);
      case "url":
        return `https://hooks.invalid/${dice.int(0, 99)}`;
      case "events":
        return [dice.pick(["session.started", "session.ended", "plan.chosen"])];
      case "if-match":
        return dice.pick(["*", '"1"', '"1", "2", "3"', 'W/"1"', "1"]);
      default:
        return undefined;
    }
  }

  #newSecret(): string {
    const key = `sk-${secretOf(this.#o.dice)}`;
    this.secrets.add(key);
    return key;
  }
}

function secretOf(dice: Random): string {
  return `secret-${Buffer.from(dice.bytes(12)).toString("hex")}`;
}
