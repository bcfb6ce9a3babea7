// Page access: the sign-in state of this tab, with its token and the requests that get one.

import { listOf, textOf, valueOf } from "./json-answer.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Why signing in failed, by the form field that is to blame. */
export interface SignInErrors {
  readonly email?: string;
  readonly password?: string;
  /** An error of the form as a whole. */
  readonly form?: string;
}

/** Why the token in the address was refused, in words. */
export interface RejectedLink {
  readonly title: string;
  readonly text: string;
}

interface StoredToken {
  readonly token: string;
  /** The account's email; undefined for a token that came from the address. */
  readonly email: string | undefined;
}

/** How people get in. */
export interface Entrance {
  /** Who may make an account: open, invite or closed. */
  readonly signup: string;
  /** Whether whoever has forgotten the password gets a mail. */
  readonly mailsPasswords: boolean;
}

/** Whether the server accepts calls: as it is, after a sign-in, or after signing in again. */
export type Admission = "admitted" | "anonymous" | "expired";

const storageKey = "voice-flow-access";
const noEmail = "Enter your email address.";
const noAnswer = "The server does not answer. It may be starting again, or the network is down.";

/** The form field to blame, by the code of the problem document. */
const fieldOf: Readonly<Record<string, "email" | "password">> = {
  "account/email-taken": "email",
  "auth/invalid-credentials": "password",
};

/** The access token lives in sessionStorage, and so as long as the tab. */
export class PageAccess {
  /** Also kept in memory, because the browser may forbid storage. */
  #stored = stored();

  get token(): string | undefined {
    return this.#stored?.token;
  }

  /** The token of an account; undefined for a guest, who has none. */
  get accountToken(): string | undefined {
    return this.#stored?.email === undefined ? undefined : this.#stored.token;
  }

  /** The account's email or a description; undefined when signed out. */
  get signedInAs(): string | undefined {
    return this.#stored === undefined ? undefined : (this.#stored.email ?? "Guest of the printed address");
  }

  /**
   * Exchanges the one-time token after # in the address for an access token, and removes it from the address, so that
   * it does not end up in a bookmark. Returns why it was refused, unless the page has another token.
   */
  async readAddress(): Promise<RejectedLink | undefined> {
    const printed = new URLSearchParams(location.hash.slice(1)).get("token");
    if (printed === null) return undefined;
    history.replaceState(null, "", `${location.pathname}${location.search}`);
    try {
      const answer = await post("/auth/exchange", { token: printed });
      const token = textOf(answer, "access_token");
      if (token !== undefined) this.#keep({ token, email: undefined });
      if (this.#stored !== undefined) return undefined;
      const text = textOf(answer, "detail") ?? "The server gave no reason.";
      return { title: "This address lets nobody in any more", text };
    } catch {
      return undefined; // The call itself will report that the server does not answer.
    }
  }

  /** Whether the server accepts calls from this page. A token that it rejects is removed. */
  async admission(): Promise<Admission> {
    const standing = await this.#standing();
    if (standing === "credentials-required") return "anonymous";
    if (standing !== "credentials-invalid") return "admitted";
    this.forget();
    return (await this.#standing()) === "credentials-required" ? "expired" : "admitted";
  }

  /** Signs in or up. Returns the errors; undefined on success. */
  async enter(
    action: "login" | "signup",
    { email, password, link }: Credentials & { readonly link?: string | undefined },
  ): Promise<SignInErrors | undefined> {
    if (email === "") return { email: noEmail };
    if (password === "") return { password: "Enter your password." };
    try {
      const answer = await post(`/auth/${action}`, { email, password, ...(link !== undefined && { link }) });
      const token = textOf(answer, "access_token");
      if (token === undefined) return errorsIn(answer);
      this.#keep({ token, email });
      return undefined;
    } catch {
      return { form: noAnswer };
    }
  }

  /** Sets the password that a one-time link is for, and signs in. Returns what is wrong; undefined on success. */
  async reset({
    link,
    password,
  }: {
    readonly link: string;
    readonly password: string;
  }): Promise<string | undefined> {
    try {
      const answer = await post("/auth/password", { link, new_password: password });
      const token = textOf(answer, "access_token");
      if (token === undefined) {
        const [first] = listOf(answer, "errors");
        return textOf(first, "detail") ?? textOf(answer, "detail") ?? "The server gave no reason.";
      }
      this.#keep({ token, email: await emailOf(token) });
      return undefined;
    } catch {
      return noAnswer;
    }
  }

  /** How people get in here: who may make an account, anyone while the server does not say, and who is helped. */
  async entrance(): Promise<Entrance> {
    const standing: unknown = await fetch("/auth/standing")
      .then((response) => response.json())
      .catch(() => undefined);
    const isMailed = valueOf(standing, "password_mail") === true;
    return { signup: textOf(standing, "signup") ?? "open", mailsPasswords: isMailed };
  }

  /** Has an address for a new password mailed to whoever has the account. Returns what is wrong; undefined on success. */
  async mailPassword(email: string): Promise<string | undefined> {
    return email === "" ? noEmail : await tell("/auth/password/mail", { email });
  }

  /** Confirms the email that a one-time link was mailed to. Returns what is wrong; undefined on success. */
  confirm(link: string): Promise<string | undefined> {
    return tell("/auth/confirmation", { link });
  }

  /** Another token of the same account. */
  renew(token: string): void {
    this.#keep({ token, email: this.#stored?.email });
  }

  forget(): void {
    this.#stored = undefined;
    inStorage((storage) => storage.removeItem(storageKey));
  }

  #keep(pass: StoredToken): void {
    this.#stored = pass;
    inStorage((storage) => storage.setItem(storageKey, JSON.stringify(pass)));
  }

  /** How the server would take a call; undefined when it does not say, which the call itself will report. */
  async #standing(): Promise<string | undefined> {
    const token = this.#stored?.token;
    try {
      const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
      const response = await fetch("/auth/standing", { ...(headers && { headers }) });
      return textOf(await response.json(), "engine");
    } catch {
      return undefined;
    }
  }
}

async function emailOf(token: string): Promise<string | undefined> {
  const response = await fetch("/v1/account", { headers: { authorization: `Bearer ${token}` } });
  return textOf(await response.json(), "email");
}

/** Returns what is wrong; undefined on success, of which there is nothing to say. */
async function tell(path: string, body: object): Promise<string | undefined> {
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (response.ok) return undefined;
    return textOf(await response.json(), "detail") ?? "The server gave no reason.";
  } catch {
    return noAnswer;
  }
}

async function post(path: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  return await response.json();
}

function errorsIn(problem: unknown): SignInErrors {
  const byField: Record<string, string> = {};
  for (const each of listOf(problem, "errors")) {
    const [pointer, detail] = [textOf(each, "pointer"), textOf(each, "detail")];
    if (detail !== undefined && (pointer === "/email" || pointer === "/password"))
      byField[pointer.slice(1)] ??= detail;
  }
  if (Object.keys(byField).length > 0) return byField;
  const detail = textOf(problem, "detail") ?? "The server gave no reason.";
  return { [fieldOf[textOf(problem, "code") ?? ""] ?? "form"]: detail };
}

function stored(): StoredToken | undefined {
  const kept = inStorage((storage): unknown => JSON.parse(storage.getItem(storageKey) ?? "null"));
  const token = textOf(kept, "token");
  return token === undefined ? undefined : { token, email: textOf(kept, "email") };
}

/** Undefined where storage is forbidden. */
function inStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
