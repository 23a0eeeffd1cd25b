import { UsageError } from '../../config/usage-error.ts';
import { completionsFor, SHELLS } from '../completions.ts';
import type { Verb } from '../verb.ts';

export const completions: Verb = {
  name: 'completions',
  summary: 'prints the completions of verbs and flags for a shell',
  example: 'studiod completions bash > ~/.local/share/bash-completion/completions/studiod',
  args: SHELLS.join('|'),
  hasJson: false,
  async run(call) {
    const [given, ...rest] = call.args;
    const shell = SHELLS.find((each) => each === given);
    if (shell === undefined || rest.length > 0) {
      throw new UsageError(`studiod completions needs one shell: ${SHELLS.join(', ')}.`);
    }
    const { entries, allVerbs } = call.program;
    call.print(completionsFor(shell, entries, await allVerbs()));
  },
};
