import type { Read } from '../../../database/database.ts';
import type { RuleResponse } from '../call.ts';

/** The steps of a read that takes long: `reads` gives the committed data, again after each step. */
export type ReadSteps = (reads: () => Read) => Generator<void, RuleResponse>;

/** The response of a read that takes long: it is made in steps, between which other requests are served. */
export class InSteps {
  constructor(readonly steps: ReadSteps) {}
}
