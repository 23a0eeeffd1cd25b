import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, ShieldCheck, TriangleAlert } from 'lucide-react';
import { DAY_MS } from '../../../../kernel/durations.ts';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { later, nowMs } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { showWork } from '../../../live/long-work.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { Button } from '../../../ui/button.tsx';
import { BackupProgress } from '../../../ui/notices/backup-progress.tsx';
import { useBackupFigure } from '../../../ui/notices/backup-state.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { PagePending } from '../../../ui/notices/page-states.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { FigureList } from '../../../ui/tables/figure-list.tsx';
import { type Backups, backupsQuery } from '../queries.ts';
import { percentOf, waitForJob } from '../wait-for-job.ts';
import { BackupTable } from './backup-table.tsx';

/** `17 4 * * *`: once a day, in UTC. */
const DAILY = /^(\d{1,2}) (\d{1,2}) \* \* \*$/;

/** When backups are made, in words and in the zone of the studio. */
const useScheduleText = (): ((cron: string | null) => string) => {
  const t = useText();
  const { time } = useFormats();
  return (cron) => {
    if (cron === null) return t('data.never');
    const [, minutes, hours] = DAILY.exec(cron) ?? [];
    if (minutes === undefined || hours === undefined) return t('data.bySchedule', { cron });
    const today = Math.floor(nowMs() / DAY_MS) * DAY_MS;
    return t('data.everyNight', { time: time(today + (Number(hours) * 60 + Number(minutes)) * 60_000) });
  };
};

/** The backup is known by then. */
const SOON_MS = 300;

/** Makes a backup. It goes on when the page is left, and is in the tray. */
const makeBackup = async (): Promise<void> => {
  const show = (state: 'running' | 'done' | 'failed', percent?: number): void =>
    showWork({ id: 'backup', label: 'data.workBackup', name: '', state, percent, page: '/data/backups' });
  const { id } = await send(client.POST('/manage/backups', { params: { header: idempotencyKey() } }));
  show('running');
  try {
    await waitForJob(id, (job) => show('running', percentOf(job)));
    show('done');
  } catch (error) {
    show('failed');
    throw error;
  }
};

/** What became of the restore with which the server began. */
const LastRestore = ({ last }: { last: NonNullable<Backups['lastRestore']> }) => {
  const t = useText();
  const isDone = last.problem === null;
  return (
    <div className="notice" data-tone={isDone ? 'positive' : 'critical'}>
      <Icon of={isDone ? CircleCheck : TriangleAlert} />
      <div className="text">
        <b>{isDone ? t('data.restoredFrom', { file: last.file }) : t('data.restoreFailed')}</b>
        {!isDone && <span className="small">{last.problem}</span>}
      </div>
    </div>
  );
};

const Places = ({ directory, targets }: Pick<Backups, 'directory' | 'targets'>) => {
  const t = useText();
  const { list } = useFormats();
  return (
    <div className="stack small quiet break-words">
      {directory !== null && <p>{t('data.where', { directory })}</p>}
      <p>{targets.length === 0 ? t('data.noCopies') : t('data.copies', { targets: list(targets) })}</p>
      <p>{t('data.mediaNote')}</p>
    </div>
  );
};

/** The backups: when they are made, whether they are good, and the way back. */
export const BackupsTab = () => {
  const t = useText();
  const refresh = useRefresh();
  const figureOf = useBackupFigure();
  const scheduleText = useScheduleText();
  const { data, error, refetch } = useQuery(backupsQuery);
  const make = useMutation({
    mutationFn: makeBackup,
    onMutate: () => void later(() => void refresh('backup'), SOON_MS),
    onSuccess: () => say(t('data.backupMade')),
    onSettled: () => refresh('backup'),
  });
  if (data === undefined) {
    return error === null ? <PagePending /> : <LoadError error={error} onRetry={() => void refetch()} />;
  }
  const {
    isAvailable,
    data: backups,
    unreadable,
    lastBackup,
    lastTest,
    lastRestore,
    schedule,
    directory,
    targets,
  } = data;
  if (!isAvailable) {
    return (
      <div className="empty">
        <p>{t('data.noBackups')}</p>
      </div>
    );
  }
  return (
    <>
      {lastRestore !== null && <LastRestore last={lastRestore} />}
      <FigureList
        figures={[
          figureOf(t('data.lastBackup'), lastBackup),
          figureOf(t('data.lastTest'), lastTest, t('data.lastTestHint')),
          { name: t('data.schedule'), value: scheduleText(schedule), note: t('data.kept') },
        ]}
      />
      <div className="row">
        <Button variant="primary" isPending={make.isPending} onPress={() => make.mutate()} icon={ShieldCheck}>
          {make.isPending ? t('data.backingUp') : t('data.backupNow')}
        </Button>
      </div>
      <BackupProgress />
      {make.error !== null && <LoadError error={make.error} />}
      {backups.length === 0 ? (
        <div className="empty">
          <p>{t('data.noBackupYet')}</p>
        </div>
      ) : (
        <BackupTable backups={backups} />
      )}
      {unreadable.map(({ file, problem }) => (
        <div key={file} className="notice" data-tone="critical">
          <Icon of={TriangleAlert} />
          <div className="text">
            <b className="break-words">{file}</b>
            <span className="small break-words">{t('data.damaged', { problem })}</span>
          </div>
        </div>
      ))}
      <Places directory={directory} targets={targets} />
    </>
  );
};
