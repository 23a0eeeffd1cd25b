import { queryOptions, useQuery } from '@tanstack/react-query';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { ProgressBar } from './progress-bar.tsx';

const [WHILE_RUNNING_MS, ELSE_MS] = [700, 10_000];

/** The backup that runs now, also one that another page or person has begun; null without one. */
const runningBackupQuery = queryOptions({
  queryKey: ['running-backup'],
  queryFn: async () =>
    (await send(client.GET('/manage/jobs'))).jobs.find(({ kind, state }) => kind === 'backup' && state === 'running') ??
    null,
  refetchInterval: ({ state }) => (state.data === null ? ELSE_MS : WHILE_RUNNING_MS),
});

/** How far the backup is that runs now, in percent. */
export const BackupProgress = () => {
  const t = useText();
  const { data } = useQuery(runningBackupQuery);
  if (data === undefined || data === null || data.total === 0) return null;
  const percent = Math.floor((100 * data.done) / data.total);
  return (
    <div className="stack">
      <ProgressBar label={t('data.backingUp')} percent={percent} />
      <small className="quiet">{t('shell.workPercent', { percent })}</small>
    </div>
  );
};
