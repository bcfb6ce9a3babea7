// Flow API of the editor: requests carry the page's token, an expired token is renewed once, and a failure has a text.

import { afterAll, expect, test } from "bun:test";
import { FlowApi } from "../../../../public/flow-editor/files/flow-api.ts";

const page = globalThis.fetch;
afterAll(() => {
  globalThis.fetch = page;
});

const problem = (status: number, detail: string) =>
  Response.json({ code: "auth/invalid", detail, status }, { status });

/** A server that accepts one token; returns the tokens of its requests. */
function server(good: string | undefined): (string | null)[] {
  const asked: (string | null)[] = [];
  globalThis.fetch = ((_: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get("authorization");
    asked.push(token);
    const isGood = token === (good === undefined ? null : `Bearer ${good}`);
    return Promise.resolve(isGood ? Response.json([]) : problem(401, "Sign in again."));
  }) as typeof fetch;
  return asked;
}

/** A page's access whose token is renewed to these, one after the other. */
function access(first: string | undefined, ...renewed: readonly string[]) {
  const rest = [...renewed];
  const page = {
    token: first,
    again: () => {
      page.token = rest.shift();
      return Promise.resolve(page.token !== undefined);
    },
  };
  return page;
}

test("flow API: an expired token is renewed, and the request is sent once more", async () => {
  const asked = server("new");
  const listed = await new FlowApi(access("old", "new")).list();
  expect(listed).not.toHaveProperty("refused");
  expect(asked).toEqual(["Bearer old", "Bearer new"]);
});

test("flow API: without another token the refusal is the server's, and a page without a token asks for none", async () => {
  const asked = server("new");
  expect(await new FlowApi(access("old")).list()).toMatchObject({ refused: "Sign in again." });
  expect(await new FlowApi(access(undefined, "new")).list()).toMatchObject({ refused: "Sign in again." });
  expect(asked).toEqual(["Bearer old", null]);
});

test("flow API: a silent server is reported as offline", async () => {
  globalThis.fetch = (() => Promise.reject(new TypeError("refused"))) as unknown as typeof fetch;
  expect(await new FlowApi(access("a")).list()).toMatchObject({ code: "offline" });
});
