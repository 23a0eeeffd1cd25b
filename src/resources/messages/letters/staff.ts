import type { MailWord } from '../../../texts/mail.ts';
import { brandDefaults } from '../../settings/queries.ts';
import { Staff } from '../../staff/record.ts';
import { type DayOfSite, dayOfSite } from '../daily/day-of-site.ts';
import { summarySites } from '../daily/summary-sites.ts';
import { type LetterContent, letterKind } from './context.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

interface Opened {
  readonly url: string;
  readonly expiresAt: string | null;
  readonly timezone: string;
}

/** A letter with a link that works once. */
const linkLetter = (label: MailWord) =>
  letterKind<Opened>({
    gather({ read, data }) {
      const url = textOf(data.url);
      if (url === null) return undefined;
      return { url, expiresAt: textOf(data.expiresAt), timezone: brandDefaults(read).timezone };
    },
    example: {
      url: 'https://studio.example/console/link',
      expiresAt: '2026-11-26T17:50:00.000Z',
      timezone: 'America/New_York',
    },
    tell({ url, expiresAt, timezone }, { t, formats }): LetterContent {
      const until = expiresAt === null ? '' : formats.dayTime(expiresAt, timezone);
      return { values: { ends: expiresAt === null ? 'other' : 'known', until }, action: { label: t(label), url } };
    },
  });

export const staffInvitation = linkLetter('setUpAccount');

export const passwordReset = linkLetter('choosePassword');

/** It does not contain the new address: it may belong to someone who may have taken the account. */
export const emailChanged = letterKind<object>({
  gather: () => ({}),
  example: {},
  tell: () => ({ values: {} }),
});

interface Endpoint {
  readonly what: string;
  readonly failures: number;
}

export const endpointDisabled = letterKind<Endpoint>({
  gather: ({ data }) => ({ what: textOf(data.name) ?? '', failures: Number(data.consecutiveFailures ?? 0) }),
  example: { what: 'Till', failures: 10 },
  tell: ({ what, failures }, { t, url }) => ({
    values: { what, failures },
    action: { label: t('openIntegrations'), url: url('/console/integrations') },
  }),
});

interface Backup {
  readonly check: 'backup' | 'restore_test' | 'other';
  readonly target: string;
  readonly lastGoodAt: string | null;
  readonly timezone: string;
}

const CHECKS: Readonly<Record<string, Backup['check']>> = { BACKUP: 'backup', RESTORE_TEST: 'restore_test' };

export const backupFailed = letterKind<Backup>({
  gather: ({ read, data }) => ({
    check: CHECKS[String(data.check)] ?? 'other',
    target: textOf(data.target) ?? '',
    lastGoodAt: textOf(data.lastGoodAt),
    timezone: brandDefaults(read).timezone,
  }),
  example: {
    check: 'backup',
    target: 's3://backups',
    lastGoodAt: '2026-11-23T08:00:00.000Z',
    timezone: 'America/New_York',
  },
  tell({ check, target, lastGoodAt, timezone }, { t, formats, url }) {
    const day = lastGoodAt === null ? '' : formats.dayTime(lastGoodAt, timezone);
    return {
      values: { check, target, day, last: lastGoodAt === null ? 'other' : 'known' },
      action: { label: t('openSystem'), url: url('/console/system') },
    };
  },
});

interface Summary {
  readonly date: string;
  readonly sites: readonly DayOfSite[];
}

export const dailySummary = letterKind<Summary>({
  gather({ read, row, data }) {
    const date = textOf(data.date);
    const person = row.staffId === null ? undefined : Staff.rows.find(read, row.staffId);
    if (date === null || person?.status !== 'active') return undefined;
    const sites = summarySites(read, person).map((site) => dayOfSite(read, site, date));
    return sites.length === 0 ? undefined : { date, sites };
  },
  example: {
    date: '2026-11-23',
    sites: [
      { name: 'Downtown', visits: 84, noShows: 3, revenue: [{ currency: 'USD', amount: 124500 }] },
      { name: 'Harbour', visits: 31, noShows: 0, revenue: [{ currency: 'USD', amount: 30250 }] },
    ],
  },
  tell({ date, sites }, { t, formats, url }) {
    const sum = (of: (site: DayOfSite) => number): number => sites.reduce((total, site) => total + of(site), 0);
    const paid = new Map<string, number>();
    for (const { currency, amount } of sites.flatMap(({ revenue }) => revenue)) {
      paid.set(currency, (paid.get(currency) ?? 0) + amount);
    }
    const moneyOf = (sums: DayOfSite['revenue']): string =>
      formats.list(sums.map(({ amount, currency }) => formats.money(amount, currency)));
    const all = [...paid].map(([currency, amount]) => ({ currency, amount }));
    return {
      values: {
        day: formats.day(`${date}T12:00:00.000Z`, 'UTC'),
        visits: sum(({ visits }) => visits),
        noShows: sum(({ noShows }) => noShows),
        revenue: moneyOf(all),
      },
      facts: sites.map(({ name, visits, noShows, revenue }) => ({
        label: name,
        lines: [t('visits', { count: visits }), t('noShows', { count: noShows }), moneyOf(revenue)],
      })),
      action: { label: t('openToday'), url: url('/console/today') },
    };
  },
});
