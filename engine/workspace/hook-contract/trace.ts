import { type Flow, goesOn, inTurn } from './flow';
import { isForeign } from './foreign-code';
import { constantText } from './meaning';
import type { Script } from './script';
import { below, isFunction, kid, kids, type ScriptNode } from './script-node';
import { attempt, condition, logical, loop, switchOn } from './trace-branches';
import { call, enterLater } from './trace-calls';
import { classBody, declarator, memberRead, nameRead, objectLiteral } from './trace-names';
import type { Place, Trace, TracedWrite } from './trace-record';

const here: Place = { branches: [], sure: true };

/**
 * Follows a script as it would run in a phase: conditions on the phase are decided, all others may hold or not, and functions
 * run where they are called. So what is not live surely does not run; what is live may run.
 * @param writing the functions that may write to standard output: these are followed at each call.
 */
export function traceScript(script: Script, phase: string, writing: ReadonlySet<ScriptNode>): Trace {
  return new Tracer(script, phase, writing).trace();
}

/** A script that is being followed. What each kind of expression does is in trace-branches, trace-calls and trace-names. */
export class Tracer {
  readonly live = new Map<ScriptNode, boolean>();
  readonly writes: TracedWrite[] = [];
  readonly taken = new Set<ScriptNode>();
  readonly entered = new Map<ScriptNode, { flow: Flow; sure: boolean; times: number }>();
  readonly running = new Set<ScriptNode>();
  readonly called = new Set<ScriptNode>();
  foreign = false;
  branch = 0;
  steps: number;

  constructor(
    readonly script: Script,
    readonly phase: string,
    readonly writing: ReadonlySet<ScriptNode>,
  ) {
    this.steps = 20_000 + script.parents.size * 3;
  }

  trace(): Trace {
    this.list(kids(this.script.program, 'body'), here);
    const { live, writes, taken, foreign, phase } = this;
    return { phase, live, writes, taken: [...taken], foreign, gaveUp: this.steps <= 0 };
  }

  within(place: Place, sure = false): Place {
    return { branches: [...place.branches, ++this.branch], sure: sure && place.sure };
  }

  callback(place: Place): Place {
    return { branches: [...place.branches, -++this.branch], sure: false };
  }

  list(statements: readonly ScriptNode[], place: Place): Flow {
    let flow = goesOn;
    let at = place;
    for (const statement of statements) {
      const next = this.visit(statement, at);
      flow = inTurn(flow, next);
      if (!flow.next) return flow;
      // What follows `if (…) return` runs on some paths only.
      if (next.returned || next.broke || next.exited) at = this.within(at);
    }
    return flow;
  }

  all(nodes: readonly (ScriptNode | undefined)[], place: Place): Flow {
    let flow = goesOn;
    for (const node of nodes) {
      if (node) flow = inTurn(flow, this.visit(node, place));
      if (!flow.next) return flow;
    }
    return flow;
  }

  visit(node: ScriptNode, place: Place): Flow {
    if (--this.steps <= 0) return goesOn;
    this.live.set(node, place.sure || this.live.get(node) === true);
    switch (node.type) {
      case 'BlockStatement':
      case 'StaticBlock':
        return this.list(kids(node, 'body'), place);
      case 'FunctionDeclaration':
      case 'TSEnumDeclaration':
        return goesOn; // it runs where it is called
      case 'ClassDeclaration':
      case 'ClassExpression':
        return classBody(this, node, place);
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return enterLater(this, node, place);
      case 'VariableDeclarator':
        return declarator(this, node, place);
      case 'ObjectExpression':
        return objectLiteral(this, node, place, false);
      case 'Identifier':
        return nameRead(this, node, place);
      case 'MemberExpression':
        return memberRead(this, node, place, false);
      case 'CallExpression':
      case 'NewExpression':
        return call(this, node, place);
      case 'ConditionalExpression':
      case 'IfStatement':
        return condition(this, node, place);
      case 'LogicalExpression':
        return logical(this, node, place);
      case 'SwitchStatement':
        return switchOn(this, node, place);
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        return loop(this, node, place);
      case 'TryStatement':
        return attempt(this, node, place);
      case 'ReturnStatement':
        return inTurn(this.all([kid(node, 'argument')], place), { ...goesOn, next: false, returned: true });
      case 'ThrowStatement':
        return inTurn(this.all([kid(node, 'argument')], place), { ...goesOn, next: false });
      case 'BreakStatement':
      case 'ContinueStatement':
        return { ...goesOn, next: false, broke: true };
      case 'LabeledStatement': {
        const flow = this.all([kid(node, 'body')], place);
        return { ...flow, next: flow.next || flow.broke, broke: false };
      }
      case 'ImportDeclaration':
        if (kids(node, 'specifiers').length === 0) this.note(kid(node, 'source')?.value);
        return goesOn;
      case 'ExportNamedDeclaration':
        return this.all([kid(node, 'declaration')], place);
      case 'ExportDefaultDeclaration': {
        const declared = kid(node, 'declaration');
        return isFunction(declared) ? goesOn : this.all([declared], place);
      }
      case 'ImportExpression':
        this.note(constantText(this.script, kid(node, 'source')) ?? './unknown');
        return this.all(below(node), place);
      case 'Property':
        return this.all([node.computed === true ? kid(node, 'key') : undefined, kid(node, 'value')], place);
      default:
        return this.all(below(node), place);
    }
  }

  note(source: unknown): void {
    if (typeof source === 'string' && isForeign(source)) this.foreign = true;
  }

  /** A function that somebody else calls: when, and how often, is not known. */
  later(one: ScriptNode, place: Place): Flow {
    return enterLater(this, one, place);
  }
}
