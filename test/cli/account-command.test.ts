// The command `account`, as an operator runs it beside a server: it makes accounts, and rescues those that exist.

import { expect, test } from "bun:test";
import { answer, problem } from "../support/people.ts";
import { Program } from "../support/servers/program.ts";
import { json } from "../support/json-request.ts";
import { serveTest } from "../support/servers/served.ts";
import { tempFolder } from "../support/servers/store.ts";
import { product } from "../support/servers/product.ts";

test("account: is made where nobody may sign up, and a new password ends the logins of the one before", async () => {
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
    /new password of ada@example\.com: (\w{20})\nAll its logins have ended\.\n$/.exec(told)?.[1] ?? "";
  await problem(served.ask("/v1/account", { headers }), 401, "auth/invalid");
  await problem(logIn(first), 401, "auth/invalid-credentials");
  await answer(logIn(second));

  const [usage, , how] = await run("ada");
  expect([usage, how]).toEqual([2, expect.stringContaining("account EMAIL")]);
});
