import { Award } from '../../awards/record.ts';
import { enrollmentOf } from '../../challenges/queries.ts';
import { Challenge } from '../../challenges/record.ts';
import { endOfPackage, renewalsAhead } from '../../packages/lifecycle/ending.ts';
import { Package } from '../../packages/record.ts';
import { Site } from '../../sites/record.ts';
import { letterKind, memberAction, type Source } from './context.ts';

interface Bought {
  readonly name: string;
  readonly timezone: string;
  readonly expiresAt: string | null;
  /** Null for no limit. */
  readonly left: number | null;
  /** When it renews, with new credits; null for a package that does not. */
  readonly renewsAt: string | null;
}

const boughtOf = ({ read, data }: Source): Bought | undefined => {
  const bought = Package.rows.find(read, String(data.packageId));
  if (bought === undefined || bought.cancelledAt !== null) return undefined;
  const { name, siteId, expiresAt, creditsRemaining: left, autoRenews, nextRenewalAt } = bought;
  const renewsAt = autoRenews === 1 ? nextRenewalAt : null;
  return { name, timezone: Site.rows.find(read, siteId)?.timezone ?? 'UTC', expiresAt, left, renewsAt };
};

const EXAMPLE: Bought = {
  name: 'Ten classes',
  timezone: 'America/New_York',
  expiresAt: '2026-12-01T04:59:59.999Z',
  left: 4,
  renewsAt: null,
};

export const packageExpiring = letterKind<Bought>({
  gather(source) {
    const bought = boughtOf(source);
    return bought?.expiresAt == null ? undefined : bought;
  },
  example: EXAMPLE,
  tell({ name, timezone, expiresAt, left }, reader) {
    const { t, formats } = reader;
    const day = formats.day(expiresAt ?? reader.now, timezone);
    return {
      values: { package: name, day, credits: left === null ? 'other' : 'counted', left: left ?? 0 },
      block: { title: name, lines: [day] },
      action: memberAction('packages', t('showPackages'), reader),
    };
  },
});

export const packageDepleted = letterKind<Bought>({
  gather(source) {
    const bought = boughtOf(source);
    // A credit may have come back since.
    return bought === undefined || (bought.left ?? 1) > 0 ? undefined : bought;
  },
  example: { ...EXAMPLE, left: 0, renewsAt: EXAMPLE.expiresAt },
  tell({ name, timezone, renewsAt }, reader) {
    const { t, formats } = reader;
    const day = renewsAt === null ? '' : formats.date(renewsAt, timezone);
    return {
      values: { package: name, renews: renewsAt === null ? 'no' : 'yes', day },
      action: memberAction('packages', t('showPackages'), reader),
    };
  },
});

interface Ending {
  readonly name: string;
  readonly timezone: string;
  /** Null for a package that has not begun. */
  readonly endsAt: string | null;
  readonly renewals: number;
}

/** Confirms to a member that a package ends, and when: what they have ended is in their hands. */
export const packageEndRequested = letterKind<Ending>({
  gather({ read, data }) {
    const row = Package.rows.find(read, String(data.packageId));
    // Taken back since, or cancelled by the studio.
    if (row === undefined || row.endRequestedAt === null || row.cancelledAt !== null) return undefined;
    const timezone = Site.rows.find(read, row.siteId)?.timezone ?? 'UTC';
    return { name: row.name, timezone, endsAt: endOfPackage(read, row), renewals: renewalsAhead(row) ?? 0 };
  },
  example: { ...EXAMPLE, endsAt: EXAMPLE.expiresAt, renewals: 1, name: 'Monthly' },
  tell({ name, timezone, endsAt, renewals }, reader) {
    const { t, formats } = reader;
    const day = endsAt === null ? '' : formats.date(endsAt, timezone);
    return {
      values: { package: name, day, begun: endsAt === null ? 'no' : 'yes', renewals },
      ...(endsAt === null ? {} : { block: { title: name, lines: [day] } }),
      action: memberAction('packages', t('showPackages'), reader),
    };
  },
});

interface Starting {
  readonly what: string;
  readonly summary: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly timezone: string;
}

export const challengeStarting = letterKind<Starting>({
  gather({ read, row, data }) {
    const challenge = Challenge.rows.find(read, String(data.challengeId));
    if (challenge === undefined || challenge.archivedAt !== null || row.clientId === null) return undefined;
    if (enrollmentOf(read, challenge.id, row.clientId)?.status !== 'enrolled') return undefined;
    const { title: what, summary, startsAt, endsAt, timezone } = challenge;
    return { what, summary, startsAt, endsAt, timezone };
  },
  example: {
    what: 'Twenty visits in December',
    summary: 'Come twenty times before the year ends.',
    startsAt: '2026-12-01T05:00:00.000Z',
    endsAt: '2027-01-01T04:59:59.999Z',
    timezone: 'America/New_York',
  },
  tell({ what, summary, startsAt, endsAt, timezone }, reader) {
    const { t, formats } = reader;
    const [day, end] = [formats.day(startsAt, timezone), formats.day(endsAt, timezone)];
    return {
      values: { what, day, end, weekday: formats.weekday(startsAt, timezone) },
      block: { title: what, lines: [t('range', { from: day, to: end }), ...(summary === null ? [] : [summary])] },
      action: memberAction('challenges', t('showChallenge'), reader),
    };
  },
});

interface Earned {
  readonly what: string;
  readonly about: string | null;
}

export const awardEarned = letterKind<Earned>({
  gather({ read, data }) {
    const award = Award.rows.find(read, String(data.awardId));
    return award === undefined ? undefined : { what: award.name, about: award.description };
  },
  example: { what: 'Fifty visits', about: 'You have come fifty times.' },
  tell({ what, about }, reader) {
    return {
      values: { what },
      block: { title: what, lines: about === null ? [] : [about] },
      action: memberAction('awards', reader.t('showAwards'), reader),
    };
  },
});
