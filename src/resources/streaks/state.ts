import type { Read } from '../../database/database.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { localDateAt } from '../../kernel/local-time.ts';
import { homeSite } from '../facts/queries.ts';
import { isFrozen, type Owner } from './frozen.ts';
import { COUNTING, endOf, following, periodOf } from './periods.ts';
import type { StreakResponse } from './shapes.ts';
import type { StreakState, StreakType } from './tables.ts';

/** A member with the home site. @throws Error when there is no such client. */
export const ownerOf = (read: Read, clientId: string): Owner => ({ clientId, home: homeSite(read, clientId) });

/** Whether all periods between two of them are frozen, or there are no periods. */
export const isJoined = (read: Read, owner: Owner, type: StreakType, earlier: string, later: string): boolean => {
  for (let period = following(type, earlier); period < later; period = following(type, period)) {
    if (!isFrozen(read, owner, type, period)) return false;
  }
  return true;
};

export const currentPeriod = (read: Read, { home }: Owner, type: StreakType): string =>
  periodOf(type, localDateAt(read.nowMs, home.timezone));

/** Whether a streak whose newest period is `lastOn` is broken by now. */
export const isBroken = (read: Read, owner: Owner, type: StreakType, lastOn: string): boolean =>
  !isJoined(read, owner, type, lastOn, currentPeriod(read, owner, type));

/** When a streak that is not broken can break: at the end of the current period, or of the next one if that is met. */
export const nextBreak = (read: Read, owner: Owner, type: StreakType, lastOn: string): number => {
  const current = currentPeriod(read, owner, type);
  const unmet = current > lastOn ? current : following(type, lastOn);
  return endOf(type, unmet, owner.home.timezone);
};

/** The status of a streak now, true before any job has run. */
export const statusOf = (
  read: Read,
  owner: Owner,
  type: StreakType,
  { lastOn }: Pick<StreakState, 'lastOn'>,
): StreakResponse['status'] => {
  if (lastOn === null) return 'active';
  if (isBroken(read, owner, type, lastOn)) return 'broken';
  const current = currentPeriod(read, owner, type);
  if (lastOn >= current) return 'active';
  if (isFrozen(read, owner, type, current)) return 'frozen';
  const left = endOf(type, current, owner.home.timezone) - read.nowMs;
  return left <= COUNTING[type].riskHours * HOUR_MS ? 'at_risk' : 'active';
};
