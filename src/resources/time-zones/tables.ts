import { unfinishedChanges } from '../../database/long-change.ts';

/** What is left of moving sessions to other rules of time zones. */
export const sessionClocks = unfinishedChanges<{ readonly after: { readonly startTime: string; readonly id: string } }>(
  'session_clocks',
);

/** One change for the sessions of all sites. */
export const ALL_SITES = 'all';
