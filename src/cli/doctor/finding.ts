import type { Database } from 'bun:sqlite';
import type { Config, Configured } from '../../config/settings.ts';
import { epochOf } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Random } from '../../kernel/random.ts';
import type { FindingCode } from '../../texts/check-names.ts';

const STATUSES = ['ok', 'warning', 'failed'] as const;

/** What was found, for pages that say it in their own words: the code has words, and the data is shown as it is. */
interface Found {
  readonly code: FindingCode;
  /** Paths, numbers, instants, and messages of others. */
  readonly data: readonly string[];
}

export interface Finding {
  readonly status: (typeof STATUSES)[number];
  readonly message: string;
  /** What to do; null when there is nothing to do. */
  readonly action: string | null;
  /** Empty when all is well. */
  readonly found: readonly Found[];
}

/** What the checks look at that a server makes too when it starts. The checks change nothing. */
export interface StartContext {
  readonly config: Config;
  readonly settingsFile: Configured['file'];
  readonly directory: string;
  /** Undefined when the database cannot be read. */
  readonly db: Database | undefined;
  /** Epoch ms. */
  readonly now: number;
}

export interface CheckContext extends StartContext {
  /** Why it cannot be read. */
  readonly unreadable: Finding | undefined;
  readonly healthUrl: URL;
  readonly isServed: boolean;
  readonly random: Random;
  /** Whether every file of the media is to be read. */
  readonly all: boolean;
  /** Says on stderr what begins and takes more than a second. */
  announce(text: string): void;
  /** Says on stderr what continues, at most once a second and not in the first one. */
  progress(text: string): void;
}

type Bad = (message: string, action: string, code: FindingCode, ...data: readonly (string | number)[]) => Finding;

const bad =
  (status: Finding['status']): Bad =>
  (message, action, code, ...data) => ({ status, message, action, found: [{ code, data: data.map(String) }] });

export const ok = (message: string): Finding => ({ status: 'ok', message, action: null, found: [] });
/** What is well because there is nothing to check, such as a mail server that no one has set up. */
export const nothingYet = (message: string, code: FindingCode): Finding => ({
  ...ok(message),
  found: [{ code, data: [] }],
});
export const warning = bad('warning');
export const failed = bad('failed');

/** Several findings as one, with the worst status. Only what is not ok is shown, if there is such. */
export const together = (findings: readonly Finding[]): Finding => {
  const worst = Math.max(...findings.map(({ status }) => STATUSES.indexOf(status)));
  const shown = worst === 0 ? findings : findings.filter(({ status }) => status !== 'ok');
  const actions = shown.flatMap(({ action }) => action ?? []);
  return {
    status: STATUSES[worst] ?? 'ok',
    message: shown.map(({ message }) => message).join(' '),
    action: actions.length === 0 ? null : [...new Set(actions)].join(' '),
    found: shown.flatMap(({ found }) => found),
  };
};

/** `1.5 GB`, in the units in which disks are sold and the console shows sizes. */
export const sizeText = (bytes: number): string => {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${Number((bytes / 1000 ** power).toFixed(1))} ${units[power]}`;
};

/** `3 hours`, from milliseconds. */
export const durationText = (milliseconds: number): string => {
  const minutes = Math.round(milliseconds / MINUTE_MS);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 2_880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1_440)} days`;
};

/** How far the clock may be behind what is stored, ms. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/** Whether a stored instant is in the future: the clock was wrong then, or is wrong now. */
export const liesAhead = (instant: string, now: number): boolean => epochOf(instant) - now > CLOCK_TOLERANCE_MS;
