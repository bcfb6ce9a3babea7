// Command `doctor` and a mail server: its report of a working server, and of failing ones.

import { expect, test } from "bun:test";
import { checkMail } from "../../src/cli/doctor/doctor-mail.ts";
import { type Environment, readConfig } from "../../src/config.ts";
import { mailServer } from "../support/mail-server.ts";
import { ownCertificate } from "../support/servers/certificate.ts";
import { freePort } from "../support/servers/free-port.ts";
import { product } from "../support/servers/product.ts";
import { Program } from "../support/servers/program.ts";
import { tempFolder } from "../support/servers/store.ts";

const around = { PUBLIC_URL: "https://voice.example", SMTP_FROM: "voice@example.com" };
const examined = (environment: Environment) => checkMail(readConfig({ ...around, ...environment }));

test("doctor: a working mail server is reported with its security, and gets no mail", async () => {
  await using server = await mailServer();
  expect(await examined({ SMTP_URL: server.url({ tls: "off" }) })).toMatchObject({
    state: "ok",
    says: `localhost:${server.port} accepts connections without TLS and with its login. Mail is sent from voice@example.com.`,
  });
  expect((await examined({ SMTP_URL: server.url({ tls: "off", login: "" }) })).says).toContain(
    "without a login",
  );
  expect(server.letters).toEqual([]);
  expect((await examined({})).state).toBe("skipped");
});

test("doctor: each mail problem has its remedy, without the password", async () => {
  await using server = await mailServer();
  await using plain = await mailServer({ disabledCommands: ["STARTTLS"] });
  const cases = [
    [server.url({ tls: "off", login: "robot:hunter2" }), "rejects the user and password of SMTP_URL (535)"],
    [server.url(), "has an untrusted certificate (DEPTH_ZERO_SELF_SIGNED_CERT)"],
    [server.url({ scheme: "smtps" }), "does not start TLS (ERR_SSL_WRONG_VERSION_NUMBER)"],
    [plain.url(), "does not start TLS (500)"],
    [`smtp://127.0.0.1:${await freePort()}`, "cannot be reached (ECONNREFUSED)"],
    ["smtp://nowhere.invalid", "cannot be reached (ENOTFOUND)"],
  ] as const;
  for (const [SMTP_URL, says] of cases) {
    const finding = await examined({ SMTP_URL });
    expect([finding.state, finding.says]).toEqual(["problem", expect.stringContaining(says) as string]);
    expect(finding.says).not.toMatch(/hunter2|…/);
  }
});

test("doctor: a private certificate authority is trusted for mail too", async () => {
  await using server = await mailServer();
  using folder = tempFolder();
  await Bun.write(folder.file("own.pem"), ownCertificate);
  const env = { ...around, SPEECH: "off", PORT: "0", DATA_DIR: folder.path, SMTP_URL: server.url() };
  const doctor = new Program([...product, "doctor"], {
    env: { ...env, NODE_EXTRA_CA_CERTS: folder.file("own.pem") },
  });
  const { out } = await doctor.ended();
  expect(out).toContain(
    `✓ mail           localhost:${server.port} accepts connections with TLS and with its login.`,
  );
});
