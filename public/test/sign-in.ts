// Sign-in card: asks for an account when the server requires one, and shows who is signed in.

import type { Credentials, SignInErrors, Stay } from "../page/page-access.ts";
import { need, setText } from "../page/dom.ts";
import type { SignInRequest } from "./sign-in-request.ts";

export interface SignInActions {
  /** Resolves to the errors; undefined on success. */
  readonly enter: (
    action: "login" | "signup",
    credentials: Credentials & { readonly stay: Stay },
  ) => Promise<SignInErrors | undefined>;
  readonly signOut: () => void;
  /** The person asks to sign in without being asked. */
  readonly ask: () => void;
  /** The person continues without an account. */
  readonly leave: () => void;
}

export class SignInView {
  readonly #card = need("sign-in", HTMLElement);
  readonly #form = need("sign-in-form", HTMLFormElement);
  readonly #title = need("sign-in-title", HTMLElement);
  readonly #why = need("sign-in-why", HTMLElement);
  readonly #problem = need("sign-in-problem", HTMLElement);
  readonly #fields = {
    email: { input: need("email", HTMLInputElement), problem: need("email-problem", HTMLElement) },
    password: { input: need("password", HTMLInputElement), problem: need("password-problem", HTMLElement) },
  };
  readonly #stay = need("stay", HTMLInputElement);
  readonly #leave = need("sign-in-leave", HTMLButtonElement);
  readonly #ask = need("sign-in-ask", HTMLButtonElement);
  readonly #signOut = need("sign-out", HTMLButtonElement);
  readonly #who = need("signed-in", HTMLElement);
  #asks = false;

  constructor(actions: SignInActions) {
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const pressed = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
      void this.#submit(pressed === "signup" ? "signup" : "login", actions);
    });
    this.#signOut.addEventListener("click", actions.signOut);
    this.#ask.addEventListener("click", actions.ask);
    this.#leave.addEventListener("click", actions.leave);
  }

  /**
   * An undefined request hides the card, an undefined `who` the line with the account. `changeable`: signing in or out
   * would end no call; the account is shown all the same.
   */
  show(request: SignInRequest | undefined, who: string | undefined, changeable: boolean): void {
    this.#card.hidden = request === undefined;
    if (request !== undefined) {
      setText(this.#title, request.title);
      setText(this.#why, request.why);
      setText(this.#leave, request.leave ?? "");
      this.#leave.hidden = request.leave === undefined;
      // The printed link is for servers that require credentials.
      need("sign-in-printed", HTMLElement).hidden = request.leave !== undefined;
    } else if (this.#asks) this.#showErrors({});
    this.#asks = request !== undefined;
    this.#ask.hidden = !changeable || who !== undefined || request !== undefined;
    this.#who.hidden = who === undefined;
    this.#signOut.hidden = !changeable;
    setText(need("signed-in-as", HTMLElement), who ?? "");
  }

  /** Focuses the first empty field. */
  focus(): void {
    const { email, password } = this.#fields;
    (email.input.value === "" ? email : password).input.focus();
    this.#card.scrollIntoView({ block: "nearest" });
  }

  async #submit(action: "login" | "signup", { enter }: SignInActions): Promise<void> {
    if (this.#form.ariaBusy === "true") return;
    this.#form.ariaBusy = "true";
    const { email, password } = this.#fields;
    const errors = await enter(action, {
      email: email.input.value.trim(),
      password: password.input.value,
      stay: this.#stay.checked ? "month" : "session",
    });
    this.#form.ariaBusy = "false";
    this.#showErrors(errors ?? {});
    if (errors === undefined) password.input.value = "";
    else if (errors.email !== undefined) email.input.select();
    else if (errors.password !== undefined) password.input.select();
  }

  #showErrors(errors: SignInErrors): void {
    for (const name of ["email", "password"] as const) {
      const { input, problem } = this.#fields[name];
      const words = errors[name];
      setText(problem, words ?? "");
      input.ariaInvalid = words === undefined ? null : "true";
    }
    setText(this.#problem, errors.form ?? "");
  }
}
