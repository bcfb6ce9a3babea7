// Sign-in view: asks for an account, because everything in the console belongs to one.

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Entrance, PageAccess, SignInErrors } from "../page/page-access.ts";
import { words } from "./console-words.ts";
import { EntranceCard } from "./entrance-card.tsx";
import { EmailField, EntranceField } from "./entrance-field.tsx";
import type { OneTimeLink } from "./one-time-link.ts";
import { ForgottenView } from "./people/forgotten-view.tsx";

interface SignInProps {
  readonly access: PageAccess;
  readonly isExpired: boolean;
  /** Link with which its reader can create an account. */
  readonly link: OneTimeLink | undefined;
  readonly entered: () => void;
}

export function SignInView(props: SignInProps): ReactNode {
  /** Typed email of a forgotten password. */
  const [forgotten, forget] = useState<string>();
  if (forgotten === undefined) return <SignInForm {...props} forget={forget} />;
  return <ForgottenView access={props.access} email={forgotten} back={() => forget(undefined)} />;
}

interface SignInFormProps extends SignInProps {
  readonly forget: (email: string) => void;
}

function SignInForm({ access, isExpired, link, entered, forget }: SignInFormProps): ReactNode {
  const [errors, setErrors] = useState<SignInErrors>({});
  const [isBusy, setBusy] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const stay = useRef<HTMLInputElement>(null);
  const submit = async (by: string | undefined): Promise<void> => {
    const way = by === "signup" || link !== undefined ? "signup" : "login";
    setBusy(true);
    const credentials = { email: email.current?.value.trim() ?? "", password: password.current?.value ?? "" };
    const staying = stay.current?.checked === true ? "month" : "session";
    const signInErrors = await access.enter(way, { ...credentials, link: link?.token, stay: staying });
    setBusy(false);
    if (signInErrors === undefined) return entered();
    setErrors(signInErrors);
    if (signInErrors.email !== undefined) email.current?.select();
    else if (signInErrors.password !== undefined) password.current?.select();
  };
  const entrance = useEntrance(access);
  const text = words.signIn;
  return (
    <EntranceCard
      title={link === undefined ? text.title : text.joinTitle}
      hint={link !== undefined ? text.join : isExpired ? text.expired : text.why}
      isBusy={isBusy}
      submit={submit}
    >
      <EmailField id="email" label={text.email} problem={errors.email} ref={email} />
      <EntranceField
        id="password"
        label={text.password}
        problem={errors.password}
        ref={password}
        type="password"
        autoComplete={link === undefined ? "current-password" : "new-password"}
      />
      <label className="stay">
        <input type="checkbox" ref={stay} /> {text.stay}
      </label>
      <p className="problem" role="alert">
        {errors.form}
      </p>
      <Ways mayLogIn={link === undefined} maySignUp={link !== undefined || signupOf(entrance) === "open"} />
      <Besides
        entrance={entrance}
        isJoining={link !== undefined}
        forget={() => forget(email.current?.value.trim() ?? "")}
      />
    </EntranceCard>
  );
}

/** Undefined until the server has answered. */
function useEntrance(access: PageAccess): Entrance | undefined {
  const [entrance, setEntrance] = useState<Entrance>();
  useEffect(() => {
    void access.entrance().then(setEntrance);
  }, [access]);
  return entrance;
}

/** Until the server has answered, anyone may create an account. */
const signupOf = (entrance: Entrance | undefined): Entrance["signup"] => entrance?.signup ?? "open";

interface BesidesProps {
  readonly entrance: Entrance | undefined;
  readonly isJoining: boolean;
  readonly forget: () => void;
}

/** Text about new accounts and invitations, and help for people who cannot sign in. */
function Besides({ entrance, isJoining, forget }: BesidesProps): ReactNode {
  const text = words.signIn;
  const signup = signupOf(entrance);
  return (
    <>
      {(isJoining || signup === "open") && <p className="hint">{text.credit}</p>}
      {!isJoining && signup === "invite" && <p className="hint">{text.invited}</p>}
      {!isJoining && entrance?.mailsPasswords === true && (
        <button type="button" className="link" onClick={forget}>
          {text.forgot}
        </button>
      )}
      {!isJoining && entrance?.mailsPasswords === false && <p className="hint">{text.forgotWithoutMail}</p>}
    </>
  );
}

interface WaysProps {
  readonly mayLogIn: boolean;
  readonly maySignUp: boolean;
}

function Ways({ mayLogIn, maySignUp }: WaysProps): ReactNode {
  const text = words.signIn;
  return (
    <div className="sign-in-ways">
      {mayLogIn && (
        <button type="submit" className="primary" value="login">
          {text.signIn}
        </button>
      )}
      {maySignUp && (
        <button type="submit" className={mayLogIn ? undefined : "primary"} value="signup">
          {text.create}
        </button>
      )}
    </div>
  );
}
