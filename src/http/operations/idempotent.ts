import type { Store } from '../../database/store.ts';
import { type ErrorDeps, errorResponse } from '../errors.ts';
import type { Idempotency, KeyUse } from '../idempotency.ts';
import type { HandlerContext } from '../request-context.ts';

/** Runs an operation at most once for each idempotency key. */
export type RunOnce = <ApiResponse>(
  context: HandlerContext,
  use: KeyUse | undefined,
  run: () => Promise<ApiResponse>,
) => Promise<unknown>;

interface RunOnceDeps extends Pick<ErrorDeps, 'rootUrl'> {
  readonly store: Store;
  readonly idempotency: Idempotency;
}

/**
 * Replays the stored response of an earlier request with the same key, or runs the operation. The operation itself
 * stores a success, in its transaction; an error response of a rule is stored here.
 */
export const createRunOnce =
  ({ store, idempotency, rootUrl }: RunOnceDeps): RunOnce =>
  async ({ set, requestContext }, use, run) => {
    if (use === undefined) return run();
    const remembered = idempotency.begin(store.view(), use);
    if (remembered !== undefined) {
      set.status = remembered.status;
      set.headers['idempotency-replayed'] = 'true';
      return remembered.response;
    }
    try {
      return await run();
    } catch (error) {
      if (idempotency.isStored(error)) {
        const response = errorResponse(error, requestContext.requestId, rootUrl());
        await store.write((tx) => idempotency.store(tx, use, error.status, response));
      }
      throw error;
    } finally {
      idempotency.end(use);
    }
  };
