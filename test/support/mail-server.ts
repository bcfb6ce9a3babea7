// Mail server: a real one from npm on a free port of this machine, with logins and STARTTLS, that stores received
// letters and gives the answers that a test sets.

import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { ownCertificate, ownCertificateKey } from "./servers/certificate.ts";
import { until } from "./until.ts";

export interface ReceivedLetter {
  readonly from: string;
  readonly to: readonly string[];
  /** Decoded text. */
  readonly text: string;
  readonly headers: string;
  readonly isSecure: boolean;
  readonly user: string | undefined;
}

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly letters: readonly ReceivedLetter[];
  /** Number of open connections. */
  readonly open: number;
  /** Value of SMTP_URL. */
  url(options?: { readonly tls?: string; readonly login?: string; readonly scheme?: string }): string;
  /** Resolves when this many letters have arrived. */
  got(count: number): Promise<void>;
}

interface MailServerOptions extends Pick<SMTPServerOptions, "secure" | "disabledCommands"> {
  /** Answer to the nth letter, counted from 0; undefined: it is accepted. */
  readonly answers?: readonly (number | undefined)[];
}

const [user, password] = ["robot", "right"];

export async function mailServer({ answers = [], ...options }: MailServerOptions = {}): Promise<MailServer> {
  const letters: ReceivedLetter[] = [];
  let asked = 0;
  const server = new SMTPServer({
    key: ownCertificateKey,
    cert: ownCertificate,
    authOptional: true,
    allowInsecureAuth: true,
    closeTimeout: 10,
    ...options,
    onAuth(auth, _session, done) {
      if (auth.username === user && auth.password === password) done(null, { user: auth.username });
      else done(refusal(535, "The user or the password is wrong"));
    },
    onRcptTo({ address }, _session, done) {
      const status = answers[asked++];
      // Real servers name the refused recipient.
      if (status === undefined) done();
      else done(refusal(status, `<${address}> cannot be reached`));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const [headers = "", ...body] = Buffer.concat(parts).toString().split("\r\n\r\n");
        letters.push({
          from: session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address,
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: decoded(body.join("\r\n\r\n")),
          headers,
          isSecure: session.secure,
          user: session.user === false ? undefined : session.user,
        });
        done();
      });
    },
  });
  // Clients that do not trust its certificate disconnect during the handshake.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    port,
    letters,
    get open() {
      return server.connections.size;
    },
    url: ({ tls = "starttls", login = `${user}:${password}`, scheme = "smtp" } = {}) =>
      `${scheme}://${login === "" ? "" : `${login}@`}localhost:${port}${scheme === "smtp" ? `?tls=${tls}` : ""}`,
    got: (count) => until(`${count} letters`, () => letters.length >= count, 10_000),
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}

/** Quoted-printable. */
function decoded(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
