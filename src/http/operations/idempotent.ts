import type { Store } from '../../database/store.ts';
import { type ErrorDeps, errorResponse } from '../errors.ts';
import type { Idempotency, KeyUse, StoredResponse } from '../idempotency.ts';

interface RunOnceDeps extends Pick<ErrorDeps, 'rootUrl'> {
  readonly store: Store;
  readonly idempotency: Idempotency;
}

interface Once<Result> {
  run(): Promise<Result>;
  replay(stored: StoredResponse): Result | Promise<Result>;
}

/** Runs an operation once for an idempotency key. Its transaction stores a success, this an error of a rule. */
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
