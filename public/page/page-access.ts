// Page access: the signed-in account of this tab, with the access token and the requests that get one.

import { type ApiAnswer, type ApiRequest, request } from "./api-request.ts";
import { textOf } from "./json-answer.ts";
import { type Refusal, refusalIn } from "./refusal.ts";
import { answerTo, sendRequest } from "./send-request.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Reason why signing in failed, by the form field to blame. */
export interface SignInErrors {
  readonly email?: string;
  readonly password?: string;
  /** An error of the form as a whole. */
  readonly form?: string;
}

/** Reason why the token in the address was rejected, in words. */
export interface RejectedLink {
  readonly title: string;
  readonly text: string;
}

interface StoredToken {
  readonly token: string;
  /** The account's email; undefined for a token that came from the address. */
  readonly email: string | undefined;
}

/** Ways to an account on this server. */
export interface Entrance {
  /** Sign-up: open, invite or closed. */
  readonly signup: string;
  /** Whether a forgotten password can be replaced by mail. */
  readonly mailsPasswords: boolean;
}

/** Whether the server accepts calls: without an account, after a sign-in, or after another sign-in. */
export type Admission = "admitted" | "anonymous" | "expired";

const storageKey = "voice-flow-access";
/** Key whose value says which login's cookie this browser has: a page cannot see the cookie itself. */
const browserKey = "voice-flow-browser";

/** Time for which a browser stays signed in: until it is closed, or for 30 days. */
export type Stay = "session" | "month";

const noEmail = "Enter your email address.";
const noAnswer = "The server does not answer. It may be restarting, or the network is down.";

/** The form field to blame, by the code of the problem document. */
const fieldOf: Readonly<Record<string, "email" | "password">> = {
  "account/email-taken": "email",
  "auth/invalid-credentials": "password",
};

/**
 * The access token is in sessionStorage, and so lives as long as the tab. Another tab gets its own token by a cookie
 * that no script can read.
 */
export class PageAccess {
  /** The login in memory, because the browser may forbid storage. */
  #stored = stored();
  #renewal: Promise<boolean> | undefined;

  get token(): string | undefined {
    return this.#stored?.token;
  }

  /** The token of an account; undefined for a guest, who has none. */
  get accountToken(): string | undefined {
    return this.#stored?.email === undefined ? undefined : this.#stored.token;
  }

  /** The account's email or a description; undefined when signed out. */
  get signedInAs(): string | undefined {
    return this.#stored === undefined ? undefined : (this.#stored.email ?? "Guest (printed link)");
  }

  /** Time for which this browser stays signed in. */
  get stay(): Stay {
    return inStorage(localStorageOf, (storage) => storage.getItem(browserKey)) === "month"
      ? "month"
      : "session";
  }

  /**
   * Signs in if the browser is signed in and the tab is not; exchanges the one-time token after # in the address for an
   * access token, and removes it from the address, so that no bookmark contains it. Returns the reason of a rejection,
   * unless the page has another token.
   */
  async open(): Promise<RejectedLink | undefined> {
    if (this.#stored === undefined) await this.again();
    const printed = new URLSearchParams(location.hash.slice(1)).get("token");
    if (printed === null) return undefined;
    history.replaceState(null, "", `${location.pathname}${location.search}`);
    try {
      const answer = await ask(request("POST /auth/exchange", {}, { token: printed }));
      if ("body" in answer) this.#keep({ token: answer.body.access_token, email: undefined });
      if ("body" in answer || this.#stored !== undefined) return undefined;
      return { title: "This link has expired", text: answer.detail };
    } catch {
      return undefined; // The call itself will report that the server does not answer.
    }
  }

  /** Whether the server accepts calls from this page. A token that it rejects is removed. */
  async admission(): Promise<Admission> {
    const standing = await this.#standing();
    if (standing === "credentials-required") return "anonymous";
    if (standing !== "credentials-invalid") return "admitted";
    if (await this.again()) return "admitted";
    this.forget();
    return (await this.#standing()) === "credentials-required" ? "expired" : "admitted";
  }

  /**
   * Requests another access token, because the tab has none or the server rejected the last one. Resolves to false if
   * the browser is not signed in, or is signed in with another account.
   */
  again(): Promise<boolean> {
    if (inStorage(localStorageOf, (storage) => storage.getItem(browserKey)) === null)
      return Promise.resolve(false);
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  /** Signs in or up. Returns the errors; undefined on success. */
  async enter(
    action: "login" | "signup",
    {
      email,
      password,
      link,
      stay = "session",
    }: Credentials & { readonly link?: string | undefined; readonly stay?: Stay },
  ): Promise<SignInErrors | undefined> {
    if (email === "") return { email: noEmail };
    if (password === "") return { password: "Enter your password." };
    try {
      const body = { email, password, cookie: stay, ...(link !== undefined && { link }) };
      const answer = await ask(request(`POST /auth/${action}`, {}, body));
      if (!("body" in answer)) return errorsIn(answer);
      this.#keep({ token: answer.body.access_token, email });
      keepBrowser(stay);
      return undefined;
    } catch {
      return { form: noAnswer };
    }
  }

  /** Sets a new password by a one-time link, and signs in. Returns the problem; undefined on success. */
  async reset({
    link,
    password,
  }: {
    readonly link: string;
    readonly password: string;
  }): Promise<string | undefined> {
    try {
      const body = { link, new_password: password, cookie: "session" };
      const answer = await ask(request("POST /auth/password", {}, body));
      if (!("body" in answer)) return answer.fields[0]?.detail ?? answer.detail;
      const token = answer.body.access_token;
      const { email } = await answerTo(request("GET /v1/account"), { token });
      this.#keep({ token, email });
      keepBrowser("session");
      return undefined;
    } catch {
      return noAnswer;
    }
  }

  /** Ways to an account here. While the server does not answer: anyone may sign up. */
  async entrance(): Promise<Entrance> {
    const standing = await answerTo(request("GET /auth/standing")).catch(() => undefined);
    return { signup: standing?.signup ?? "open", mailsPasswords: standing?.password_mail ?? false };
  }

  /** Requests a mail with a link for a new password. Returns the problem; undefined on success. */
  async mailPassword(email: string): Promise<string | undefined> {
    return email === "" ? noEmail : await tell(request("POST /auth/password/mail", {}, { email }));
  }

  /** Confirms an email by the one-time link that was sent to it. Returns the problem; undefined on success. */
  confirm(link: string): Promise<string | undefined> {
    return tell(request("POST /auth/confirmation", {}, { link }));
  }

  /** Stores another token of the same account. */
  renew(token: string): void {
    this.#keep({ token, email: this.#stored?.email });
  }

  /** Removes the token of this tab. */
  forget(): void {
    this.#stored = undefined;
    inStorage(sessionStorageOf, (storage) => storage.removeItem(storageKey));
  }

  /** Ends the login of this browser, in all of its tabs. */
  signOut(): void {
    this.forget();
    if (inStorage(localStorageOf, (storage) => storage.getItem(browserKey)) === null) return;
    keepBrowser(undefined);
    // The request survives the end of the page.
    void sendRequest(request("DELETE /auth/session"), { keepalive: true }).catch(() => undefined);
  }

  async #renew(): Promise<boolean> {
    try {
      const response = await sendRequest(request("POST /auth/session"));
      if (response.status === 401) keepBrowser(undefined);
      if (!response.ok) return false;
      const { access_token: token, email } = (await response.json()) as ApiAnswer<"POST /auth/session">;
      // A person who is signed in here with another account is not switched to the cookie's account.
      if (this.#stored?.email !== undefined && this.#stored.email !== email) return false;
      this.#keep({ token, email });
      return true;
    } catch {
      return false;
    }
  }

  #keep(pass: StoredToken): void {
    this.#stored = pass;
    inStorage(sessionStorageOf, (storage) => storage.setItem(storageKey, JSON.stringify(pass)));
  }

  /**
   * The server's answer to a call without one; undefined if the server does not answer, which the call itself will
   * report.
   */
  async #standing(): Promise<string | undefined> {
    const standing = answerTo(request("GET /auth/standing"), { token: this.#stored?.token });
    return (await standing.catch(() => undefined))?.engine;
  }
}

/** Sends a request without an answer of interest. Returns the problem; undefined on success. */
async function tell(told: ApiRequest): Promise<string | undefined> {
  try {
    const answer = await ask(told);
    return "body" in answer ? undefined : answer.detail;
  } catch {
    return noAnswer;
  }
}

/** Rejects if there is no answer. */
async function ask<Body>(asked: ApiRequest<Body>): Promise<{ readonly body: Body } | Refusal> {
  const response = await sendRequest(asked);
  const text = await response.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  return response.ok ? { body: body as Body } : refusalIn(body);
}

function errorsIn({ code, detail, fields }: Refusal): SignInErrors {
  const byField: Record<string, string> = {};
  for (const { pointer, detail: says } of fields)
    if (pointer === "/email" || pointer === "/password") byField[pointer.slice(1)] ??= says;
  return Object.keys(byField).length > 0 ? byField : { [fieldOf[code] ?? "form"]: detail };
}

function stored(): StoredToken | undefined {
  const kept = inStorage(sessionStorageOf, (storage): unknown =>
    JSON.parse(storage.getItem(storageKey) ?? "null"),
  );
  const token = textOf(kept, "token");
  return token === undefined ? undefined : { token, email: textOf(kept, "email") };
}

function keepBrowser(stay: Stay | undefined): void {
  inStorage(localStorageOf, (storage) => {
    if (stay === undefined) storage.removeItem(browserKey);
    else storage.setItem(browserKey, stay);
  });
}

const sessionStorageOf = (): Storage => sessionStorage;
const localStorageOf = (): Storage => localStorage;

/** Undefined if storage is forbidden. */
function inStorage<T>(storageOf: () => Storage, use: (storage: Storage) => T): T | undefined {
  try {
    return use(storageOf());
  } catch {
    return undefined;
  }
}
