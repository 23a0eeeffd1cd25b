import { epochOf } from '../../kernel/clock.ts';
import { DEMO_DATA_VERB } from '../server/demo-data-process.ts';
import type { Verb } from '../verb.ts';

/** Makes demo data for a server, which starts it and reads the rows. No help names it. */
export const makeDemoData: Verb = {
  name: DEMO_DATA_VERB,
  summary: 'Create demo data for a server',
  example: `studiod ${DEMO_DATA_VERB} TIMESTAMP ZONE CURRENCY DIRECTORY`,
  args: 'TIMESTAMP ZONE CURRENCY DIRECTORY',
  hasJson: false,
  async run(call) {
    const [instant = '', zone = '', currency = '', directory = ''] = call.args;
    const { makeDemoRows } = await import('../../sandbox/demo/demo-rows.ts');
    const { placeDemoMedia } = await import('../../sandbox/demo/media.ts');
    const { createMediaStore } = await import('../../media/store.ts');
    await placeDemoMedia(createMediaStore({ directory }));
    call.print(await makeDemoRows({ now: epochOf(instant), zone, currency }));
  },
};
