// What an operation responds to `dry_run=true`: what it would do. Nothing is changed, raised, audited or stored for a key.

import { type TSchema, Type } from '@sinclair/typebox';
import type { Tx } from '../../../database/database.ts';
import { dryRun } from '../../../database/dry-run.ts';
import type { Conditions } from '../../../kernel/preconditions.ts';
import type { Reply } from '../../reply.ts';
import type { AnyCall, RuleResponse, Simulate, Tried } from '../call.ts';
import type { HandlerOf, Operation } from '../operation.ts';
import { type OperationDeps, verifyAgainst, withRecord } from './execution.ts';

const STATUS = 200;

export const isDryRun = ({ dryRun: declared }: Operation, { query }: AnyCall): boolean =>
  declared !== undefined && Reflect.get(query, 'dry_run') === true;

/** The schemas of the success responses of an operation by status, with the one of its dry run. */
export const successSchemas = ({
  status = 200,
  response,
  alsoResponds,
  dryRun: declared,
}: Operation): Readonly<Record<number, TSchema | undefined>> => {
  const all: Record<number, TSchema | undefined> = { [status]: response, ...alsoResponds };
  if (declared === undefined) return all;
  const other = all[STATUS];
  return { ...all, [STATUS]: other === undefined ? declared.response : Type.Union([other, declared.response]) };
};

/** Replies to a dry run. `check` refuses a request whose conditions or member no longer fit. */
export const dryRunner = (
  { store, mode }: OperationDeps,
  operation: Operation,
  handler: HandlerOf<'write' | 'flow'>,
  check: (tx: Tx, call: AnyCall, conditions: Conditions | undefined) => void,
) => {
  const { dryRun: declared, id } = operation;
  const respond = async (call: AnyCall, conditions: Conditions | undefined): Promise<RuleResponse> => {
    const simulate: Simulate = (work) =>
      dryRun(store, (tx, events) => {
        check(tx, call, conditions);
        return work(tx, events);
      });
    if (declared === undefined) throw new Error(`the operation ${id} has no dry run`);
    if ('run' in declared) return declared.run(withRecord(operation, store.view(), call), simulate);
    if (handler.kind !== 'write') throw new Error(`the dry run of the flow ${id} has to run its rule`);
    return simulate<RuleResponse>((tx, events) => {
      const whole = withRecord(operation, tx, call);
      const act = (): Tried => ({ response: handler.run(tx, whole), events });
      return declared.preview(tx, whole, act);
    });
  };
  return async (call: AnyCall, conditions: Conditions | undefined): Promise<Reply> => {
    const response = await respond(call, conditions);
    if (mode === 'verify' && declared !== undefined) verifyAgainst(declared.response, id, response);
    return { status: STATUS, body: response };
  };
};
