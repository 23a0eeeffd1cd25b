import { TextFile } from '../../../http/operations/files.ts';
import { BYTE_ORDER_MARK, csvLine, escapeFormula } from '../../../kernel/csv.ts';
import type { RosterEntry, RosterResponse, RosterSection } from './shapes.ts';

type Cell = string | number | null | undefined;

const COLUMNS: Readonly<Record<string, (entry: RosterEntry, section: RosterSection) => Cell>> = {
  section: (_, section) => section,
  name: ({ client }) => client?.fullName,
  status: ({ status }) => status,
  waitlistPosition: ({ waitlist }) => waitlist?.position,
  offerExpiresAt: ({ waitlist, status }) => (status === 'waitlisted' ? waitlist?.offerExpiresAt : null),
  package: (entry) => entry.package?.name,
  creditsRemaining: (entry) => entry.package?.creditsRemaining,
  bookedAt: ({ bookedAt }) => bookedAt,
  channel: ({ channel }) => channel,
  checkedInAt: ({ checkedInAt }) => checkedInAt,
  flags: ({ client }) => client?.flags.join(' '),
  redAlert: ({ client }) => client?.alerts?.red,
  yellowAlert: ({ client }) => client?.alerts?.yellow,
  notes: ({ notes }) => notes,
  bookingId: ({ id }) => id,
  clientId: ({ clientId }) => clientId,
};

/** A roster without guests has no column of them. */
const GUEST_COLUMNS: typeof COLUMNS = { guestOf: ({ guest }) => guest?.hostName };

const lineOf = (cells: readonly Cell[]): string =>
  csvLine(cells.map((cell) => (typeof cell === 'number' ? String(cell) : escapeFormula(cell ?? ''))));

/** The roster as a file for a spreadsheet or a printer. */
export const rosterFile = ({ session, sections }: RosterResponse): TextFile => {
  const hasGuests = sections.some(({ bookings }) => bookings.some(({ guest }) => guest !== null));
  const columns = hasGuests ? { ...COLUMNS, ...GUEST_COLUMNS } : COLUMNS;
  const rows = sections.flatMap(({ section, bookings }) =>
    bookings.map((entry) => lineOf(Object.values(columns).map((cell) => cell(entry, section)))),
  );
  const name = `roster-${session.localDate}-${session.localStartTime.replace(':', '')}`;
  return new TextFile(name, 'csv', BYTE_ORDER_MARK + lineOf(Object.keys(columns)) + rows.join(''));
};
