import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarDays, LogOut, UserX } from 'lucide-react';
import { client, send } from '../../../api/client.ts';
import { isNotStarted } from '../../../api/is-not-started.ts';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { OutcomeLine } from '../../../ui/notices/outcome-line.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { deactivationQuery, type Person } from '../queries.ts';
import { nameOf } from '../words.ts';

/** Deactivates a person, with what that does said before, by the server. The last owner is refused in its words. */
export const Deactivate = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  const { id, isInstructor } = person;
  const name = nameOf(person);
  const deactivate = useMutation({
    mutationFn: () => send(client.DELETE('/v2/staff/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      say(t('staff.deactivated', { name }));
      onClose();
      return refresh('staff');
    },
  });
  const { data, error } = useQuery({ ...deactivationQuery(id), enabled: isNotStarted(deactivate) });
  const refusal = deactivate.error ?? error;
  return (
    <Dialog title={t('staff.deactivateTitle', { name })} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        <div aria-live="polite" className="stack">
          {data === undefined && refusal === null && <SkeletonRows />}
          {data !== undefined && refusal === null && (
            <ul className="outcome">
              <OutcomeLine of={UserX}>{t('staff.deactivateText')}</OutcomeLine>
              <OutcomeLine of={LogOut}>{t('staff.signedOutOf', { count: data.signedInCount })}</OutcomeLine>
              {(isInstructor || data.futureSessionCount > 0) && (
                <OutcomeLine of={CalendarDays}>
                  {t('staff.classesAhead', { count: data.futureSessionCount })}
                </OutcomeLine>
              )}
            </ul>
          )}
          <ActionError error={refusal} />
        </div>
        <div className="row">
          {data !== undefined && error === null && (
            <Button variant="danger" isPending={deactivate.isPending} onPress={() => deactivate.mutate()}>
              {t('staff.deactivateAct', { name })}
            </Button>
          )}
          <Button autoFocus onPress={onClose}>
            {t('words.cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
