import type { Seal } from '../database/seal.ts';
import type { Store } from '../database/store.ts';
import type { Sweep } from '../database/sweep.ts';
import type { ErrorReporter } from '../http/errors.ts';
import type { Random } from '../kernel/random.ts';
import type { Reactions } from './reactions.ts';

export interface Secrets {
  readonly seal: Seal;
  readonly random: Random;
}

/** What every family may use of the program. */
export interface Program {
  readonly store: Store;
  readonly rootUrl: () => string;
  readonly secrets: Secrets;
  /** Aborted when the program stops. */
  readonly signal: AbortSignal;
  readonly reportError: ErrorReporter;
  readonly report: (message: string, error: unknown) => void;
  /** Changes every row that is due, until the program stops. */
  sweep<Row>(swept: Sweep<Row>): Promise<number>;
  readonly reactions: Reactions;
}
