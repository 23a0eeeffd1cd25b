import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import type { SiteRow } from '../../sites/record.ts';
import type { SiteTime } from '../queries.ts';
import type { MayDo } from '../rights.ts';
import type { Decision } from './shapes.ts';

/** What each type of decision is read from. */
export interface DecisionContext {
  readonly read: Read;
  readonly caller: Caller;
  readonly site: SiteRow;
  readonly mayDo: MayDo;
  readonly today: SiteTime;
  readonly sinceYesterday: SiteTime;
}

export interface DraftPerson {
  readonly clientId: string;
  readonly bookingId: string | null;
}

/** A decision before the names of its people are read, for all of them together. */
export interface Draft extends Omit<Decision, 'people'> {
  readonly people: readonly DraftPerson[];
}

const NOTHING = {
  status: null,
  dueAt: null,
  startTime: null,
  sessionId: null,
  packageId: null,
  webhookId: null,
  amount: null,
  package: null,
} as const;

/** A decision of a type about a record. */
export const draft = (
  type: Decision['type'],
  recordId: string,
  fields: Partial<Draft> & Pick<Draft, 'title' | 'people' | 'actions'>,
): Draft => ({ ...NOTHING, peopleCount: fields.people.length, ...fields, id: `${type}:${recordId}`, type });
