import type { Store } from '../../database/store.ts';
import { type ErrorDeps, errorResponse } from '../errors.ts';
import type { Idempotency, KeyUse, StoredResponse } from '../idempotency.ts';

interface RunOnceDeps extends Pick<ErrorDeps, 'rootUrl'> {
  readonly store: Store;
  readonly idempotency: Idempotency;
}

/** How a request runs, and what it returns for the stored response of an earlier request with its key. */
interface Once<Result> {
  run(): Promise<Result>;
  replay(stored: StoredResponse): Result | Promise<Result>;
}

/**
 * Runs an operation at most once for an idempotency key. The operation itself stores a success, in its transaction; an
 * error response of a rule is stored here.
 */
export const runOnce = async <Result>(
  { store, idempotency, rootUrl }: RunOnceDeps,
  use: KeyUse,
  requestId: string,
  { run, replay }: Once<Result>,
): Promise<Result> => {
  const stored = idempotency.begin(store.view(), use);
  if (stored !== undefined) return replay(stored);
  try {
    return await run();
  } catch (error) {
    if (idempotency.isStored(error)) {
      const response = errorResponse(error, requestId, rootUrl());
      await store.write((tx) => idempotency.store(tx, use, error.status, response));
    }
    throw error;
  } finally {
    idempotency.end(use);
  }
};
