import { rm } from 'node:fs/promises';
import type { Read, Tx } from '../../database/database.ts';
import type { AnyCaller } from '../../kernel/caller.ts';
import { withOrigin } from '../../kernel/origin.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { parseBody, readText } from '../body.ts';
import type { KeyUse, StoredResponse } from '../idempotency.ts';
import type { Reply } from '../reply.ts';
import type { HandlerContext } from '../request-context.ts';
import { validatorFor } from '../validation.ts';
import { type AuditedChange, auditFor, type Before } from './audit.ts';
import { authorizeFor } from './authorize.ts';
import type { OperationsById } from './by-id.ts';
import { etagsFor } from './etags.ts';
import { callFor, NO_FIELDS, type OperationDeps, originOf, statusOf, verifyResponse, withRecord } from './execution.ts';
import { receiveFile, requireFileFormat } from './files.ts';
import { type FormFile, isForm, receiveForm } from './forms.ts';
import { runOnce } from './idempotent.ts';
import {
  type AnyCall,
  type AnyFlowCall,
  type Conclude,
  Concluded,
  type HandlerOf,
  type Operation,
  type RuleResponse,
} from './operation.ts';

/** The dependencies of operations that write. */
export interface WriteDeps extends OperationDeps {
  /** All operations: the one that reads a record gives its ETag. */
  readonly byId: OperationsById;
}

/** A request that changes something, with what its transactions need. */
interface Change {
  readonly call: AnyCall;
  readonly ifMatch: string | null;
  readonly use: KeyUse | undefined;
  /** undefined for a request that has no entry in the audit log. */
  readonly audited: AuditedChange | undefined;
}

/** An asynchronous handler: access check, then `handle`. */
const asynchronous = (
  deps: OperationDeps,
  operation: Operation,
  handle: (context: HandlerContext, caller: AnyCaller) => Promise<Reply | Response>,
) => {
  const authorize = authorizeFor(operation, deps);
  return (context: HandlerContext): Promise<Reply | Response> => {
    const caller = authorize(context);
    // Before a flow calls anybody outside.
    deps.store.disk.requireSpace();
    return withOrigin(originOf(context.requestContext, caller), () => handle(context, caller));
  };
};

/** The idempotency key of a POST request; undefined if it has none. */
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

/** What a transaction does before and after the rule of its operation. */
const stepsFor = (deps: WriteDeps, operation: Operation) => {
  const etags = etagsFor(operation, deps.byId);
  return {
    checkEtag: etags.check,

    /** Returns the record before the change. @throws Problem 412 `record_changed`. */
    begin(read: Read, { call, ifMatch, audited }: Change): Before | undefined {
      etags.check(read, call, ifMatch);
      return audited?.readBefore(read);
    },

    /** Adds the entry of the audit log, and stores the response for the idempotency key. */
    end(tx: Tx, { call, use, audited }: Change, before: Before | undefined, result: RuleResponse): Reply {
      const { status, response } = statusOf(operation, result);
      audited?.add(tx, before, response);
      if (deps.mode === 'verify') verifyResponse(operation, status, response);
      if (use !== undefined) deps.idempotency.store(tx, use, status, response);
      return etags.reply(call, status, response);
    },
  };
};

type Run = (change: Change) => Promise<Reply>;

const ruleRunner = (deps: WriteDeps, operation: Operation, { run }: HandlerOf<'write'>): Run => {
  const { begin, end } = stepsFor(deps, operation);
  return (change) =>
    deps.store.write((tx) => {
      const { call } = change;
      const before = begin(tx, change);
      // The body may have arrived long after the credential was checked, and an erased client gets nothing new.
      if (call.caller.kind === 'member') deps.requireLiveClient(tx, call.caller);
      return end(tx, change, before, run(tx, withRecord(operation, tx, call)));
    });
};

const flowRunner = (deps: WriteDeps, operation: Operation, { run }: HandlerOf<'flow'>): Run => {
  const { checkEtag, begin, end } = stepsFor(deps, operation);
  const { store } = deps;
  return async (change) => {
    const { call, ifMatch } = change;
    // Before a flow calls anybody outside.
    checkEtag(store.view(), call, ifMatch);
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
    const last = operation.changesBefore === true ? { ...change, ifMatch: null, audited: undefined } : change;
    let isConcluded = false;
    const conclude: Conclude = async (work) => {
      // The response that is stored for the key would not be the one of the flow.
      if (isConcluded) throw new Error(`the operation ${operation.id} concludes twice`);
      const reply = await store.write((tx) => end(tx, last, begin(tx, last), work(tx)));
      isConcluded = true;
      return new Concluded(reply);
    };
    return (await run(flow, conclude)).reply;
  };
};

/** The handler of an operation that writes. */
export const writeHandler = (deps: WriteDeps, operation: Operation, handler: HandlerOf<'write' | 'flow'>) => {
  const { isBodyRequired = false, file: formFile } = operation;
  const callOf = callFor(operation);
  const body = validatorFor(operation.body ?? NO_FIELDS);
  const audit = auditFor(deps, operation);
  const run = handler.kind === 'write' ? ruleRunner(deps, operation, handler) : flowRunner(deps, operation, handler);

  const readBody = (text: string): unknown => {
    if (isBodyRequired && text === '') {
      throw invalidParam('body', "The body is missing. Send a JSON object, at least '{}'.", 'parameter_missing');
    }
    return parseBody(text, body);
  };

  const changeOf = (context: HandlerContext, caller: AnyCaller, text: string, file?: FormFile): Change => {
    const use = keyUseOf(deps, context, caller, file === undefined ? text : `${text}\n${file.sha256}`);
    const call: AnyCall = {
      ...callOf(context, caller, () => readBody(text)),
      ...(file === undefined ? {} : { file }),
      ...(use === undefined ? {} : { requestKey: `${use.credentialId} ${use.key}` }),
    };
    return { call, ifMatch: context.request.headers.get('if-match'), use, audited: audit(context, call) };
  };

  const runnerOf = ({ requestContext }: HandlerContext, { use }: Change): Run =>
    use === undefined
      ? run
      : (change) => runOnce(deps, use, requestContext.requestId, { run: () => run(change), replay });

  return asynchronous(deps, operation, async (context, caller) => {
    const { request } = context;
    if (formFile === undefined || !isForm(request)) {
      const change = changeOf(context, caller, await readText(request));
      return runnerOf(context, change)(change);
    }
    // Before the file is received.
    withRecord(operation, deps.store.view(), callOf(context, caller));
    const { text, file } = await receiveForm(request, formFile, operation.body, deps.forms);
    try {
      const change = changeOf(context, caller, text, file);
      return await runnerOf(context, change)(change);
    } finally {
      await rm(file.path, { force: true });
    }
  });
};

/** The status of a POST of a protocol. */
const CREATED = 201;

/** What a POST of a protocol asks for, without its bytes: with the same key it may be sent again with others. */
const askedFor = ({ headers }: Request): string =>
  [...headers].filter(([name]) => /^upload-(?:length|metadata)$/.test(name)).join('\n');

/** The handler of an operation that speaks a protocol of its own. */
export const exchangeHandler = (deps: WriteDeps, operation: Operation, { run }: HandlerOf<'exchange'>) => {
  const callOf = callFor(operation);
  const audit = auditFor(deps, operation);
  return asynchronous(deps, operation, async (context, caller) => {
    const { request, requestContext, set } = context;
    const call = withRecord(operation, deps.store.view(), callOf(context, caller));
    const audited = audit(context, call);
    const use = keyUseOf(deps, context, caller, askedFor(request));
    const conclude = (tx: Tx, made: object, outcome?: 'refused'): void => {
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

/** The handler of an operation that receives a file. */
export const receiveFileHandler = (deps: WriteDeps, operation: Operation, { run }: HandlerOf<'receiveFile'>) => {
  const callOf = callFor(operation);
  const audit = auditFor(deps, operation);
  const { end } = stepsFor(deps, operation);
  return asynchronous(deps, operation, async (context, caller) => {
    const { request, requestContext } = context;
    const call = callOf(context, caller);
    const audited = audit(context, call);
    const receiver = await run(call, requireFileFormat(request));
    const digest = await receiveFile(request, (bytes) => receiver.push(bytes));
    const use = keyUseOf(deps, context, caller, digest);
    const change = { call, ifMatch: null, use, audited };
    const receive = async (): Promise<Reply> => {
      const response = await receiver.end((tx, made) => void end(tx, change, undefined, made));
      return { ...statusOf(operation, response), body: response };
    };
    if (use === undefined) return receive();
    return runOnce(deps, use, requestContext.requestId, { run: receive, replay });
  });
};
