// Backups by a running server for its owner: each is complete, shows its place and size, and can be restored.

import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { answer, problem } from "../support/people.ts";
import { s3Server } from "../support/servers/s3-server.ts";
import { json } from "../support/json-request.ts";
import { product } from "../support/servers/product.ts";
import { Program } from "../support/servers/program.ts";
import { tempFolder } from "../support/servers/store.ts";
import { until } from "../support/until.ts";

interface System {
  readonly last_backup: { readonly bytes: number; readonly place: string } | null;
  readonly backup: object & { readonly running_since: number | null; readonly failure: string | null };
}

const places = process.env["LONG"] === "1" ? ["beside the data", "at FILES_URL"] : ["beside the data"];

test.each(places)(
  "owner's backup: is made %s while the server runs",
  async (where) => {
    using folder = tempFolder();
    await using storage = await s3Server();
    const files = where === "at FILES_URL" ? storage.environment : {};
    const env = { SPEECH: "off", PORT: "0", LOG_FORMAT: "json", DATA_DIR: folder.file("data"), ...files };
    const run = (...args: string[]) => new Program([...product, ...args], { env }).ended();
    const credentials = { email: "ada@example.com", password: "correct horse battery" };
    await using server = new Program(product, { env });
    const url = await server.url();
    const signup = fetch(`${url}/auth/signup`, json("POST", credentials));
    const { access_token: token } = await answer<{ access_token: string }>(signup);
    const headers = { authorization: `Bearer ${token}` };
    const begin = () => fetch(`${url}/v1/system/backup`, { method: "POST", headers });
    await problem(begin(), 403, "account/owner-only");
    await run("owner", credentials.email);
    const { started_at: startedAt } = await answer<{ started_at: number }>(begin(), 202);
    await problem(begin(), 409, "backup/running");
    const system = () => answer<System>(fetch(`${url}/v1/system`, { headers }));
    expect((await system()).backup).toMatchObject({ can_start: true, running_since: startedAt });
    await until("the backup", async () => (await system()).backup.running_since === null);
    const { last_backup: made, backup } = await system();
    expect(backup).toMatchObject({ can_start: true, failed_at: null, failure: null });
    expect(made?.bytes).toBeGreaterThan(10_000);
    const local = readdirSync(folder.file("data/backups"));
    expect(made?.place).toStartWith(where === "at FILES_URL" ? "files:20" : folder.file("data/backups/20"));
    expect(local).toHaveLength(where === "at FILES_URL" ? 0 : 1);
    const { entries } = await answer<{ entries: object[] }>(fetch(`${url}/v1/audit`, { headers }));
    expect(entries[0]).toMatchObject({ action: "backup.made", details: { bytes: made?.bytes } });
    server.child.kill("SIGTERM");
    const { out, err } = await server.ended();
    expect(out + err).toContain('"event":"backup.made"');
    expect(await run("restore", made?.place ?? "")).toMatchObject({ code: 0 });
    expect((await run("ledger", credentials.email)).out).toContain("available 200.000000 cents");
  },
  240_000,
);
