import type { Store } from '../../../database/store.ts';
import { type ErrorDeps, errorResponse } from '../../errors.ts';
import type { Idempotency, KeyUse, StoredResponse } from '../../idempotency.ts';

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
  const replacements = idempotency.replacements();
  if (stored !== undefined) return replay(stored);
  try {
    return await run();
  } catch (error) {
    if (idempotency.isStored(error)) {
      const response = errorResponse(error, requestId, rootUrl());
      await store.write((tx) => {
        // What was read before a client was erased may name the client: a repeat asks the rule again.
        if (idempotency.replacements() === replacements) idempotency.store(tx, use, error.status, response);
      });
    }
    throw error;
  } finally {
    idempotency.end(use);
  }
};
