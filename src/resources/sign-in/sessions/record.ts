import { Type } from '@sinclair/typebox';
import { eq } from 'drizzle-orm';
import type { Read } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { notFound } from '../../../kernel/problem.ts';
import { deletedShape, described, flag } from '../../../kernel/schemas.ts';
import * as field from '../../../records/fields.ts';
import { pagesOf } from '../../../records/pages.ts';
import { named } from '../../../records/query.ts';
import { type RowOf, record } from '../../../records/record.ts';

/** A browser in which a person is signed in. */
export const StaffSession = record('staff_session', 'staffSessions', () => ({
  staffId: field.id(),
  isCurrent: field.derived(described(flag(), 'Whether it is the session making this request.')),
  userAgent: field.text(Type.String()).nullable().described('The browser, as it identifies itself.'),
  address: field.text(Type.String()).nullable().described('The address the person signed in from.'),
  confirmedAt: field.instant().described('Time at which the person last entered the password.'),
  lastSeenAt: field.instant().described('Time at which it was last used, recorded once a minute.'),
  expiresAt: field.instant().described('Time at which it ends if it remains in use.'),
  hash: field.bytes(),
}));

export type StaffSessionRow = RowOf<typeof StaffSession>;

export const DeletedStaffSession = deletedShape('staff_session', {});

const { table: sessions } = StaffSession;

/** The sessions of a person, newest first. */
export const sessionPage = pagesOf<StaffSessionRow>(sessions, () => ({
  direction: 'descending',
  endedIds: '',
  filters: { staffId: eq(sessions.staffId, named('staffId')) },
  sites: null,
}));

export const sessionView = (caller: Caller) => (row: StaffSessionRow) => ({
  ...StaffSession.view(row),
  isCurrent: caller.kind === 'staff' && caller.session?.id === row.id,
});

/** @throws Problem 404 when the person has no such session. */
export const findSession = (read: Read, staffId: string, id: string): StaffSessionRow => {
  const row = StaffSession.rows.find(read, id);
  if (row?.staffId !== staffId) throw notFound('session', id);
  return row;
};
