import { everyMinute, hourly } from '../../kernel/periods.ts';
import type { Family } from '../family.ts';
import type { Program } from '../program.ts';
import { localDayChange, recordLocalDays } from './lifecycle/local-days.ts';
import { stopRenewals } from './lifecycle/renew.ts';
import { applyPackageDates, noPackageDateDue, raiseExpiringPackages } from './lifecycle/scheduled.ts';
import { memberPackageOperations } from './member/operations.ts';
import { managePackageOperations, packageOperations } from './operations.ts';

export const packages = {
  operations: [packageOperations, managePackageOperations, memberPackageOperations],
  jobs: [
    {
      name: 'package dates',
      period: everyMinute,
      run: ({ store }: Program) => applyPackageDates(store),
      isIdle: noPackageDateDue,
    },
    { name: 'expiring packages', period: hourly(7), run: ({ store }: Program) => raiseExpiringPackages(store) },
  ],
  reactions: () => ({ clientArchived: stopRenewals, siteChanged: recordLocalDays }),
  longChanges: () => [localDayChange],
} satisfies Family;
