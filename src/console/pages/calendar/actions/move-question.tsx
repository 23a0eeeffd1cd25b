import { useMutation } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { wallTime } from '../../../base/time/local-time.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { ChangeOutcome, useChangePreview } from '../../../parts/session/change/change-outcome.tsx';
import { isOverridable, useConflictText } from '../../../parts/session/change/conflict-words.ts';
import { useCan } from '../../../session/session.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import type { Move } from './use-move.ts';

/** Asks before a session with people, or one of a schedule, is moved: this one, or all from here on. */
export const MoveQuestion = ({ move, onClose }: { move: Move; onClose: () => void }) => {
  const t = useText();
  const can = useCan();
  const refresh = useRefresh();
  const { session, startTime } = move;
  const { dayTime, localDate } = useFormats(session.timezone);
  const conflictText = useConflictText(session.timezone);
  const preview = useChangePreview(session.id, { startTime });
  const change = useMutation({
    mutationFn: (isAnyway: boolean) => {
      const body = isAnyway ? { startTime, overrideConflicts: true, allowConflict: true } : { startTime };
      return send(client.PATCH('/manage/sessions/{id}', { params: { path: { id: session.id } }, body }));
    },
    onSuccess: () => {
      void refresh('session');
      say(t('calendar.moved', { name: session.name, when: dayTime(startTime) }));
      onClose();
    },
  });
  const error = change.error ?? preview.error;
  const count = preview.data?.notifiedCount ?? 0;
  return (
    <Dialog title={t('calendar.moveTitle', { name: session.name })} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        <p>
          <span className="struck">{dayTime(session.startTime)}</span>
          <br />
          <b className="strong">{t('calendar.moveTo', { when: dayTime(startTime) })}</b>
        </p>
        <ChangeOutcome preview={preview.data} />
        <ActionError error={error} text={isOverridable(error) ? conflictText(error) : undefined} />
        <div className="row" data-wrap="">
          {isOverridable(error) ? (
            <Button variant="danger" isPending={change.isPending} onPress={() => change.mutate(true)}>
              {t('calendar.putAnyway')}
            </Button>
          ) : (
            <Button variant="primary" isPending={change.isPending} onPress={() => change.mutate(false)}>
              {count === 0 ? t('calendar.moveOne') : t('calendar.moveOneTell', { count })}
            </Button>
          )}
          {session.scheduleId !== null && can('schedules:write') && (
            <Link
              className="button"
              to="/timetable/$scheduleId/change"
              params={{ scheduleId: session.scheduleId }}
              search={{
                was: localDate(session.startTime),
                date: localDate(startTime),
                time: wallTime(startTime, session.timezone),
              }}
            >
              {t('calendar.moveAll')}
            </Link>
          )}
          <Button onPress={onClose}>{t('calendar.keepIt')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
