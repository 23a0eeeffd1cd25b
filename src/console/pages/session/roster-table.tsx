import { useRef } from 'react';
import type { TextKey } from '../../../texts/translate.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { type Entry, type Roster, type SectionName, sectionOf } from '../../parts/session/queries.ts';
import type { Rights } from '../../parts/session/rights.ts';
import type { Actions } from '../../parts/session/use-actions.ts';
import { useRowKeys } from '../../parts/session/use-row-keys.ts';
import { bookedText } from '../../parts/session/words.ts';
import { Button } from '../../ui/button.tsx';
import type { ListColumn } from '../../ui/tables/columns.ts';
import { RowTable } from '../../ui/tables/row-table.tsx';
import { BookingStatus, PaysWith, Person } from './booking-parts.tsx';
import { RowAction } from './row-action.tsx';

interface RosterTableProps {
  readonly roster: Roster;
  readonly actions: Actions;
  readonly rights: Rights;
  /** The booking that the panel shows. */
  readonly openId: string | undefined;
  /** Opens a booking; with its cancellation right away by the key C. */
  readonly onOpen: (entry: Entry, isCancelling?: boolean) => void;
}

const TITLES: Readonly<Record<SectionName, TextKey>> = {
  expected: 'session.sectionExpected',
  here: 'session.sectionHere',
  no_show: 'session.sectionNoShow',
  waiting: 'session.sectionWaiting',
  cancelled: 'session.sectionCancelled',
};

/** What a printed roster has: who is expected and who is here. */
const PRINTED: readonly SectionName[] = ['expected', 'here'];

/** Empty lines of a printed roster. */
const PRINTED_LINES = [1, 2, 3, 4];

/** Who is in the session, in sections. J and K walk the rows; Enter opens one; I, N and C do its actions. */
export const RosterTable = ({ roster, actions, rights, openId, onOpen }: RosterTableProps) => {
  const t = useText();
  const region = useRef<HTMLDivElement>(null);
  const { session } = roster;
  const formats = useFormats(session.timezone);
  const entries = roster.sections.flatMap(({ bookings }) => bookings);
  const expected = sectionOf(roster, 'expected');
  useRowKeys({ region, entries, actions, rights, session, openId, onOpen });
  const open = (key: string): void => {
    const entry = entries.find(({ id }) => id === key);
    if (entry !== undefined) onOpen(entry);
  };
  const columns: readonly ListColumn<Entry>[] = [
    {
      id: 'client',
      name: t('session.client'),
      part: 'lead',
      cell: (entry) => <Person entry={entry} session={session} />,
    },
    { id: 'pays', name: t('session.paysWith'), cell: (entry) => <PaysWith entry={entry} /> },
    { id: 'booked', name: t('session.bookedColumn'), priority: 3, cell: (entry) => bookedText(entry, t, formats) },
    {
      id: 'status',
      name: t('session.status'),
      priority: 3,
      isQuiet: false,
      cell: (entry) => <BookingStatus entry={entry} session={session} />,
    },
    {
      id: 'act',
      name: t('session.act'),
      part: 'act',
      isNumber: true,
      isUnnamed: true,
      head:
        rights.checkIn && expected.length > 1 ? (
          <Button variant="quiet" size="small" onPress={() => actions.checkIn(expected)}>
            {t('session.checkInAll', { count: expected.length })}
          </Button>
        ) : undefined,
      cell: (entry) => <RowAction entry={entry} session={session} actions={actions} rights={rights} />,
    },
  ];
  return (
    <div className="card">
      <RowTable
        label={t('session.roster')}
        columns={columns}
        rows={entries}
        sections={roster.sections
          .filter(({ count }) => count > 0)
          .map(({ section, count, bookings }) => ({
            id: section,
            name: t(TITLES[section], { count }),
            rows: bookings,
            isPrinted: PRINTED.includes(section),
          }))}
        region={region}
        openId={openId}
        onOpen={open}
        hasTicks
      />
      <ul className="print-lines" aria-hidden="true">
        {PRINTED_LINES.map((line) => (
          <li key={line} />
        ))}
      </ul>
    </div>
  );
};
