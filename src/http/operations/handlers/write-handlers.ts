import { rm } from 'node:fs/promises';
import type { Read, Tx } from '../../../database/database.ts';
import type { AnyCaller } from '../../../kernel/caller.ts';
import { withOrigin } from '../../../kernel/origin.ts';
import { type Conditions, conditionsOf } from '../../../kernel/preconditions.ts';
import { invalidParam } from '../../../kernel/problem.ts';
import { parseBody, readText } from '../../body.ts';
import type { KeyUse, StoredResponse } from '../../idempotency.ts';
import type { Reply } from '../../reply.ts';
import type { HandlerContext } from '../../request-context.ts';
import { validatorFor } from '../../validation.ts';
import { authorizeFor, requireSameRights } from '../authorize.ts';
import type { OperationsById } from '../by-id.ts';
import { type AnyCall, type AnyFlowCall, type Conclude, Concluded, type RuleResponse } from '../call.ts';
import { charsetOf, receiveFile, requireFileFormat } from '../files.ts';
import { type FormFile, isForm, receiveForm } from '../forms.ts';
import type { HandlerOf, Operation } from '../operation.ts';
import { type AuditedChange, auditFor, type Before } from './audit.ts';
import { dryRunner, isDryRun } from './dry-run.ts';
import { etagsFor } from './etags.ts';
import { callFor, NO_FIELDS, type OperationDeps, originOf, statusOf, verifyResponse, withRecord } from './execution.ts';
import { runOnce } from './idempotent.ts';

export interface WriteDeps extends OperationDeps {
  /** All operations: the one that reads a record gives its ETag. */
  readonly byId: OperationsById;
}

/** Judges the credential of a request again. @throws Problem 401 or 403 when it may no longer do what it asked for. */
type Judge = (read: Read) => AnyCaller;

interface Change {
  readonly call: AnyCall;
  readonly judge: Judge;
  readonly conditions: Conditions | undefined;
  readonly use: KeyUse | undefined;
  /** undefined for a request that has no entry in the audit log. */
  readonly audited: AuditedChange | undefined;
}

const asynchronous = (
  deps: OperationDeps,
  operation: Operation,
  handle: (context: HandlerContext, caller: AnyCaller, judge: Judge) => Promise<Reply | Response>,
) => {
  const authorize = authorizeFor(operation, deps);
  return (context: HandlerContext): Promise<Reply | Response> => {
    const caller = authorize(context);
    // Before a flow calls anyone outside. What only reads continues.
    if (operation.method !== 'GET') deps.store.disk.requireSpace();
    return withOrigin(originOf(context.requestContext, caller), () =>
      handle(context, caller, (read) => authorize(context, read)),
    );
  };
};

const keyUseOf = (
  { idempotency }: OperationDeps,
  { request }: HandlerContext,
  caller: AnyCaller,
  content: string,
): KeyUse | undefined =>
  request.method === 'POST' && caller.kind !== 'public' ? idempotency.use(request, caller, content) : undefined;

const REPLAYED = { 'idempotency-replayed': 'true' };

const replay = ({ status, response }: StoredResponse): Reply => ({
  status,
  body: response,
  headers: REPLAYED,
});

const stepsFor = (deps: WriteDeps, operation: Operation) => {
  const etags = etagsFor(operation, deps.byId);
  const replyTo = ({ call }: Change, { status, response, cookies }: ReturnType<typeof statusOf>): Reply => {
    if (deps.mode === 'verify') verifyResponse(operation, status, response);
    const reply = etags.reply(call, status, response);
    return cookies === undefined ? reply : { ...reply, cookies };
  };
  return {
    checkEtag: etags.check,

    /** Returns the record before the change. @throws Problem 412 `record_changed`. */
    begin(read: Read, { call, conditions, audited }: Change): Before | undefined {
      etags.check(read, call, conditions);
      return audited?.readBefore(read);
    },

    end(tx: Tx, change: Change, before: Before | undefined, result: RuleResponse): Reply {
      const ended = statusOf(operation, result);
      change.audited?.add(tx, before, ended.response);
      if (change.use !== undefined) deps.idempotency.store(tx, change.use, ended.status, ended.response);
      return replyTo(change, ended);
    },

    /** Ends once more, with the response after the rest of a change. */
    endAgain(tx: Tx, change: Change, result: RuleResponse): Reply {
      const ended = statusOf(operation, result);
      if (change.use !== undefined) deps.idempotency.update(tx, change.use, ended.response);
      return replyTo(change, ended);
    },
  };
};

type Run = (change: Change) => Promise<Reply>;

const ruleRunner = (deps: WriteDeps, operation: Operation, { run }: HandlerOf<'write'>): Run => {
  const { begin, end } = stepsFor(deps, operation);
  return (change) =>
    deps.store.write((tx) => {
      // The body may have arrived long after the credential was checked.
      const caller = change.judge(tx);
      const before = begin(tx, change);
      return end(tx, change, before, run(tx, withRecord(operation, tx, { ...change.call, caller })));
    });
};

const flowRunner = (deps: WriteDeps, operation: Operation, { run }: HandlerOf<'flow'>): Run => {
  const { checkEtag, begin, end, endAgain } = stepsFor(deps, operation);
  const { store } = deps;
  return async (change) => {
    const { call, conditions } = change;
    // Before a flow calls anyone outside.
    checkEtag(store.view(), call, conditions);
    const flow: AnyFlowCall = {
      ...withRecord(operation, store.view(), call),
      change(tx, work, how) {
        const before = begin(tx, change);
        const result = work();
        change.audited?.add(tx, before, {}, how === 'removed');
        return result;
      },
    };
    // A flow that has changed its record before is compared and audited there.
    const last = operation.changesBefore === true ? { ...change, conditions: undefined, audited: undefined } : change;
    let isConcluded = false;
    const conclude: Conclude = async (work, rest) => {
      // The response that is stored for the key would not be the one of the flow.
      if (isConcluded) throw new Error(`the operation ${operation.id} concludes twice`);
      const reply = await store.write((tx) => {
        if (operation.givesRights === true) requireSameRights(change.judge(tx), call.caller);
        return end(tx, last, begin(tx, last), work(tx));
      });
      isConcluded = true;
      if (rest === undefined) return new Concluded(reply);
      await rest.finish();
      return new Concluded(await store.write((tx) => endAgain(tx, last, rest.response(tx))));
    };
    return (await run(flow, conclude)).reply;
  };
};

export const writeHandler = (deps: WriteDeps, operation: Operation, handler: HandlerOf<'write' | 'flow'>) => {
  const { isBodyRequired = false, file: formFile } = operation;
  const callOf = callFor(operation);
  const body = validatorFor(operation.body ?? NO_FIELDS);
  const audit = auditFor(deps, operation);
  const run = handler.kind === 'write' ? ruleRunner(deps, operation, handler) : flowRunner(deps, operation, handler);
  const etags = etagsFor(operation, deps.byId);
  const runDry = dryRunner(deps, operation, handler, etags.check);
  const view = () => deps.store.readShared();

  const readBody = (text: string): unknown => {
    if (isBodyRequired && text === '') {
      throw invalidParam('body', "The body is missing. Send a JSON object, such as '{}'.", 'parameter_missing');
    }
    return parseBody(text, body);
  };

  const changeOf = (context: HandlerContext, judge: Judge, text: string, file?: FormFile): Change => {
    const caller = judge(view());
    const content = file === undefined ? text : `${text}\n${file.sha256}`;
    // The body of a staff operation may hold a password, and no fast hash of a password is kept.
    const use = operation.audience === 'staff' ? undefined : keyUseOf(deps, context, caller, content);
    const call: AnyCall = {
      ...callOf(context, caller, () => readBody(text)),
      ...(file === undefined ? {} : { file }),
      ...(use === undefined ? {} : { requestKey: `${use.credentialId} ${use.key}` }),
    };
    return { call, judge, conditions: conditionsOf(context.request.headers), use, audited: audit(context, call) };
  };

  const runnerOf = ({ requestContext }: HandlerContext, { use }: Change): Run =>
    use === undefined
      ? run
      : (change) => runOnce(deps, use, requestContext.requestId, { run: () => run(change), replay });

  return asynchronous(deps, operation, async (context, caller, judge) => {
    const { request } = context;
    if (formFile === undefined || !isForm(request)) {
      const text = await readText(request);
      if (operation.dryRun !== undefined) {
        const call = callOf(context, judge(view()), () => readBody(text));
        if (isDryRun(operation, call)) return runDry(call, conditionsOf(request.headers));
      }
      const change = changeOf(context, judge, text);
      return runnerOf(context, change)(change);
    }
    // Before the file is received.
    withRecord(operation, view(), callOf(context, caller));
    const { text, file } = await receiveForm(request, formFile, operation.body, deps.forms);
    try {
      const change = changeOf(context, judge, text, file);
      return await runnerOf(context, change)(change);
    } finally {
      await rm(file.path, { force: true });
    }
  });
};

const CREATED = 201;

/** What a POST of a protocol asks for, without its bytes: with the same key it may be sent again with others. */
const askedFor = ({ headers }: Request): string =>
  [...headers].filter(([name]) => /^upload-(?:length|metadata)$/.test(name)).join('\n');

export const exchangeHandler = (deps: WriteDeps, operation: Operation, { run }: HandlerOf<'exchange'>) => {
  const callOf = callFor(operation);
  const audit = auditFor(deps, operation);
  return asynchronous(deps, operation, async (context, caller, judge) => {
    const { request, requestContext, set } = context;
    const { store } = deps;
    const call = {
      ...withRecord(operation, store.view(), callOf(context, caller)),
      requireStill: () => void judge(store.view()),
    };
    const audited = audit(context, call);
    const use = keyUseOf(deps, context, caller, askedFor(request));
    requestContext.staysOpen = operation.protocol?.sends !== undefined;
    const conclude = (tx: Tx, made: object, outcome?: 'refused'): void => {
      if (outcome !== 'refused') requireSameRights(judge(tx), call.caller);
      audited?.add(tx, undefined, made);
      if (use === undefined) return;
      if (outcome === 'refused') deps.idempotency.forget(tx, use);
      else deps.idempotency.store(tx, use, CREATED, made);
    };
    const answer = (earlier?: unknown): Promise<Reply | Response> => run(call, request, set.headers, conclude, earlier);
    if (use === undefined) return answer();
    return runOnce(deps, use, requestContext.requestId, {
      run: () => answer(),
      replay(stored) {
        if (stored.status !== CREATED) return replay(stored);
        Object.assign(set.headers, REPLAYED);
        return answer(stored.response);
      },
    });
  });
};

export const receiveFileHandler = (deps: WriteDeps, operation: Operation, { run }: HandlerOf<'receiveFile'>) => {
  const callOf = callFor(operation);
  const audit = auditFor(deps, operation);
  const { end } = stepsFor(deps, operation);
  return asynchronous(deps, operation, async (context, caller, judge) => {
    const { request, requestContext } = context;
    const call = callOf(context, caller);
    const audited = audit(context, call);
    const receiver = await run(call, requireFileFormat(request, operation.takesOnly), charsetOf(request));
    const digest = await receiveFile(request, (bytes) => receiver.push(bytes));
    const use = keyUseOf(deps, context, judge(deps.store.view()), digest);
    const change = { call, judge, conditions: undefined, use, audited };
    const receive = async (): Promise<Reply> => {
      const response = await receiver.end((tx, made) => {
        requireSameRights(change.judge(tx), call.caller);
        end(tx, change, undefined, made);
      });
      return { ...statusOf(operation, response), body: response };
    };
    if (use === undefined) return receive();
    return runOnce(deps, use, requestContext.requestId, { run: receive, replay });
  });
};
