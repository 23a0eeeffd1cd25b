import { useEffect, useRef } from 'react';
import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components';
import type { TextKey } from '../../../texts/translate.ts';
import { useFormats } from '../../formats.ts';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { BookingStatus, PaysWith, Person } from './booking-parts.tsx';
import { type Entry, type Roster, type SectionName, sectionOf } from './queries.ts';
import type { Rights } from './rights.ts';
import { RowAct } from './row-act.tsx';
import type { Acts } from './use-acts.ts';
import { useRowKeys } from './use-row-keys.ts';
import { bookedText } from './words.ts';

interface RosterTableProps {
  readonly roster: Roster;
  readonly acts: Acts;
  readonly rights: Rights;
  /** The booking that the panel shows. */
  readonly openId: string | undefined;
  /** Opens a booking; with its cancellation at once by the key C. */
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
const printOf = (section: SectionName): 'no' | undefined =>
  section === 'expected' || section === 'here' ? undefined : 'no';

/** Empty lines of a printed roster. */
const PRINTED_LINES = [1, 2, 3, 4];

/** Who is in the session, in sections. J and K walk the rows; Enter opens one; I, N and C do its acts. */
export const RosterTable = ({ roster, acts, rights, openId, onOpen }: RosterTableProps) => {
  const t = useText();
  const region = useRef<HTMLDivElement>(null);
  const { session } = roster;
  const formats = useFormats(session.timezone);
  const entries = roster.sections.flatMap(({ bookings }) => bookings);
  const expected = sectionOf(roster, 'expected');
  useRowKeys({ region, entries, acts, rights, session, openId, onOpen });
  const opened = useRef(openId);
  useEffect(() => {
    const before = opened.current;
    opened.current = openId;
    if (openId === undefined && before !== undefined) {
      region.current?.querySelector<HTMLElement>(`[data-key="${before}"]`)?.focus();
    }
  }, [openId]);
  const open = (key: unknown): void => {
    const entry = entries.find(({ id }) => id === key);
    if (entry !== undefined) onOpen(entry);
  };
  return (
    <div className="card">
      <div className="table-region" ref={region}>
        <Table className="data" data-cards="" data-print-ticks="" aria-label={t('session.roster')} onRowAction={open}>
          <TableHeader>
            <Column isRowHeader>{t('session.client')}</Column>
            <Column data-priority="2">{t('session.paysWith')}</Column>
            <Column data-priority="3">{t('session.bookedColumn')}</Column>
            <Column data-priority="3">{t('session.status')}</Column>
            <Column className="num" textValue={t('session.act')}>
              {rights.checkIn && expected.length > 1 ? (
                <Button variant="quiet" size="small" onPress={() => acts.checkIn(expected)}>
                  {t('session.checkInAll', { count: expected.length })}
                </Button>
              ) : (
                <span className="visually-hidden">{t('session.act')}</span>
              )}
            </Column>
          </TableHeader>
          <TableBody>
            {roster.sections
              .filter(({ count }) => count > 0)
              .flatMap(({ section, count, bookings }) => [
                <Row key={section} id={section} data-section="" data-print={printOf(section)} isDisabled>
                  <Cell colSpan={5}>{t(TITLES[section], { count })}</Cell>
                </Row>,
                ...bookings.map((entry) => (
                  // Rows have no text value: typing ahead would move the focus by the letters that are acts here.
                  <Row
                    key={entry.id}
                    id={entry.id}
                    data-open={entry.id === openId ? '' : undefined}
                    data-print={printOf(section)}
                  >
                    <Cell data-cell="lead">
                      <Person entry={entry} session={session} />
                    </Cell>
                    <Cell data-priority="2">
                      <PaysWith entry={entry} />
                    </Cell>
                    <Cell data-priority="3" className="quiet">
                      {bookedText(entry, t, formats)}
                    </Cell>
                    <Cell data-priority="3">
                      <BookingStatus entry={entry} session={session} />
                    </Cell>
                    <Cell className="num" data-cell="act">
                      <RowAct entry={entry} session={session} acts={acts} rights={rights} />
                    </Cell>
                  </Row>
                )),
              ])}
          </TableBody>
        </Table>
      </div>
      <ul className="print-lines" aria-hidden="true">
        {PRINTED_LINES.map((line) => (
          <li key={line} />
        ))}
      </ul>
    </div>
  );
};
