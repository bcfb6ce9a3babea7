// Sign-in card: asks for an account when the server requires one, and shows who is signed in.

import type { Credentials, SignInErrors } from "../page/page-access.ts";
import { need, setText } from "./dom.ts";

export interface SignInActions {
  /** Resolves to the errors; undefined on success. */
  readonly enter: (action: "login" | "signup", credentials: Credentials) => Promise<SignInErrors | undefined>;
  readonly signOut: () => void;
}

/** Why signing in is required, in words. */
const reasons = {
  anonymous: "This server wants to know who calls.",
  expired: "You were signed in for a while, and that is over. Sign in again to go on.",
} as const;

export class SignInView {
  readonly #card = need("sign-in", HTMLElement);
  readonly #form = need("sign-in-form", HTMLFormElement);
  readonly #why = need("sign-in-why", HTMLElement);
  readonly #problem = need("sign-in-problem", HTMLElement);
  readonly #fields = {
    email: { input: need("email", HTMLInputElement), problem: need("email-problem", HTMLElement) },
    password: { input: need("password", HTMLInputElement), problem: need("password-problem", HTMLElement) },
  };
  readonly #who = need("signed-in", HTMLElement);
  #asks = false;

  constructor(actions: SignInActions) {
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const pressed = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
      void this.#submit(pressed === "signup" ? "signup" : "login", actions);
    });
    need("sign-out", HTMLButtonElement).addEventListener("click", actions.signOut);
  }

  /** An undefined reason hides the card; an undefined `who` hides the line with the account. */
  show(reason: keyof typeof reasons | undefined, who: string | undefined): void {
    this.#card.hidden = reason === undefined;
    if (reason !== undefined) setText(this.#why, reasons[reason]);
    if (reason === undefined && this.#asks) this.#showErrors({});
    this.#asks = reason !== undefined;
    this.#who.hidden = who === undefined;
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
    const errors = await enter(action, { email: email.input.value.trim(), password: password.input.value });
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
