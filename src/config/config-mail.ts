// Configuration of mail: the SMTP server, the sender, and the address that its links lead to.

import { Secret } from "../base/secret.ts";
import { isLoopback, optional, row, type ValuesOf } from "../base/setting-reader.ts";
import type { SmtpServer } from "../mail/smtp-sender.ts";

export interface MailConfig extends SmtpServer {
  /** Origin of links, independent of a request's address, which its sender chooses. */
  readonly origin: string;
}

export const mailVariables = {
  SMTP_URL: row("", {
    unit: "URL",
    about:
      "Mail server for links that confirm an email or set a new password, such as " +
      "smtp://user:password@mail.example:587 or smtps://; needs PUBLIC_URL; ?tls=off for an internal server without TLS",
    parse: optional(smtpUrl),
  }),
  SMTP_FROM: row("", {
    unit: "address",
    about: "Sender of mail, such as Voice Flow <voice@example.com>; unset: the user of SMTP_URL",
    parse: optional(sender),
  }),
};

type Values = ValuesOf<typeof mailVariables> & { readonly PUBLIC_URL: URL | undefined };

/** Undefined: no mail is sent. Errors are added to `problems`. */
export function mailConfig(values: Values, problems: string[]): MailConfig | undefined {
  const { SMTP_URL: given, SMTP_FROM: from, PUBLIC_URL: publicUrl } = values;
  if (given === undefined) return undefined;
  const server = serverOf(given.reveal());
  const user = server.login?.user ?? "";
  if (publicUrl === undefined) problems.push("SMTP_URL needs PUBLIC_URL for the links in mails. Set both.");
  if (from === undefined && !address.test(user))
    problems.push("The user of SMTP_URL is not an email address. Set the sender with SMTP_FROM.");
  return { ...server, from: from ?? user, origin: publicUrl?.origin ?? "" };
}

const address = /^[^\s<>(),;:"@]+@[^\s<>(),;:"@]+$/;
const wanted = "must be smtp://user:password@host:587 or smtps://user:password@host:465";
const wantedTls = "may have ?tls=starttls or ?tls=off after smtp://, and nothing else";
const usualPorts: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 };

/** Errors are reported without the text, which holds a password. */
function smtpUrl(text: string): Secret {
  serverOf(text);
  return new Secret(text);
}

function serverOf(text: string): Omit<SmtpServer, "from"> {
  const url = URL.parse(text);
  const usualPort = usualPorts[url?.protocol ?? ""];
  if (url === null || usualPort === undefined || url.pathname.length > 1) throw new Error(wanted);
  const { protocol, search, port, username, password } = url;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!/^[\w.:-]+$/.test(host) || url.hash !== "") throw new Error(wanted);
  const choice = /^\?tls=(starttls|off)$/.exec(search)?.[1] as "starttls" | "off" | undefined;
  if (search !== "" && (choice === undefined || protocol === "smtps:")) throw new Error(wantedTls);
  if ((username === "") !== (password === ""))
    throw new Error("must hold a user and a password, or neither; special characters are percent-encoded");
  // On this machine the traffic is not readable by others, and the certificate is seldom trusted.
  const usual = isLoopback(host) ? "off" : "starttls";
  return {
    host,
    port: port === "" ? usualPort : Number(port),
    tls: protocol === "smtps:" ? "at-once" : (choice ?? usual),
    login: username === "" ? undefined : { user: decoded(username), password: new Secret(decoded(password)) },
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error("holds a % that begins no percent-encoded character: write %25");
  }
}

function sender(text: string): string {
  const inner = /^[^<>"\p{Cc}]*<([^<>]+)>$/u.exec(text)?.[1] ?? text;
  if (address.test(inner)) return text;
  throw new Error("must be an address such as voice@example.com, or Voice Flow <voice@example.com>");
}
