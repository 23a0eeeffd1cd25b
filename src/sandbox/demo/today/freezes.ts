import type { Tx } from '../../../database/database.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { addDays, instantOf } from '../../../kernel/local-time.ts';
import { freezePackage, unfreezePackage } from '../../../resources/packages/lifecycle/freeze.ts';
import { Package, type PackageRow } from '../../../resources/packages/record.ts';
import { idOf } from './people.ts';
import type { DayPlan } from './plan.ts';
import type { Happening } from './roster.ts';

const NEWEST = `select "id" from "packages" where "clientId" = ? and "status" = 'active' order by "startsAt" desc limit 1`;

const packageOf = (tx: Tx, firstName: string): PackageRow => {
  const found = tx.db.query<{ id: string }, [string]>(NEWEST).get(idOf(firstName));
  const row = found === null ? undefined : Package.rows.find(tx, found.id);
  if (row === undefined) throw new Error(`the demo studio has no package of ${firstName}`);
  return row;
};

/** What the webhook that fails has not received: someone had a cold for two days, and someone else is away since yesterday. */
export const freezesOf = ({ date }: DayPlan, zone: string): readonly Happening[] => {
  const at = (daysAgo: number, time: string): number => instantOf(addDays(date, -daysAgo), time, zone);
  const freeze = (firstName: string, reason: string, days: number) => (tx: Tx) => {
    freezePackage(tx, packageOf(tx, firstName), { reason, endsAt: isoInstant(tx.nowMs + days * DAY_MS) });
  };
  return [
    { at: at(3, '18:21'), act: freeze('Mei', 'Has a cold', 7) },
    { at: at(2, '17:47'), act: (tx) => void unfreezePackage(tx, packageOf(tx, 'Mei')) },
    { at: at(1, '10:14'), act: freeze('Elena', 'Visits her family', 10) },
  ];
};
