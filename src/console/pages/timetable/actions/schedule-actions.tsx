import { CirclePause, CirclePlay, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import type { Schedule } from '../../../parts/timetable/schedule-record.ts';
import { Button } from '../../../ui/button.tsx';
import { PauseSchedule } from './pause-schedule.tsx';
import { RemoveSchedule } from './remove-schedule.tsx';
import { ResumeSchedule } from './resume-schedule.tsx';

/** What is done with a class that repeats as a whole: paused, resumed, removed. */
export const ScheduleActions = ({ schedule }: { schedule: Schedule }) => {
  const t = useText();
  const [asked, setAsked] = useState<'pause' | 'resume' | 'remove'>();
  const { status } = schedule;
  const close = (): void => setAsked(undefined);
  if (status === 'archived') return null;
  return (
    <div className="actions">
      {status === 'active' && (
        <Button onPress={() => setAsked('pause')} icon={CirclePause}>
          {t('timetable.pause')}
        </Button>
      )}
      {status === 'paused' && (
        <Button variant="primary" onPress={() => setAsked('resume')} icon={CirclePlay}>
          {t('timetable.resume')}
        </Button>
      )}
      <Button onPress={() => setAsked('remove')} icon={Trash2}>
        {t('timetable.remove')}
      </Button>
      {asked === 'pause' && <PauseSchedule schedule={schedule} onClose={close} />}
      {asked === 'resume' && <ResumeSchedule schedule={schedule} onClose={close} />}
      {asked === 'remove' && <RemoveSchedule schedule={schedule} onClose={close} />}
    </div>
  );
};
