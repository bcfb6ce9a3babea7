// Page access: the sign-in state of this tab, with its token and the requests that get one.

import { listOf, textOf } from "./json-answer.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** What the server has against an attempt to sign in, by the field that it is about. */
export interface SignInErrors {
  readonly email?: string;
  readonly password?: string;
  /** About neither of them, or about both. */
  readonly form?: string;
}

/** Why the printed address lets nobody in, in words. */
export interface RejectedLink {
  readonly title: string;
  readonly text: string;
}

interface StoredToken {
  readonly token: string;
  /** The account's; the printed address lets in without one. */
  readonly email: string | undefined;
}

const storageKey = "voice-flow-access";

/** By the code of the problem document: refusals that are about one field. */
const fieldOf: Readonly<Record<string, "email" | "password">> = {
  "account/email-taken": "email",
  "auth/invalid-credentials": "password",
};

export class Access {
  /** Also kept here: storage may be forbidden, and then it lasts as long as the page. */
  #stored = stored();

  get token(): string | undefined {
    return this.#stored?.token;
  }

  /** In words; undefined: nobody in particular. */
  get signedInAs(): string | undefined {
    return this.#stored === undefined ? undefined : (this.#stored.email ?? "Guest of the printed address");
  }

  /**
   * What follows # in the address is exchanged once, and taken out of it: it must not end up in a bookmark. Returns
   * why it is worth nothing.
   */
  async readAddress(): Promise<RejectedLink | undefined> {
    const printed = new URLSearchParams(location.hash.slice(1)).get("token");
    if (printed === null) return undefined;
    history.replaceState(null, "", location.pathname);
    try {
      const answer = await post("/auth/exchange", { token: printed });
      const token = textOf(answer, "access_token");
      if (token !== undefined) this.#keep({ token, email: undefined });
      if (this.#stored !== undefined) return undefined;
      const text = textOf(answer, "detail") ?? "The server gave no reason.";
      return { title: "This address lets nobody in any more", text };
    } catch {
      return undefined; // The call will tell that the server is gone.
    }
  }

  /** How the engine takes whoever is here. A token that it does not take is forgotten. */
  async admission(): Promise<"in" | "stranger" | "expired"> {
    if (await this.#admitted()) return "in";
    if (this.#stored === undefined) return "stranger";
    this.forget();
    return (await this.#admitted()) ? "in" : "expired";
  }

  /** Undefined: it worked. */
  async enter(
    action: "login" | "signup",
    { email, password }: Credentials,
  ): Promise<SignInErrors | undefined> {
    if (email === "") return { email: "Enter your email address." };
    if (password === "") return { password: "Enter your password." };
    try {
      const answer = await post(`/auth/${action}`, { email, password });
      const token = textOf(answer, "access_token");
      if (token === undefined) return errorsIn(answer);
      this.#keep({ token, email });
      return undefined;
    } catch {
      return { form: "The server does not answer. It may be starting again, or the network is down." };
    }
  }

  forget(): void {
    this.#stored = undefined;
    inStorage((storage) => storage.removeItem(storageKey));
  }

  #keep(pass: StoredToken): void {
    this.#stored = pass;
    inStorage((storage) => storage.setItem(storageKey, JSON.stringify(pass)));
  }

  /** Asks where a call would, without calling: anything but 401 is an answer to somebody who was let in. */
  async #admitted(): Promise<boolean> {
    const token = this.#stored?.token;
    try {
      const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
      return (await fetch("/ws", { ...(headers && { headers }) })).status !== 401;
    } catch {
      return true; // The call will tell that the server is gone.
    }
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
