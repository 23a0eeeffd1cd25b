import { daily } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import type { WorkPorts } from '../jobs/ports.ts';
import type { Program } from '../program.ts';
import { listResumedChanges } from './changes/resumed.ts';
import { applySiteChanges, recordSiteChange } from './changes/site-change.ts';
import { scheduleChange } from './changes/work.ts';
import { zoneChange } from './changes/zone-changes.ts';
import { extendHorizon } from './generation/horizon.ts';
import { scheduleOperations } from './operations.ts';

export const schedules = {
  operations: [scheduleOperations],
  jobs: [
    {
      name: 'session horizon',
      period: daily(2, 23),
      atStart: true,
      async run(deps: Program & WorkPorts) {
        const reportError = (error: unknown, id: string) =>
          deps.reportError(error, `job session horizon, schedule ${id}`);
        listResumedChanges(deps);
        await deps.changes.run();
        await applySiteChanges({ ...deps, reportError });
        await extendHorizon({ ...deps, reportError });
      },
    },
  ],
  reactions: () => ({ siteChanged: recordSiteChange }),
  longChanges: (reactions) => [scheduleChange(reactions), zoneChange(reactions)],
} satisfies Family;
