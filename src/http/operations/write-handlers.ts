import { rm } from 'node:fs/promises';
import type { Read, Tx } from '../../database/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { withOrigin } from '../../kernel/origin.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { parseBody, readText } from '../body.ts';
import type { KeyUse } from '../idempotency.ts';
import { callerOf, type HandlerContext } from '../request-context.ts';
import { validatorFor } from '../validation.ts';
import { auditFor } from './audit.ts';
import { authorizeFor } from './authorize.ts';
import type { OperationsById } from './by-id.ts';
import { etagsFor } from './etags.ts';
import { callFor, NO_FIELDS, type OperationDeps, originOf, verifyResponse, withRecord } from './execution.ts';
import { fileFormatOf, receiveFile } from './files.ts';
import { type FormFile, isForm, receiveForm } from './forms.ts';
import { createRunOnce } from './idempotent.ts';
import {
  type AnyCall,
  type Conclude,
  Concluded,
  type Handler,
  type Operation,
  type RuleResponse,
} from './operation.ts';

type WriteHandler = Extract<Handler, { kind: 'write' | 'flow' }>;

/** An asynchronous handler: access check, then `handle`. */
const asynchronous = (
  deps: OperationDeps,
  operation: Operation,
  handle: (context: HandlerContext, caller: Caller | undefined) => Promise<unknown>,
) => {
  const authorize = authorizeFor(operation, deps);
  return async (context: HandlerContext): Promise<unknown> => {
    const caller = authorize(context);
    // Before a flow calls anybody outside.
    deps.store.disk.requireSpace();
    return withOrigin(originOf(context.requestContext, caller), () => handle(context, caller));
  };
};

/** The idempotency key of a POST request; undefined if it has none. */
const keyUseOf = (
  { idempotency }: OperationDeps,
  { request, requestContext }: HandlerContext,
  content: string,
): KeyUse | undefined =>
  request.method === 'POST' ? idempotency.use(request, callerOf(requestContext), content) : undefined;

/** Verifies the response of an operation and stores it for the idempotency key, in the transaction of its write. */
const keepFor =
  ({ idempotency, mode }: OperationDeps, operation: Operation) =>
  (tx: Tx, { set }: HandlerContext, use: KeyUse | undefined, response: object): void => {
    const status = Number(set.status);
    if (mode === 'verify') verifyResponse(operation, status, response);
    if (use !== undefined) idempotency.store(tx, use, status, response);
  };

/**
 * Checks once more, in the transaction of a member's write, that the client is not archived: the body may have arrived
 * long after the credential was checked, and nothing is added to a client who is erased.
 */
const requireLiveFor =
  ({ requireLiveClient }: OperationDeps, { audience }: Operation) =>
  (tx: Tx, { caller }: AnyCall): void => {
    const clientId = audience === 'member' ? caller?.clientId : undefined;
    if (clientId !== undefined) requireLiveClient(tx, { clientId });
  };

/** The dependencies of operations that write. */
export interface WriteDeps extends OperationDeps {
  /** All operations: the one that reads a record gives its ETag. */
  readonly byId: OperationsById;
}

/** Runs an operation and returns its response, as JSON where it has an ETag. */
type Run = (context: HandlerContext, call: AnyCall, use: KeyUse | undefined) => Promise<object | string>;

/** The handler of an operation that writes. */
export const writeHandler = (deps: WriteDeps, operation: Operation, handler: WriteHandler) => {
  const { status: success = 200, isBodyRequired = false } = operation;
  const runOnce = createRunOnce(deps);
  const callOf = callFor(operation);
  const keep = keepFor(deps, operation);
  const body = validatorFor(operation.body ?? NO_FIELDS);
  const etags = etagsFor(operation, deps.byId);
  const audit = auditFor(deps, operation);
  const requireLive = requireLiveFor(deps, operation);

  const ruleRunner =
    ({ run }: Extract<Handler, { kind: 'write' }>): Run =>
    async (context, call, use) => {
      const ifMatch = context.request.headers.get('if-match');
      const auditing = audit(context, call);
      let json: string | undefined;
      const rule = (tx: Tx): RuleResponse => {
        context.set.status = success;
        etags.check(tx, call, ifMatch);
        auditing?.begin(tx);
        requireLive(tx, call);
        const response = run(tx, withRecord(operation, tx, call));
        auditing?.end(tx, response);
        keep(tx, context, use, response);
        json = etags.json(context.set.headers, call, response);
        return response;
      };
      const response: object = await deps.store.write(rule);
      return json ?? response;
    };

  const flowRunner =
    ({ run }: Extract<Handler, { kind: 'flow' }>): Run =>
    async (context, call, use) => {
      context.set.status = success;
      const ifMatch = context.request.headers.get('if-match');
      const auditing = audit(context, call);
      let isConcluded = false;
      let isCompared = false;
      let isAudited = false;
      let json: string | undefined;
      const conclude = (work: Parameters<Conclude>[0]): Promise<object> =>
        deps.store.write((tx) => {
          // The response that is stored for the key would be another one than that of the flow.
          if (isConcluded) throw new Error(`the operation ${operation.id} concludes twice`);
          if (!isCompared) etags.check(tx, call, ifMatch);
          const response = work(tx);
          if (!isAudited) auditing?.end(tx, response);
          keep(tx, context, use, response);
          json = etags.json(context.set.headers, call, response);
          isConcluded = true;
          return response;
        });
      // Before a flow calls anybody outside.
      etags.check(deps.store.view(), call, ifMatch);
      const found = withRecord(operation, deps.store.view(), call);
      auditing?.begin(deps.store.view());
      const requireUnchanged = (read: Read): void => {
        etags.check(read, call, ifMatch);
        isCompared = true;
        // A transaction that was rolled back has no entry.
        isAudited = false;
        auditing?.begin(read);
      };
      const changed = (tx: Tx, how?: 'removed'): void => {
        auditing?.end(tx, {}, how === 'removed');
        isAudited = true;
      };
      const flow = { ...found, requireUnchanged, changed };
      const { response } = await run(flow, async (work) => new Concluded(await conclude(work)));
      return json ?? response;
    };

  const run = handler.kind === 'write' ? ruleRunner(handler) : flowRunner(handler);

  const readBody = (text: string): unknown => {
    if (isBodyRequired && text === '') {
      throw invalidParam('body', "The body is missing. Send a JSON object, at least '{}'.", 'parameter_missing');
    }
    return parseBody(text, body);
  };

  const carryOut = (context: HandlerContext, caller: Caller | undefined, text: string, file?: FormFile) => {
    const use = keyUseOf(deps, context, file === undefined ? text : `${text}\n${file.sha256}`);
    const made = callOf(context, caller, () => readBody(text));
    const call = file === undefined ? made : { ...made, file };
    const keyed = use === undefined ? call : { ...call, requestKey: `${use.credentialId} ${use.key}` };
    return runOnce(context, use, () => run(context, keyed, use));
  };

  return asynchronous(deps, operation, async (context, caller) => {
    const { request } = context;
    if (operation.file === undefined || !isForm(request)) return carryOut(context, caller, await readText(request));
    // Before the file is received.
    withRecord(operation, deps.store.view(), callOf(context, caller));
    const { text, file } = await receiveForm(request, operation.file, operation.body, deps.forms);
    try {
      return await carryOut(context, caller, text, file);
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
export const exchangeHandler = (
  deps: WriteDeps,
  operation: Operation,
  run: Extract<Handler, { kind: 'exchange' }>['run'],
) => {
  const runOnce = createRunOnce(deps);
  const callOf = callFor(operation);
  const audit = auditFor(deps, operation);
  return asynchronous(deps, operation, async (context, caller) => {
    const { request, set } = context;
    const call = withRecord(operation, deps.store.view(), callOf(context, caller));
    const auditing = audit(context, call);
    const use = keyUseOf(deps, context, askedFor(request));
    const conclude = (tx: Tx, made: object, outcome?: 'refused'): void => {
      auditing?.end(tx, made);
      if (use === undefined) return;
      if (outcome === 'refused') deps.idempotency.forget(tx, use);
      else deps.idempotency.store(tx, use, CREATED, made);
    };
    const response = await runOnce(context, use, () => run(call, request, set.headers, conclude));
    const isMade = response instanceof Response || set.status !== CREATED;
    return isMade ? response : run(call, request, set.headers, conclude, response);
  });
};

/** The handler of an operation that receives a file. */
export const receiveFileHandler = (
  deps: WriteDeps,
  operation: Operation,
  run: Extract<Handler, { kind: 'receiveFile' }>['run'],
) => {
  const { status: success = 200 } = operation;
  const runOnce = createRunOnce(deps);
  const callOf = callFor(operation);
  const keep = keepFor(deps, operation);
  const audit = auditFor(deps, operation);
  return asynchronous(deps, operation, async (context, caller) => {
    const call = callOf(context, caller);
    const auditing = audit(context, call);
    const receiver = await run(call, fileFormatOf(context.request));
    const digest = await receiveFile(context.request, (bytes) => receiver.push(bytes));
    const use = keyUseOf(deps, context, digest);
    return runOnce(context, use, () => {
      context.set.status = success;
      return receiver.end((tx, response) => {
        auditing?.end(tx, response);
        keep(tx, context, use, response);
      });
    });
  });
};
