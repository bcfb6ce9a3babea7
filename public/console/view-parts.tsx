// View parts: components of views: heads, cards, problems, empty states and the API request of a view.

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { ApiRequest } from "../page/api-request.ts";
import { curlOf, scriptOf } from "./request-code.ts";
import type { ApiProblem } from "./console-api.ts";
import { words } from "./console-words.ts";
import { CopyButton, useCopying } from "./copy-button.tsx";
import type { Answer } from "./use-answer.ts";

interface HeadProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly children?: ReactNode;
}

export function ViewHead({ title, subtitle, children }: HeadProps): ReactNode {
  return (
    <div className="view-head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {subtitle !== undefined && <p className="soft">{subtitle}</p>}
      </div>
      {children !== undefined && <div className="view-actions">{children}</div>}
    </div>
  );
}

interface CardProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ title, about, className = "", children }: CardProps): ReactNode {
  const id = useId();
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {about !== undefined && <p className="soft about">{about}</p>}
      {children}
    </section>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

export function Empty({ title, text, children }: EmptyProps): ReactNode {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p className="soft">{text}</p>
      {children}
    </div>
  );
}

interface ProblemProps {
  readonly problem: ApiProblem | undefined;
  readonly again?: () => void;
}

export function Problem({ problem, again }: ProblemProps): ReactNode {
  if (problem === undefined) return null;
  return (
    <div className="trouble" role="alert">
      <p>
        <b>{words.problems.heading}.</b> {problem.message}
      </p>
      {again !== undefined && (
        <button type="button" onClick={again}>
          {words.problems.again}
        </button>
      )}
    </div>
  );
}

interface FieldProblemProps {
  readonly id: string;
  readonly problem: ApiProblem | undefined;
  /** Setting of the field, such as "/url". */
  readonly pointer: string;
}

/** Error of one field of a form, under that field. */
export function FieldProblem({ id, problem, pointer }: FieldProblemProps): ReactNode {
  return (
    <p className="field-problem small" id={id} role="alert">
      {faultOf(problem, pointer)}
    </p>
  );
}

/** Error of a setting or of one entry of it; undefined: none. */
export function faultOf(problem: ApiProblem | undefined, pointer: string): string | undefined {
  return problem?.fields.find((field) => isOf(field.pointer, pointer))?.detail;
}

function isOf(pointer: string, setting: string): boolean {
  return pointer === setting || pointer.startsWith(`${setting}/`);
}

interface RestProps {
  readonly problem: ApiProblem | undefined;
  /** Settings whose fields show their own problems. */
  readonly pointers: readonly string[];
}

/** Errors of a form that belong to no field. */
export function FormProblem({ problem, pointers }: RestProps): ReactNode {
  const isSaid = problem?.fields.length !== 0;
  const isAtFields = problem?.fields.every((field) => pointers.some((each) => isOf(field.pointer, each)));
  return isSaid && isAtFields === true ? null : <Problem problem={problem} />;
}

/** Answer to a request: its problem, a placeholder, or its content. */
export function Answered<Body>({
  answer,
  children,
}: {
  readonly answer: Answer<Body>;
  readonly children: (body: Body) => ReactNode;
}): ReactNode {
  const { body, problem, reload } = answer;
  return (
    <>
      <Problem problem={problem} again={reload} />
      {body === undefined ? problem === undefined && <p className="soft">{words.loading}</p> : children(body)}
    </>
  );
}

/** The API request of a view, ready to copy. */
export function ApiCall({ request }: { readonly request: ApiRequest }): ReactNode {
  const { copy, said, byHand } = useCopying();
  return (
    <footer className="api-call" aria-label={words.api.label}>
      <code>
        <b>{request.method}</b> {request.path}
      </code>
      <span className="api-ways">
        <button type="button" className="quiet" onClick={() => void copy(curlOf(request, location.origin))}>
          {words.api.curl}
        </button>
        <button type="button" className="quiet" onClick={() => void copy(scriptOf(request, location.origin))}>
          {words.api.js}
        </button>
      </span>
      <p role="status">{said}</p>
      {byHand !== undefined && (
        <pre tabIndex={0} role="region" aria-label={words.api.label}>
          {byHand}
        </pre>
      )}
    </footer>
  );
}

interface FormEndProps {
  readonly isBusy: boolean;
  readonly isSaved: boolean;
  /** More buttons. */
  readonly children?: ReactNode;
}

/** The button that saves a form, and the message after saving. */
export function FormEnd({ isBusy, isSaved, children }: FormEndProps): ReactNode {
  return (
    <div className="form-end">
      <button type="submit" className="primary" disabled={isBusy}>
        {words.save}
      </button>
      {children}
      <span role="status" className="soft">
        {isSaved && words.saved}
      </span>
    </div>
  );
}

interface ConfirmProps {
  readonly label: string;
  readonly confirm: string;
  readonly why?: string;
  /** Object of the action, for screen readers. */
  readonly of?: string;
  readonly act: () => void;
}

/** A button that asks for confirmation before an irreversible action. */
export function ConfirmButton({ label, confirm, why, of, act }: ConfirmProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) keep.current?.focus();
  }, [isAsking]);
  if (!isAsking)
    return (
      <button
        type="button"
        className="quiet danger"
        aria-label={of === undefined ? undefined : `${label}: ${of}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
    );
  return (
    <span className="confirm" role="group" aria-label={label}>
      {why !== undefined && <span className="soft">{why}</span>}
      <button type="button" className="danger" onClick={act}>
        {confirm}
      </button>
      <button type="button" className="quiet" ref={keep} onClick={() => setAsking(false)}>
        {words.keep}
      </button>
    </span>
  );
}

/** One-time secret, such as a new key. */
export function Once({ text, value }: { readonly text: string; readonly value: string }): ReactNode {
  return (
    <div className="once" role="status">
      <p>{text}</p>
      <code>{value}</code> <CopyButton text={value} of={text} />
    </div>
  );
}
