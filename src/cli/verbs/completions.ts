import { UsageError } from '../../config/usage-error.ts';
import { completionsFor, SHELLS } from '../completions.ts';
import { oneArgument, type Verb } from '../verb.ts';

export const completions: Verb = {
  name: 'completions',
  summary: 'Print completions of commands and options for a shell',
  example: 'studiod completions bash > ~/.local/share/bash-completion/completions/studiod',
  args: SHELLS.join('|'),
  hasJson: false,
  async run(call) {
    const choices = `Choose one of: ${SHELLS.join(', ')}.`;
    const given = oneArgument(call, `Missing shell. ${choices}`);
    const shell = SHELLS.find((each) => each === given);
    if (shell === undefined) throw new UsageError(`Unknown shell '${given}'. ${choices}`);
    const { entries, allVerbs } = call.program;
    call.print(completionsFor(shell, entries, await allVerbs()));
  },
};
