import type { Read } from '../../../database/database.ts';
import type { PackageRow } from '../../packages/record.ts';
import { unusableReasons } from '../../packages/usable.ts';
import { freeSeats, isKeptForDesk } from '../../sessions/booking/seats.ts';
import { settingsByPolicy } from '../../sessions/booking/windows.ts';
import { type SessionRecord, sessionsById } from '../../sessions/queries.ts';
import { sessionsBetween } from '../queries.ts';
import type { Candidate } from './act.ts';

/** The sessions of the rest of the day that are looked at: more would be read for nothing, since the first fits nearly always. */
const LOOKED_AT = 16;

/** The next sessions of a site until the end of its day that have a free seat, the earliest first. */
export const openSessions = (read: Read, siteId: string, endOfDay: string): SessionRecord[] => {
  const next = sessionsBetween(read, { siteId, from: read.now, to: endOfDay }, LOOKED_AT);
  const settingsOf = settingsByPolicy(read);
  return sessionsById(
    read,
    next.map(({ id }) => id),
  )
    .filter((row) => row.startTime > read.now && row.isPrivate === 0)
    .filter((row) => freeSeats(row) !== 0 && !isKeptForDesk(row, settingsOf(row)))
    .sort((left, right) => (left.startTime < right.startTime ? -1 : 1));
};

/** The first session that a package pays for, else the first one. The uses of all packages are read once. */
export const candidateFinder = (
  read: Read,
  sessions: readonly SessionRecord[],
  packages: readonly PackageRow[],
): ((own: readonly PackageRow[]) => Candidate | undefined) => {
  const reasonOf = unusableReasons(read, packages, sessions);
  return (own) => {
    for (const session of sessions) {
      const payer = own.find((row) => reasonOf(row, session) === undefined);
      if (payer !== undefined) return { session, packageId: payer.id };
    }
    const [first] = sessions;
    return first && { session: first, packageId: undefined };
  };
};
