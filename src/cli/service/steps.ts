import type { Call } from '../verb.ts';

export interface Step {
  /** What it does, as it continues: `creating the user studiod`. */
  readonly says: string;
  run(): unknown;
}

/** Says each step on stderr and then does it; with `isDry` it only says them. */
export const runSteps = async (call: Call, steps: readonly Step[], isDry: boolean): Promise<void> => {
  for (const { says, run } of steps) {
    call.printError(`${isDry ? 'dry run: ' : ''}${says}`);
    if (!isDry) await run();
  }
};
