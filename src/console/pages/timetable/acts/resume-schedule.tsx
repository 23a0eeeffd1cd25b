import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { NotifiedLine } from '../../../parts/session/outcome-lines.tsx';
import { changePreviewQuery } from '../../../parts/timetable/previews.ts';
import type { Schedule } from '../../../parts/timetable/schedule-record.ts';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { Conflicts } from '../dry-run.tsx';
import { ActDialog } from './act-dialog.tsx';
import { useScheduleAct } from './use-schedule-act.ts';

const ACTIVE = { status: 'active' } as const;

/** Asks before a class that was paused goes on, with the classes that are added and what they collide with. */
export const ResumeSchedule = ({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) => {
  const t = useText();
  const { id, name } = schedule;
  const [isAllowed, setAllowed] = useState(false);
  const preview = useQuery(changePreviewQuery(id, ACTIVE));
  const resume = useScheduleAct(
    () =>
      send(
        client.PATCH('/v2/schedules/{id}', {
          params: { path: { id } },
          body: isAllowed ? { ...ACTIVE, overrideConflicts: true, allowConflict: true } : ACTIVE,
        }),
      ),
    t('timetable.isResumed', { name }),
  );
  return (
    <ActDialog
      title={t('timetable.resumeTitle', { name })}
      outcome={
        preview.data === undefined ? undefined : (
          <>
            <ul className="outcome">
              <li>
                <Icon of={CalendarPlus} />
                <span>{t('timetable.areAdded', { count: preview.data.sessionsCreated })}</span>
              </li>
              <NotifiedLine preview={preview.data} />
            </ul>
            <Conflicts
              conflicts={preview.data.conflicts}
              timeZone={schedule.timezone}
              isAllowed={isAllowed}
              onAllow={() => setAllowed(true)}
            />
          </>
        )
      }
      asking={{ error: preview.error, retry: () => void preview.refetch() }}
      act={t('timetable.resumeNow')}
      keep={t('timetable.keepPaused')}
      isPending={resume.isPending}
      error={resume.error}
      onAct={() => resume.mutate(undefined)}
      onClose={onClose}
    />
  );
};
