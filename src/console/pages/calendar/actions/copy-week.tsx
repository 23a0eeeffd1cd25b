import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, client, idempotencyKey, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { addDays, wallTime } from '../../../base/time/local-time.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { type Session, sessionsQuery } from '../../../parts/calendar/queries.ts';
import { copyOf, sessionFields } from '../../../parts/session/change/session-record.ts';
import type { Site } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { ActionError, LoadError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { dateWords } from '../dates.ts';

/** How many weeks ahead a week can be copied to. */
const WEEKS = 12;

interface CopyWeekProps {
  readonly site: Site;
  /** The first day of the week. */
  readonly weekStart: string;
  readonly onClose: () => void;
}

/** What a class is recognized by in another week. */
const signOf = ({ name, roomName, startTime, timezone }: Session, date: string): string =>
  [name, roomName, date, wallTime(startTime, timezone)].join(' ');

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'instructor_conflict' || error.code === 'room_conflict');

/** Copies the classes of a week that take place once: recurring ones are in every week automatically. */
export const CopyWeek = ({ site, weekStart, onClose }: CopyWeekProps) => {
  const t = useText();
  const refresh = useRefresh();
  const { localDate, locale } = useFormats(site.timezone);
  const [weeks, setWeeks] = useState('1');
  const [{ 'Idempotency-Key': run }] = useState(idempotencyKey);
  const days = Number(weeks) * 7;
  const rangeFrom = (from: string) => ({
    siteId: site.id,
    zone: site.timezone,
    from,
    until: addDays(from, 7),
  });
  const own = useQuery(sessionsQuery(rangeFrom(weekStart)));
  const there = useQuery(sessionsQuery(rangeFrom(addDays(weekStart, days))));
  const once = (own.data ?? []).filter(
    ({ scheduleId, status, startTime }) =>
      scheduleId === null && status !== 'cancelled' && localDate(startTime) >= weekStart,
  );
  const taken = new Set(
    (there.data ?? [])
      .filter(({ status }) => status !== 'cancelled')
      .map((session) => signOf(session, localDate(session.startTime))),
  );
  const dateIn = ({ startTime }: Session): string => addDays(localDate(startTime), days);
  const missing = once.filter((session) => !taken.has(signOf(session, dateIn(session))));
  const copy = useMutation({
    mutationFn: async () => {
      let [copied, conflicts] = [0, 0];
      for (const session of missing) {
        const draft = { ...copyOf(session, site), date: dateIn(session) };
        const body = { ...sessionFields.bodyOf(draft, site), siteId: site.id };
        // Pressed again after a failure, what is copied already is not copied twice.
        const header = { 'Idempotency-Key': `${run} ${session.id} ${weeks}` };
        try {
          await send(client.POST('/manage/sessions', { params: { header }, body }));
          copied += 1;
        } catch (error) {
          if (!isConflict(error)) throw error;
          conflicts += 1;
        }
      }
      return { copied, conflicts };
    },
    onSuccess: ({ copied, conflicts }) => {
      say(
        conflicts === 0
          ? t('calendar.copied', { count: copied })
          : t('calendar.copiedSome', { count: copied, conflicts }),
      );
      onClose();
    },
    onSettled: () => {
      void refresh('session');
    },
  });
  const words = dateWords(locale);
  const rangeOf = (start: string): string => words.range(start, addDays(start, 6));
  const isLoaded = own.data !== undefined && there.data !== undefined && !there.isPlaceholderData;
  const error = own.error ?? there.error;
  return (
    <Dialog title={t('calendar.copyTitle', { range: rangeOf(weekStart) })} onClose={onClose}>
      <div className="stack" data-gap="wide">
        <Select
          label={t('calendar.copyTo')}
          value={weeks}
          choices={Array.from({ length: WEEKS }, (_, index) => ({
            id: String(index + 1),
            name: rangeOf(addDays(weekStart, (index + 1) * 7)),
          }))}
          onChange={setWeeks}
        />
        {error !== null && (
          <LoadError
            error={error}
            onRetry={() => {
              void own.refetch();
              void there.refetch();
            }}
          />
        )}
        {error === null && !isLoaded && <SkeletonRows />}
        {isLoaded && (
          <p aria-live="polite">
            {t('calendar.copyWhat', { count: missing.length, there: once.length - missing.length })}
          </p>
        )}
        <p className="small quiet">{t('calendar.copyRecurring')}</p>
        <ActionError error={copy.error} />
        <div className="row">
          <Button
            variant="primary"
            isPending={copy.isPending}
            isDisabled={!isLoaded || missing.length === 0}
            onPress={() => copy.mutate()}
          >
            {t('calendar.copyAct', { count: missing.length })}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
