// Every relay provider against a vendor on loopback that speaks its protocol: its request, the use of its response, and
// the caller's servers if it fails.

import { expect, test } from "bun:test";
import { wallClock } from "../../src/base/clock.ts";
import { openLog } from "../../src/base/log.ts";
import { Secret } from "../../src/base/secret.ts";
import { openIceServers } from "../../src/providers/relay/ice-servers.ts";
import { openRelay, type RelaySettings } from "../../src/providers/relay/open-relay.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
  readonly body: string;
}

type Answer = (asked: Asked, nth: number) => Response;

function vendor(answer: Answer) {
  const asked: Asked[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const one = {
        method: request.method,
        path: pathname + search,
        authorization: request.headers.get("authorization"),
        body: await request.text(),
      };
      asked.push(one);
      return answer(one, asked.length);
    },
  });
  return { asked, url: server.url.origin, [Symbol.asyncDispose]: () => server.stop(true) };
}

const secret = new Secret("s3cret-of-the-operator");
const never = new AbortController().signal;
const ask = { user: "acc_1", ttlSeconds: 4_200, signal: never };

const of = (provider: "cloudflare" | "twilio" | "metered", baseUrl: string): RelaySettings => ({
  provider,
  id: "id/1",
  secret,
  baseUrl,
});

test("relay: coturn's credentials expire, and coturn accepts their signature", async () => {
  const clock = new VirtualClock();
  const urls = ["stun:turn.example:3478", "turn:turn.example:3478"];
  const relay = openRelay({ provider: "coturn", urls, secret: new Secret("north") }, clock);
  const servers = await relay?.servers(ask);
  const username = `${Math.floor(clock.wall() / 1000) + 4_200}:acc_1`;
  // coturn computes the same: base64(hmac-sha1(static-auth-secret, username)).
  const credential = new Bun.CryptoHasher("sha1", "north").update(username).digest("base64");
  expect(servers).toEqual([
    { urls: "stun:turn.example:3478" },
    { urls: "turn:turn.example:3478", username, credential },
  ]);
});

test("relay: static has one password for all", async () => {
  const urls = ["turn:turn.example:3478?transport=tcp"];
  const relay = openRelay({ provider: "static", urls, username: "ada", secret }, wallClock);
  expect(await relay?.servers(ask)).toEqual([
    { urls: urls[0] ?? "", username: "ada", credential: "s3cret-of-the-operator" },
  ]);
});

test("relay: cloudflare is asked with its token, and addresses that browsers reject are left out", async () => {
  await using fake = vendor(() =>
    Response.json(
      {
        iceServers: [
          { urls: ["stun:stun.cloudflare.com:3478", "stun:stun.cloudflare.com:53"] },
          {
            urls: [
              "turn:turn.cloudflare.com:3478?transport=udp",
              "turn:turn.cloudflare.com:53?transport=udp",
            ],
            username: "u",
            credential: "c",
          },
        ],
      },
      { status: 201 },
    ),
  );
  const servers = await openRelay(of("cloudflare", fake.url), wallClock)?.servers(ask);
  expect(servers).toEqual([
    { urls: "stun:stun.cloudflare.com:3478" },
    { urls: "turn:turn.cloudflare.com:3478?transport=udp", username: "u", credential: "c" },
  ]);
  expect(fake.asked).toEqual([
    {
      method: "POST",
      path: "/v1/turn/keys/id%2F1/credentials/generate-ice-servers",
      authorization: "Bearer s3cret-of-the-operator",
      body: '{"ttl":4200}',
    },
  ]);
});

test("relay: twilio takes a form, and repeats the address in two fields", async () => {
  const ice = [
    { url: "stun:global.stun.twilio.com:3478", urls: "stun:global.stun.twilio.com:3478" },
    { url: "turn:x:3478", urls: "turn:x:3478", username: "u", credential: "c" },
  ];
  await using fake = vendor(() => Response.json({ ttl: "4200", ice_servers: ice }, { status: 201 }));
  expect(await openRelay(of("twilio", fake.url), wallClock)?.servers(ask)).toEqual([
    { urls: "stun:global.stun.twilio.com:3478" },
    { urls: "turn:x:3478", username: "u", credential: "c" },
  ]);
  expect(fake.asked[0]).toMatchObject({ path: "/2010-04-01/Accounts/id%2F1/Tokens.json", body: "Ttl=4200" });
  const basic = fake.asked[0]?.authorization?.replace("Basic ", "") ?? "";
  expect(atob(basic)).toBe("id/1:s3cret-of-the-operator");
});

test("relay: metered makes a credential and is then asked for its servers", async () => {
  await using fake = vendor(({ method }) =>
    method === "POST"
      ? Response.json({ username: "u", password: "p", apiKey: "key 1" })
      : Response.json([{ urls: "turn:a:80", username: "u", credential: "p" }]),
  );
  expect(await openRelay(of("metered", fake.url), wallClock)?.servers(ask)).toEqual([
    { urls: "turn:a:80", username: "u", credential: "p" },
  ]);
  expect(fake.asked.map(({ path }) => path)).toEqual([
    "/api/v1/turn/credential?secretKey=s3cret-of-the-operator",
    "/api/v1/turn/credentials?apiKey=key%201",
  ]);
});

const failures: readonly [name: string, answer: Answer, times: number, code: string][] = [
  ["refuses the key", () => Response.json({ error: "no" }, { status: 401 }), 1, "provider/auth"],
  ["fails twice", () => new Response("", { status: 503 }), 2, "provider/failed"],
  ["answers something else", () => new Response("<html>"), 2, "provider/failed"],
  ["sends elsewhere", () => Response.redirect("http://127.0.0.1:1/", 302), 2, "provider/failed"],
];

test.each(failures)("relay: a vendor that %s costs no call, and no secret", async (...row) => {
  const [, answer, times, code] = row;
  await using fake = vendor(answer);
  const lines: string[] = [];
  const log = openLog({ level: "debug", format: "json", write: (line) => void lines.push(line) });
  const relay = openRelay(of("metered", fake.url), wallClock);
  const lease = await openIceServers({ relay, callSecondsMax: 1_800, clock: wallClock, log })("acc_1");
  expect(lease).toEqual({ iceServers: [], ttlSeconds: 60 });
  expect(fake.asked.length).toBe(times);
  expect(lines.join("")).toContain(code);
  expect(lines.join("")).not.toContain("s3cret");
});

test("relay: a first failure is retried, and the second answer counts", async () => {
  await using fake = vendor((_, nth) =>
    nth === 1 ? new Response("", { status: 500 }) : Response.json({ iceServers: [{ urls: "turn:a:1" }] }),
  );
  expect(await openRelay(of("cloudflare", fake.url), wallClock)?.servers(ask)).toEqual([
    { urls: "turn:a:1" },
  ]);
});

test("relay: an account has one name at the relay, which is not its id", async () => {
  const relay = openRelay({ provider: "coturn", urls: ["turn:a:1"], secret }, wallClock);
  const log = openLog({ level: "silent", format: "json", write: () => undefined });
  const fetchFor = openIceServers({ relay, callSecondsMax: 60, clock: wallClock, log });
  const nameOf = async (account: string): Promise<string | undefined> =>
    (await fetchFor(account)).iceServers[0]?.username?.split(":")[1];
  const [ada, again, bob] = [await nameOf("acc_ada"), await nameOf("acc_ada"), await nameOf("acc_bob")];
  expect(ada).toMatch(/^[0-9a-f]{16}$/);
  expect([again === ada, bob === ada]).toEqual([true, false]);
});

test("relay: credentials outlive the longest call", async () => {
  const urls = ["turn:a:1"];
  const relay = openRelay({ provider: "static", urls, username: "u", secret }, wallClock);
  const log = openLog({ level: "silent", format: "json", write: () => undefined });
  const leaseFor = (callSecondsMax: number) =>
    openIceServers({ relay, callSecondsMax, clock: wallClock, log })("u");
  expect((await leaseFor(600)).ttlSeconds).toBe(3_600);
  expect((await leaseFor(7_200)).ttlSeconds).toBe(7_800);
});
