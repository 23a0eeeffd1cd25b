import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, client, idempotencyKey, send } from '../../../api/client.ts';
import { PASSWORD_REQUIRED } from '../../../api/confirmation.ts';
import { untilServed } from '../../../api/until-served.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { useForm } from '../../../forms/form.tsx';
import { useMe } from '../../../session/session.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { forgetTyping } from '../../../ui/keys/typed.ts';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type Backup, backupQuery } from '../queries.ts';
import { untilRestarted } from '../wait-for-job.ts';

const LOST = [
  ['clients', 'data.lostClients'],
  ['bookings', 'data.lostBookings'],
  ['packages', 'data.lostPackages'],
  ['payments', 'data.lostPayments'],
  ['checkins', 'data.lostCheckins'],
  ['sessions', 'data.lostSessions'],
  ['staff', 'data.lostStaff'],
  ['plans', 'data.lostPlans'],
  ['schedules', 'data.lostSchedules'],
  ['contentEntries', 'data.lostEntries'],
  ['challenges', 'data.lostChallenges'],
] as const;

/** No count of the server is higher. */
const MOST_COUNTED = 10_000;
/** So long it can be read that the server restarts, also where that takes no time. */
const FIRST_ASKED_MS = 1_000;

/** What would be lost, in words. */
const Lost = ({ file }: { file: string }) => {
  const t = useText();
  const { data, error, refetch } = useQuery(backupQuery(file));
  if (error !== null) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="quiet">{t('data.restoreReading')}</p>;
  const lost = LOST.flatMap(([record, text]) => {
    const count = data.since[record];
    const words = t(text, { count });
    if (count === 0) return [];
    return [count >= MOST_COUNTED ? t('data.lostMore', { what: words }) : words];
  });
  if (lost.length === 0) return <p>{t('data.restoreLosesNothing')}</p>;
  return (
    <>
      <p>{t('data.restoreLoses')}</p>
      <ul className="outcome-list lost-list">
        {lost.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p className="quiet">{t('data.restoreChanges')}</p>
    </>
  );
};

/** Asks before a backup takes the place of the studio, with what is lost. It wants the name of the studio, and the password. */
export const RestoreDialog = ({ backup, onClose }: { backup: Backup; onClose: () => void }) => {
  const t = useText();
  const { dayTime } = useFormats();
  const { studio } = useMe();
  const [name, setName] = useState('');
  const [isRestarting, setRestarting] = useState(false);
  const { file } = backup;
  const restore = useMutation({
    mutationFn: async () => {
      const { id } = await send(
        client.POST('/manage/backups/{file}/restore', {
          params: { path: { file }, header: idempotencyKey() },
          body: { studioName: name },
        }),
      );
      await untilRestarted(id, () => setRestarting(true));
      await untilServed(FIRST_ASKED_MS);
      forgetTyping();
      location.assign('/console/data/backups');
    },
    onError: () => setRestarting(false),
  });
  const { error, isPending } = restore;
  const isUnanswered = error instanceof ApiError && error.code === PASSWORD_REQUIRED;
  const form = useForm({
    act: { error: isUnanswered ? null : error, isPending },
    problems: { name: name.trim() === studio.name ? undefined : t('data.studioNameWrong', { name: studio.name }) },
    submit: () => restore.mutate(),
  });
  if (isRestarting) {
    return (
      <Dialog title={t('data.restoring')} isAlert stays onClose={() => {}}>
        <p role="status">{t('data.restoringText')}</p>
        <span className="busy-bar" aria-hidden="true" />
      </Dialog>
    );
  }
  return (
    <DialogForm
      form={form}
      title={t('data.restoreTitle', { date: dayTime(backup.createdAt) })}
      act={t(isPending ? 'data.restoreChecking' : 'data.restoreIt')}
      isAlert
      isDanger
      mustWait
      onClose={onClose}
    >
      <div className="stack">
        <Lost file={file} />
        <p className="quiet">{t('data.restoreKeeps')}</p>
      </div>
      <Field
        {...form.field('name')}
        label={t('data.studioName', { name: studio.name })}
        value={name}
        onChange={setName}
        autoComplete="off"
        isDisabled={isPending}
      />
    </DialogForm>
  );
};
