import { useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { GivenBackLines, NotifiedLine } from '../../../parts/session/outcome-lines.tsx';
import { type DeletePreview, deletePreviewQuery } from '../../../parts/timetable/previews.ts';
import type { Schedule } from '../../../parts/timetable/schedule-record.ts';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { ActDialog } from './act-dialog.tsx';
import { useScheduleAct } from './use-schedule-act.ts';

const Outcome = ({ preview }: { preview: DeletePreview }) => {
  const t = useText();
  const { sessionsCancelled, bookingsAffected } = preview;
  return (
    <>
      <ul className="outcome">
        <li>
          <Icon of={CalendarOff} />
          <span>{t('timetable.areCancelled', { count: sessionsCancelled, bookings: bookingsAffected })}</span>
        </li>
        <GivenBackLines preview={preview} />
        <NotifiedLine preview={preview} />
      </ul>
      <p className="small quiet">{t('timetable.pastStay')}</p>
    </>
  );
};

/** Asks before a class that repeats is removed, with what that cancels. */
export const RemoveSchedule = ({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) => {
  const t = useText();
  const { id, name } = schedule;
  const preview = useQuery(deletePreviewQuery(id));
  const remove = useScheduleAct(
    () => send(client.DELETE('/v2/schedules/{id}', { params: { path: { id } } })),
    t('timetable.isRemoved', { name }),
  );
  return (
    <ActDialog
      title={t('timetable.removeTitle', { name })}
      outcome={preview.data === undefined ? undefined : <Outcome preview={preview.data} />}
      asking={{ error: preview.error, retry: () => void preview.refetch() }}
      act={t('timetable.removeNow', { count: preview.data?.notifiedCount ?? 0 })}
      keep={t('timetable.keepIt')}
      isDanger
      isPending={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  );
};
