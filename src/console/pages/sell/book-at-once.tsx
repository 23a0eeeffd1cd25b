import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox, ListBox, ListBoxItem } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { nowMs } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { begunQuery, hasBegun } from '../../parts/desk/open-classes.ts';
import { sessionQuery, upcomingQuery } from '../../parts/sell/queries.ts';
import { useSite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../../ui/notices/errors.tsx';
import { Seats } from '../../ui/notices/seats.tsx';
import { SkeletonRows } from '../../ui/tables/skeleton-rows.tsx';

const QUARTER = 15 * 60_000;

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly startTime: string;
  readonly roomName: string | null;
  readonly capacity: number | null;
  readonly bookedCount: number;
  readonly attendedCount: number;
  readonly waitlistCount: number;
  readonly heldCount?: number;
  readonly instructor?: {
    readonly displayName?: string | null;
    readonly firstName: string;
    readonly lastName: string;
  } | null;
}

const countsOf = ({ capacity, bookedCount, attendedCount, waitlistCount, heldCount = 0 }: Shown) => ({
  here: attendedCount,
  expected: bookedCount - attendedCount,
  held: heldCount,
  capacity,
  waiting: waitlistCount,
});

const placeOf = ({ instructor, roomName }: Shown): string => {
  const name =
    instructor == null ? undefined : (instructor.displayName ?? `${instructor.firstName} ${instructor.lastName}`);
  return [name, roomName].filter((each) => each != null).join(', ');
};

/** The classes to choose from: those that begin from now on, then those that have begun. */
const Classes = ({ onChoose }: { onChoose: (id: string) => void }) => {
  const t = useText();
  const { id: siteId, timezone } = useSite();
  const { dayTime, localDate } = useFormats(timezone);
  // A quarter of an hour is exact enough, and keeps the list while the page is open.
  const [from] = useState(() => new Date(Math.floor(nowMs() / QUARTER) * QUARTER).toISOString());
  const upcoming = useQuery(upcomingQuery(siteId, from));
  const { data: begun = [] } = useQuery(begunQuery(siteId, localDate(nowMs())));
  if (upcoming.isError) return <LoadError error={upcoming.error} onRetry={() => void upcoming.refetch()} />;
  if (upcoming.isPending) return <SkeletonRows count={3} />;
  return (
    <ListBox
      className="options"
      aria-label={t('sell.classes')}
      items={[...upcoming.data.filter((session) => !hasBegun(session)), ...begun]}
      onAction={(key) => onChoose(String(key))}
      renderEmptyState={() => <p className="quiet small">{t('sell.noClasses')}</p>}
    >
      {(session) => (
        <ListBoxItem id={session.id} textValue={session.name} className="person">
          <span className="who">
            <b>{session.name}</b>
            <small>
              {hasBegun(session) ? t('sell.begun', { when: dayTime(session.startTime) }) : dayTime(session.startTime)}
            </small>
          </span>
          <Seats counts={countsOf(session)} size="small" />
        </ListBoxItem>
      )}
    </ListBox>
  );
};

interface BookAtOnceProps {
  readonly sessionId: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
  readonly isWaiting: boolean;
  readonly onWaiting: (isWaiting: boolean) => void;
  /** Whether the server has just said that no seat is free. */
  readonly isFullNow: boolean;
}

/** Booking a class with the package that is sold: both happen, or neither. */
export const BookAtOnce = ({ sessionId, onChoose, isWaiting, onWaiting, isFullNow }: BookAtOnceProps) => {
  const t = useText();
  const { dayTime } = useFormats(useSite().timezone);
  const [isChoosing, setChoosing] = useState(false);
  const session = useQuery({ ...sessionQuery(sessionId ?? ''), enabled: sessionId !== undefined });
  const choose = (id: string | undefined): void => {
    setChoosing(false);
    onWaiting(false);
    onChoose(id);
  };
  const shown = sessionId === undefined ? undefined : session.data;
  return (
    <section aria-labelledby="book">
      <div className="section-head row">
        <h2 id="book">{t('sell.bookAtOnce')}</h2>
        <span className="quiet small">{t('sell.oneAct')}</span>
      </div>
      <div className="card book-card row">
        {shown === undefined ? (
          <span className="quiet">{t('sell.noClass')}</span>
        ) : (
          <Checkbox className="check-label" isSelected onChange={() => choose(undefined)}>
            <span className="check" aria-hidden="true" />
            <span>
              <b className="strong">{shown.name}</b>, {dayTime(shown.startTime)}
              <span className="hint">{placeOf(shown)}</span>
            </span>
          </Checkbox>
        )}
        <span className="push" />
        {shown !== undefined && <Seats counts={countsOf(shown)} size="small" />}
        <Button size="small" onPress={() => setChoosing(!isChoosing)} aria-expanded={isChoosing}>
          {t(shown === undefined ? 'sell.chooseClass' : 'sell.anotherClass')}
        </Button>
      </div>
      {shown !== undefined && (shown.isFull || isFullNow || isWaiting) && shown.waitlistEnabled && !hasBegun(shown) && (
        <Checkbox className="check-label book-wait" isSelected={isWaiting} onChange={onWaiting}>
          <span className="check" aria-hidden="true" />
          <span>{t('sell.joinWaitlist')}</span>
        </Checkbox>
      )}
      {isChoosing && <Classes onChoose={choose} />}
    </section>
  );
};
