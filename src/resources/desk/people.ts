import { type Caller, canAccessSite, hasPermission } from '../../kernel/caller.ts';
import { fullName } from '../../kernel/full-name.ts';
import { addDays, mondayOf } from '../../kernel/local-time.ts';
import { keysOf } from '../../kernel/objects.ts';
import { unpack, unpackList } from '../../records/json.ts';
import type { BookingRow } from '../bookings/record.ts';
import type { Balance } from '../clients/record.ts';
import type { PackageRow } from '../packages/record.ts';
import { readStreaks } from '../streaks/queries.ts';
import type { PersonRow } from './queries.ts';
import type { DeskFlag, DeskPackageResponse, DeskPersonResponse } from './shapes.ts';

interface Alerts {
  readonly red?: string | null;
  readonly yellow?: string | null;
}

/** Whether someone has their birthday on a local date; people born on 29 February have it on the 28th in other years. */
const isBirthday = (born: string | null, date: string): boolean => {
  if (born === null) return false;
  const day = born.slice(5);
  return day === date.slice(5) || (day === '02-29' && date.endsWith('02-28') && addDays(date, 1).endsWith('03-01'));
};

/** The weeks of the streak of visits that continues in the week of a local date. */
const weeksInARow = ({ id, activity }: PersonRow, date: string): number => {
  const streak = readStreaks(id, activity).streaks.weekly_attendance;
  if (streak === undefined || streak.lastOn === null) return 0;
  return streak.lastOn >= addDays(mondayOf(date), -7) ? streak.length : 0;
};

const waiverOf = ({ waiver }: PersonRow): 'none' | 'signed' | 'expired' =>
  unpack<{ readonly status?: 'none' | 'signed' | 'expired' }>(waiver)?.status ?? 'none';

/** The credits of a package that can be used for another class; null for one without a number of credits. */
const creditsFree = ({ creditsRemaining, creditsHeld }: PackageRow): number | null =>
  creditsRemaining === null ? null : creditsRemaining - creditsHeld;

/** Whether a package has no credit for another class after a booking that it pays for, or after the next one. */
export const isLastCredit = (
  row: PackageRow | undefined,
  booking: Pick<BookingRow, 'creditsUsed' | 'packageId'> | undefined,
): boolean => {
  const left = row === undefined ? null : creditsFree(row);
  if (left === null) return false;
  return booking?.packageId === row?.id ? left <= 0 && (booking?.creditsUsed ?? 0) > 0 : left === 1;
};

export const packageLine = (row: PackageRow): DeskPackageResponse => ({
  id: row.id,
  name: row.name,
  type: row.type,
  creditsTotal: row.creditsTotal,
  creditsRemaining: row.creditsRemaining,
  creditsHeld: row.creditsHeld,
  expiresAt: row.expiresAt,
});

/** What the desk sees of clients on a local date. An instructor sees what own rosters show (rules.md "Roles"). */
export const personView = (caller: Caller, date: string) => {
  const isWhole = hasPermission(caller, 'clients:read');
  return (row: PersonRow, hasLastCredit: boolean): DeskPersonResponse => {
    const alerts = unpack<Alerts>(row.alerts);
    const [owed] = unpackList<Balance>(row.accountBalances);
    const waiverStatus = waiverOf(row);
    const flagged: Readonly<Record<DeskFlag, boolean>> = {
      first_visit: row.visits === 0,
      birthday: isBirthday(row.dateOfBirth, date),
      owes: isWhole && owed !== undefined,
      last_credit: isWhole && hasLastCredit,
      waiver: isWhole && waiverStatus !== 'signed',
      suspended: row.status === 'suspended',
    };
    return {
      id: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
      fullName: fullName(row),
      photoUrl: row.photoUrl,
      status: row.status,
      alerts: alerts === null ? null : { red: alerts.red ?? null, yellow: alerts.yellow ?? null },
      flags: keysOf(flagged).filter((flag) => flagged[flag]),
      visits: row.visits,
      lastVisitAt: row.lastVisitAt,
      joinedAt: isWhole ? row.joinedAt : null,
      weeksInARow: isWhole ? weeksInARow(row, date) : null,
      waiverStatus: isWhole ? waiverStatus : null,
      balance: isWhole ? (owed ?? null) : null,
    };
  };
};

/** Whether a caller may learn who a client is: clients of other home sites stay unnamed. */
export const mayKnow = (caller: Caller, row: PersonRow): boolean => canAccessSite(caller, row.homeLocationId);
