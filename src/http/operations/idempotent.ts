import type { Store } from '../../database/store.ts';
import { errorAnswer } from '../errors.ts';
import type { Idempotency, KeyUse } from '../idempotency.ts';
import type { HandlerContext } from '../request-context.ts';

/** Runs an operation once for its idempotency key. */
export type RunOnce = <Answer>(
  context: HandlerContext,
  use: KeyUse | undefined,
  run: () => Promise<Answer>,
) => Promise<unknown>;

/**
 * Answers what an earlier request with the same key was answered, or runs this one and keeps its refusal where a rule
 * has decided; what a success answers is stored by the run itself, in the transaction of its act.
 */
export const createRunOnce =
  ({ store, idempotency }: { readonly store: Store; readonly idempotency: Idempotency }): RunOnce =>
  async ({ set, requestContext }, use, run) => {
    if (use === undefined) return run();
    const remembered = idempotency.begin(store.view(), use);
    if (remembered !== undefined) {
      set.status = remembered.status;
      set.headers['idempotency-replayed'] = 'true';
      return remembered.answer;
    }
    try {
      return await run();
    } catch (error) {
      if (idempotency.keeps(error)) {
        const answer = errorAnswer(error, requestContext.requestId);
        await store.write((tx) => idempotency.remember(tx, use, error.status, answer));
      }
      throw error;
    } finally {
      idempotency.end(use);
    }
  };
