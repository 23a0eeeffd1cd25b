import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, CirclePause } from 'lucide-react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { NotifiedLine } from '../../../parts/session/outcome-lines.tsx';
import { changePreviewQuery, deletePreviewQuery } from '../../../parts/timetable/previews.ts';
import type { Schedule } from '../../../parts/timetable/schedule-record.ts';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { useScheduleAction } from './use-schedule-action.ts';

const PAUSED = { status: 'paused' } as const;

/** Asks before a class that repeats is paused: what lies ahead stays, and nothing is added. */
export const PauseSchedule = ({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) => {
  const t = useText();
  const { date } = useFormats('UTC');
  const { id, name, generatedUntil: until } = schedule;
  const preview = useQuery(changePreviewQuery(id, PAUSED));
  const ahead = useQuery(deletePreviewQuery(id));
  const pause = useScheduleAction(
    () => send(client.PATCH('/v2/schedules/{id}', { params: { path: { id } }, body: PAUSED })),
    t('timetable.isPaused', { name }),
  );
  const retry = (): void => {
    void preview.refetch();
    void ahead.refetch();
  };
  return (
    <ActionDialog
      title={t('timetable.pauseTitle', { name })}
      outcome={
        preview.data === undefined || ahead.data === undefined ? undefined : (
          <ul className="outcome">
            <li>
              <Icon of={CalendarCheck} />
              <span>
                {t('timetable.aheadStay', {
                  count: ahead.data.sessionsCancelled - preview.data.sessionsCancelled,
                  bookings: ahead.data.bookingsAffected - preview.data.bookingsAffected,
                })}
              </span>
            </li>
            <li>
              <Icon of={CirclePause} />
              <span>
                {until === null
                  ? t('timetable.addsNothing')
                  : t('timetable.addsNothingAfter', { date: date(`${until}T12:00:00Z`) })}
              </span>
            </li>
            <NotifiedLine preview={preview.data} />
          </ul>
        )
      }
      asking={{ error: preview.error ?? ahead.error, retry }}
      act={t('timetable.pauseNow')}
      keep={t('timetable.keepIt')}
      isPending={pause.isPending}
      error={pause.error}
      onAct={() => pause.mutate(undefined)}
      onClose={onClose}
    />
  );
};
