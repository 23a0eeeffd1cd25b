import { ChevronDown, CircleCheck, CircleHelp, Replace } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../base/texts.tsx';
import type { Formats } from '../../formats/use-formats.ts';
import { useChanged } from '../../live/changes.ts';
import { Button, Link } from '../../ui/button.tsx';
import { Seats } from '../../ui/notices/seats.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { expectedCount, type Group, type Slot, seatCounts } from './day.ts';
import type { DaySession } from './queries.ts';
import { type InstructorNames, teacherOf } from './teacher.ts';

/** How a class went, or how full it is. */
const Tail = ({ slot: { session, state } }: { slot: Slot }) => {
  const t = useText();
  const { bookedCount: booked, attendedCount: came, capacity, waitlistCount, isFull } = session;
  const undecided = expectedCount(session);
  if (state === 'cancelled') return <span className="quiet small">{t('today.cancelled')}</span>;
  if (state === 'past') {
    if (booked === 0) return <span className="quiet small">{t('today.nobodyCame')}</span>;
    if (undecided > 0) {
      return (
        <Status icon={CircleHelp} tone="caution">
          {t('today.toDecide', { count: undecided })}
        </Status>
      );
    }
    return (
      <Status icon={CircleCheck} tone="positive">
        {came === booked ? t('today.allCame', { count: came }) : t('today.cameOf', { came, booked })}
      </Status>
    );
  }
  if (capacity === null) return <span className="quiet small">{t('today.bookedNoLimit', { count: booked })}</span>;
  if (isFull && waitlistCount > 0) {
    return <Status tone="waiting">{t('today.fullWaiting', { count: waitlistCount })}</Status>;
  }
  return <span className="quiet small">{isFull ? t('today.full') : t('today.bookedOf', { booked, capacity })}</span>;
};

/** Whether it is known who teaches a class, or where it is. */
export const hasWhere = ({ instructor, roomName }: DaySession): boolean => instructor != null || roomName != null;

/** Who teaches a class and where: a substitute with whom they stand in for. */
export const Where = ({ session, names }: { session: DaySession; names: InstructorNames }) => {
  const t = useText();
  const { name, original } = teacherOf(session, names);
  const room = session.roomName ?? '';
  if (original === undefined) return [name, room].filter((part) => part !== '').join(' · ');
  return (
    <>
      <Status icon={Replace} tone="info">
        {t('today.substitute', { name, original })}
      </Status>
      {room === '' ? null : `· ${room}`}
    </>
  );
};

interface LineProps {
  readonly slot: Slot;
  readonly formats: Formats;
  readonly names: InstructorNames;
}

/** A class in one line: past ones with how they went, later ones with how full they are. */
export const SlotLine = ({ slot, formats, names }: LineProps) => {
  const { session, state } = slot;
  return (
    <li className="slot" data-state={state} data-session={session.id} data-changed={useChanged(session.id)}>
      <time dateTime={session.startTime}>{formats.time(session.startTime)}</time>
      <Link className="slot-line" to="/sessions/$sessionId" params={{ sessionId: session.id }}>
        <span className="slot-name">
          <b>{session.name}</b>
          <small>
            <span className="at">{formats.time(session.startTime)}</span>
            <Where session={session} names={names} />
          </small>
        </span>
        {state === 'cancelled' ? <span /> : <Seats counts={seatCounts(session)} size="small" />}
        <span className="slot-tail">
          <Tail slot={slot} />
        </span>
      </Link>
    </li>
  );
};

interface HourProps extends Omit<LineProps, 'slot'> {
  readonly group: Group;
}

/** The classes of an hour of a long day in one line, which unfolds. */
export const HourLine = ({ group: { slots }, formats, names }: HourProps) => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [first] = slots;
  const last = slots.at(-1);
  if (first === undefined || last === undefined) return null;
  const undecided = slots.reduce((sum, { session, state }) => sum + (state === 'past' ? expectedCount(session) : 0), 0);
  const booked = slots.reduce((sum, { session }) => sum + session.bookedCount, 0);
  return (
    <>
      <li className="slot slot-hour" data-state={first.state}>
        <time dateTime={first.session.startTime}>{formats.time(first.session.startTime)}</time>
        <Button variant="quiet" wide aria-expanded={isOpen} onPress={() => setOpen(!isOpen)} icon={ChevronDown}>
          {t('today.hour', {
            count: slots.length,
            from: formats.time(first.session.startTime),
            to: formats.time(last.session.startTime),
          })}
          <span className="push">
            {undecided > 0 ? (
              <Status icon={CircleHelp} tone="caution">
                {t('today.toDecide', { count: undecided })}
              </Status>
            ) : (
              <span className="quiet small">{t('today.bookedNoLimit', { count: booked })}</span>
            )}
          </span>
        </Button>
      </li>
      {isOpen && slots.map((slot) => <SlotLine key={slot.session.id} slot={slot} formats={formats} names={names} />)}
    </>
  );
};
