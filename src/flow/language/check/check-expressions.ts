// Checks VF201, VF202, VF303 to VF307 and VF404: names, functions and types in every expression of a flow.

import type { Expr, Template } from "../expression/ast.ts";
import { checkCondition, typeOf } from "../expression/type-checker.ts";
import {
  checkAssignment,
  checkTemplate,
  closedSet,
  constantCondition,
  type Destination,
  typeOfTemplate,
} from "../expression/place-types.ts";
import type { ExprFinding, TypeEnv } from "../expression/expression-finding.ts";
import { constantOf, exprOfTemplate } from "../expression/data-template.ts";
import { isAll, typeOfKind, typeOfEnds, type ValueType } from "../expression/expression-types.ts";
import type { ExpressionModel, TextModel, VariableModel } from "../model/model.ts";
import { type Role, type ExpressionPlace, expressionPlaces } from "../model/expression-places.ts";
import type { Path } from "../source/problem.ts";
import type { CheckContext } from "./check-context.ts";
import { TypeEnvironments, typeOfVariable } from "./type-environment.ts";
import { engineOutcomes } from "./check-ids.ts";

export function checkExpressions(checking: CheckContext): void {
  const environments = new TypeEnvironments(checking.model, checking.calls);
  const typing = new ExpressionCheck(checking, environments);
  for (const place of expressionPlaces(checking.model)) typing.check(place);
  for (const variable of [...checking.model.variables.values(), ...checking.model.types.values()])
    typing.constants(variable);
}

const destinations: Partial<Record<Role, Destination>> = {
  spoken: "speech",
  "tool-spoken": "speech",
  address: "text",
  outcome: "text",
  http: "text",
  header: "text",
  body: "body",
  goal: "prompt",
  fact: "speech",
};

class ExpressionCheck {
  readonly #checking: CheckContext;
  readonly #environments: TypeEnvironments;

  constructor(checking: CheckContext, environments: TypeEnvironments) {
    this.#checking = checking;
    this.#environments = environments;
  }

  check(place: ExpressionPlace): void {
    const { role, formula, line, node, tool, variable } = place;
    const env =
      tool !== undefined
        ? this.#environments.tool(tool)
        : role === "save" && node !== undefined
          ? this.#environments.result(node)
          : this.#environments.flow;
    if (formula?.expr !== undefined) this.#formula(place, { formula, expr: formula.expr, env });
    if (line?.template === undefined) return;
    const destination = destinations[role];
    if (destination !== undefined) {
      const findings = checkTemplate(line.template, env, destination);
      this.#tell(line.path, findings);
      if (role === "outcome" && findings.length === 0) this.#outcome(line, line.template, env);
    } else if (variable !== undefined)
      this.#ofVariable(role, { variable, line, template: line.template, env });
  }

  /** Checks constants of the document, such as examples and defaults, against the type of their variable. */
  constants(variable: VariableModel): void {
    const values = [variable.example, variable.default?.line === undefined ? variable.default : undefined];
    for (const at of values) {
      if (at === undefined || variable.kind === undefined) continue;
      const findings = checkAssignment(constantOf(at.value), typeOfVariable(variable), {
        env: this.#environments.flow,
        about: { key: variable.name, isQuoted: false },
      });
      this.#tellWhole(at.path, findings);
    }
  }

  #formula({ role, into, node }: ExpressionPlace, { formula, expr, env }: FindingPosition): void {
    switch (role) {
      case "condition":
        return this.#condition(formula, expr, env);
      case "set":
      case "save":
        return this.#assignment(this.#targetOf(into), { formula, expr, env }, into);
      case "argument":
        return this.#assignment(
          this.#paramOf(node?.verb, node?.callee?.value, into),
          { formula, expr, env },
          into,
        );
      default:
        return this.#tell(formula.path, typeOf(expr, env).findings);
    }
  }

  #condition({ path }: ExpressionModel, expr: Expr, env: TypeEnv): void {
    const findings = checkCondition(expr, env);
    this.#tell(path, findings);
    const constant = findings.length === 0 ? constantCondition(expr) : undefined;
    if (constant === undefined) return;
    this.#checking.report({
      code: "VF404",
      path,
      message: `this condition is always ${constant}`,
      hint: constant ? "write {else: …}" : "remove it",
    });
  }

  #assignment(target: ValueType | undefined, { formula, expr, env }: FindingPosition, key = ""): void {
    if (target === undefined) return this.#tell(formula.path, typeOf(expr, env).findings);
    const about = { key, isQuoted: this.#checking.isQuoted(formula.path) };
    this.#tell(formula.path, checkAssignment(expr, target, { env, about }));
  }

  #targetOf(name: string | undefined): ValueType | undefined {
    const variable = name === undefined ? undefined : this.#checking.model.variables.get(name);
    return variable === undefined ? undefined : typeOfVariable(variable);
  }

  #paramOf(verb: string | undefined, callee = "", name = ""): ValueType | undefined {
    const { model, calls } = this.#checking;
    const kind =
      verb === "call"
        ? calls.get(callee)?.variables.get(name)?.type.kind
        : model.tools.get(callee)?.params.get(name);
    return kind === undefined ? undefined : typeOfKind(kind);
  }

  #outcome({ path }: TextModel, template: Template, env: TypeEnv): void {
    const { report } = this.#checking;
    const outcomes = closedSet(template, env);
    if (outcomes === undefined) {
      report({
        code: "VF307",
        path,
        message: "an outcome must come from a fixed set of values, so that it can be counted",
        hint: "write an id, or options and literals joined by ?? and if: \"{{ plan ?? 'no_answer' }}\"",
      });
      return;
    }
    const taken = template.some((part) => typeof part !== "string")
      ? outcomes.find((each) => engineOutcomes.has(each))
      : undefined;
    if (taken === undefined) return;
    report({
      code: "VF113",
      path,
      message: `'${taken}' is reserved for calls that the engine ends`,
      hint: "choose another name",
    });
  }

  #ofVariable(
    role: Role,
    {
      variable,
      line,
      template,
      env,
    }: {
      readonly variable: VariableModel;
      readonly line: TextModel;
      readonly template: Template;
      readonly env: TypeEnv;
    },
  ): void {
    if (role === "options") {
      const { type, findings } = typeOfTemplate(template, env);
      this.#tell(line.path, findings);
      if (findings.length > 0 || isAll(type, "list")) return;
      this.#checking.report({
        code: "VF304",
        path: line.path,
        message: "options come from a list",
        hint: 'write options: "{{ a variable of type list }}"',
      });
      return;
    }
    const [first] = template;
    const isPlain = template.every((part) => typeof part === "string");
    const expr = isPlain ? constantOf(typeof first === "string" ? first : "") : exprOfTemplate(template);
    const type = typeOfVariable(variable);
    // The bounds of a range are those of its ends.
    const target = role === "bound" ? (typeOfEnds(type) ?? type) : type;
    const findings = checkAssignment(expr, target, {
      env,
      about: { key: variable.name, isQuoted: this.#checking.isQuoted(line.path) },
    });
    if (isPlain) this.#tellWhole(line.path, findings);
    else this.#tell(line.path, findings);
  }

  #tell(path: Path, findings: readonly ExprFinding[]): void {
    for (const { path: inside, ...finding } of findings) {
      const hint = this.#hintFor(finding, path);
      this.#checking.report({ ...finding, ...(hint !== undefined && { hint }), path: [...path, ...inside] });
    }
  }

  /** A hint for names that exist at another place but not here. */
  #hintFor({ code, message }: Pick<ExprFinding, "code" | "message">, path: Path): string | undefined {
    const [, name = ""] = code === "VF201" ? (/^there is no variable '(.*)'$/.exec(message) ?? []) : [];
    if (name === "secrets") return "only tools can use secrets, in http, headers or body";
    if (name === "result") return "only save can use result";
    if (!path.includes("tools") || !this.#checking.model.variables.has(name)) return undefined;
    return `a tool can use only its params: add ${name} to params, and pass it under 'with'`;
  }

  /** Reports findings at the whole value: a constant has no positions inside. */
  #tellWhole(path: Path, findings: readonly ExprFinding[]): void {
    for (const { code, message, hint } of findings)
      this.#checking.report({ code, path, message, ...(hint !== undefined && { hint }) });
  }
}

interface FindingPosition {
  readonly formula: ExpressionModel;
  readonly expr: Expr;
  readonly env: TypeEnv;
}
