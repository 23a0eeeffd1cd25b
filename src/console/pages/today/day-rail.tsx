import { ChevronDown, CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { useNow } from '../../base/time/now.ts';
import type { Formats } from '../../formats/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { expectedCount, type Group, groupsOf, isBeforeNow, type Slot, slotsOf } from './day.ts';
import { Front } from './front.tsx';
import type { DaySession } from './queries.ts';
import { HourLine, SlotLine } from './slot-line.tsx';
import { useInstructorNames } from './teacher.ts';

/** Where there is little room: the past classes in one line, which unfolds. */
const Earlier = ({ slots, isOpen, onPress }: { slots: readonly Slot[]; isOpen: boolean; onPress: () => void }) => {
  const t = useText();
  const undecided = slots.reduce((sum, { session }) => sum + expectedCount(session), 0);
  return (
    <li className="earlier">
      <Button wide aria-expanded={isOpen} onPress={onPress} icon={ChevronDown}>
        {t('today.earlier', { count: slots.length })}
        {undecided > 0 && (
          <Status className="status push" icon={CircleHelp} tone="caution">
            {t('today.toDecide', { count: undecided })}
          </Status>
        )}
      </Button>
    </li>
  );
};

const NowLine = ({ now, formats }: { now: number; formats: Formats }) => {
  const t = useText();
  const time = formats.time(now);
  return (
    <li className="now-line">
      <time dateTime={new Date(now).toISOString()}>
        <span aria-hidden="true">{time}</span>
        <span className="visually-hidden">{t('today.now', { time })}</span>
      </time>
    </li>
  );
};

const SEATS = [
  ['here', 'today.legendHere'],
  ['expected', 'today.legendExpected'],
  ['held', 'today.legendHeld'],
  ['free', 'today.legendFree'],
  ['waits', 'today.legendWaiting'],
] as const;

const Legend = () => {
  const t = useText();
  return (
    <p className="legend seat-legend quiet small">
      {SEATS.map(([seat, label]) => (
        <span key={seat}>
          <span className="seats" aria-hidden="true">
            <i data-seat={seat} />
          </span>
          {t(label)}
        </span>
      ))}
    </p>
  );
};

interface RailProps {
  readonly sessions: readonly DaySession[];
  readonly isToday: boolean;
  readonly formats: Formats;
}

/** The day as one rail of time. Past and later classes are lines; what can be checked in now is open. */
export const DayRail = ({ sessions, isToday, formats }: RailProps) => {
  const now = useNow();
  const names = useInstructorNames(sessions);
  const [showsEarlier, setShowsEarlier] = useState(false);
  const slots = slotsOf(sessions, now, isToday);
  const groups = groupsOf(slots);
  const drawn = ({ key, slots: [first, ...others], ...rest }: Group) => {
    if (first === undefined) return null;
    if (others.length > 0) {
      return <HourLine key={key} group={{ key, slots: [first, ...others], ...rest }} formats={formats} names={names} />;
    }
    const isOpen = first.state === 'running' || first.state === 'next';
    const Part = isOpen ? Front : SlotLine;
    return <Part key={key} slot={first} formats={formats} names={names} />;
  };
  const isBefore = ({ slots: [first] }: Group): boolean => first !== undefined && isBeforeNow(first, now);
  const past = slots.filter(({ state }) => state === 'past');
  return (
    <>
      <ol
        className="day"
        data-clock={formats.has12Hours ? '12' : '24'}
        data-earlier={showsEarlier || !isToday ? '' : undefined}
      >
        {isToday && past.length > 0 && (
          <Earlier slots={past} isOpen={showsEarlier} onPress={() => setShowsEarlier(!showsEarlier)} />
        )}
        {groups.filter(isBefore).map(drawn)}
        {isToday && <NowLine now={now} formats={formats} />}
        {groups.filter((group) => !isBefore(group)).map(drawn)}
      </ol>
      <Legend />
    </>
  );
};
