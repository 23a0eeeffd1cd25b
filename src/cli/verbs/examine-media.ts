import { EXAMINE_VERB } from '../../media/inspect.ts';
import type { Verb } from '../verb.ts';

/** Examines a file for a server, which starts it and reads the report. No help names it. */
export const examineMedia: Verb = {
  name: EXAMINE_VERB,
  summary: 'Examine a file for a server',
  example: `studiod ${EXAMINE_VERB} FILE MILLISECONDS BYTES`,
  args: 'FILE MILLISECONDS BYTES',
  hasJson: false,
  async run(call) {
    const { examineGiven } = await import('../../media/inspect-process.ts');
    call.print(await examineGiven(call.args));
  },
};
