// Commands `account`, `owner` and `invite` beside a running server: they create accounts, rescue existing ones, name
// the owner of the deployment, and invite people.

import { expect, test } from "bun:test";
import { answer, problem, signUpAt } from "../support/people.ts";
import { Program } from "../support/servers/program.ts";
import { json } from "../support/json-request.ts";
import { serveTest } from "../support/servers/served.ts";
import { tempFolder } from "../support/servers/store.ts";
import { product } from "../support/servers/product.ts";

test("account: it is created while sign-up is closed, and a new password ends the earlier logins", async () => {
  using folder = tempFolder();
  const env = { DATA_DIR: folder.file("data"), SIGNUP: "closed", SPEECH: "off" };
  await using served = await serveTest(env);
  const run = async (...args: string[]): Promise<[code: number, out: string, err: string]> => {
    const command = [...product, "account", ...args];
    const { code, out, err } = await new Program(command, { env }).ended();
    return [code, out, err];
  };
  const logIn = (password: string): Promise<Response> =>
    served.ask("/auth/login", json("POST", { email: "ada@example.com", password }));

  const [made, says, nothing] = await run(" Ada@example.com");
  expect([made, nothing]).toEqual([0, ""]);
  const first = /Its password: (\w{20})\n$/.exec(says)?.[1] ?? "";
  const { access_token } = await answer<{ access_token: string }>(logIn(first));
  const headers = { authorization: `Bearer ${access_token}` };
  expect(await answer(served.ask("/v1/account", { headers }))).toMatchObject({ email: "ada@example.com" });

  const [changed, told] = await run("ada@example.com");
  expect(changed).toBe(0);
  const second =
    /^New password of ada@example\.com: (\w{20})\nAll logins of the account have ended\.\n$/.exec(
      told,
    )?.[1] ?? "";
  await problem(served.ask("/v1/account", { headers }), 401, "auth/invalid");
  await problem(logIn(first), 401, "auth/invalid-credentials");
  await answer(logIn(second));

  const [usage, , how] = await run("ada");
  expect([usage, how]).toEqual([2, expect.stringContaining("account EMAIL")]);
});

test("owner: a shell user creates, names and replaces the owner, and the password stays", async () => {
  using folder = tempFolder();
  const env = { DATA_DIR: folder.file("data"), SPEECH: "off" };
  await using served = await serveTest(env);
  const run = async (...args: string[]): Promise<[code: number, out: string, err: string]> => {
    const command = [...product, "owner", ...args];
    const { code, out, err } = await new Program(command, { env }).ended();
    return [code, out, err];
  };
  expect(await run()).toEqual([1, expect.stringContaining("no owner yet"), ""]);
  const [made, says] = await run("Ada@example.com");
  expect([made, says]).toEqual([0, expect.stringContaining("The owner is Ada@example.com.\n")]);
  const password = /Its password: (\w{20})\n/.exec(says)?.[1];
  const login = json("POST", { email: "ada@example.com", password });
  const { access_token } = await answer<{ access_token: string }>(served.ask("/auth/login", login));
  const headers = { authorization: `Bearer ${access_token}` };
  const roleNow = async () => (await answer<{ role: string }>(served.ask("/v1/account", { headers }))).role;
  expect(await roleNow()).toBe("owner");

  const bob = await signUpAt(served);
  expect(await run(bob.email)).toEqual([
    0,
    `The owner is ${bob.email}.\nada@example.com is now a member.\n`,
    "",
  ]);
  expect([await roleNow(), await run()]).toEqual(["member", [0, `${bob.email}\n`, ""]]);
  expect((await run(bob.email))[1]).toContain("is already the owner");
  expect(await run("ada")).toEqual([2, "", expect.stringContaining("owner [EMAIL]")]);
});

test("invite: it prints a link for one account, lists existing ones, and revokes one", async () => {
  using folder = tempFolder();
  const env = {
    DATA_DIR: folder.file("data"),
    SPEECH: "off",
    SIGNUP: "invite",
    PUBLIC_URL: "https://voice.example",
  };
  await using served = await serveTest(env);
  const run = async (...args: string[]): Promise<[code: number, out: string, err: string]> => {
    const command = [...product, "invite", ...args];
    const { code, out, err } = await new Program(command, { env }).ended();
    return [code, out, err];
  };
  const [made, says] = await run("Bob from support");
  const [, link, id = ""] =
    /^https:\/\/voice\.example\/console#\/join\?link=(\w{43})\n[^]*invite --revoke (link_\w+)\n$/.exec(
      says,
    ) ?? [];
  expect(made).toBe(0);
  expect(await run("--list")).toEqual([
    0,
    expect.stringMatching(new RegExp(`^${id}  until .*  Bob from support\n$`)),
    "",
  ]);
  expect(await run("--revoke", id)).toEqual([0, "", ""]);
  expect((await run("--list"))[1]).toContain("  revoked  ");
  expect(await run("--revoke", id)).toEqual([1, "", expect.stringContaining("no such invitation")]);
  const join = json("POST", { email: "bob@example.com", password: "correct horse battery", link });
  await problem(served.ask("/auth/signup", join), 410, "account/link-void");
  expect((await run("--revoke"))[0]).toBe(2);
});

test("invite: it refuses when SIGNUP=closed, and names the alternative", async () => {
  using folder = tempFolder();
  const env = { DATA_DIR: folder.file("data"), SPEECH: "off", SIGNUP: "closed" };
  await using _ = await serveTest(env);
  const { code, out, err } = await new Program([...product, "invite", "Bob"], { env }).ended();
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/SIGNUP=closed: .*SIGNUP=invite.*voice-flow account EMAIL/);
});
