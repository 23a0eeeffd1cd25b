import { useMutation } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useConfirmedPassword } from '../../../forms/password/confirm-password.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { Button } from '../../../ui/button.tsx';
import { sizeText } from '../../../ui/bytes.ts';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { LeadCell } from '../../../ui/tables/paged-table.tsx';
import type { Backup } from '../queries.ts';
import { waitForJob } from '../wait-for-job.ts';
import { RestoreDialog } from './restore-dialog.tsx';

/** Why a backup cannot be restored here, and what to do instead. */
const CannotRestore = ({
  why: { code, command },
  onClose,
}: {
  why: NonNullable<Backup['cannotRestore']>;
  onClose: () => void;
}) => {
  const t = useText();
  return (
    <Dialog title={t('data.cannotRestore')} onClose={onClose}>
      <p>{t(`data.cannotRestore_${code}`)}</p>
      {command !== null && <CopyLine value={command} label={t('data.restoreCommand')} />}
      <div className="row">
        <Button variant="primary" onPress={onClose}>
          {t('words.close')}
        </Button>
      </div>
    </Dialog>
  );
};

interface ActsProps {
  readonly backup: Backup;
  readonly isVerifying: boolean;
  readonly onVerify: () => void;
}

/** What can be done with a backup. */
const Actions = ({ backup, isVerifying, onVerify }: ActsProps) => {
  const t = useText();
  const { dayTime } = useFormats();
  const afterPassword = useConfirmedPassword();
  const [isRestoring, setRestoring] = useState(false);
  const { file, createdAt, cannotRestore } = backup;
  const act = (key: string): void => {
    if (key === 'verify') onVerify();
    else if (key === 'restore') setRestoring(true);
    else {
      afterPassword(t('data.download'), () => location.assign(`/manage/backups/${encodeURIComponent(file)}/content`));
    }
  };
  const close = (): void => setRestoring(false);
  return (
    <>
      <MenuTrigger>
        <Button
          variant="quiet"
          size="small"
          iconOnly
          aria-label={t('data.actsOf', { date: dayTime(createdAt) })}
          isPending={isVerifying}
          icon={Ellipsis}
        />
        <Popover className="popover">
          <Menu className="menu" onAction={(key) => act(String(key))}>
            <MenuItem id="verify">{t('data.verify')}</MenuItem>
            <MenuItem id="download">{t('data.download')}</MenuItem>
            <MenuItem id="restore">{t('data.restore')}</MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      {isRestoring && cannotRestore === null && <RestoreDialog backup={backup} onClose={close} />}
      {isRestoring && cannotRestore !== null && <CannotRestore why={cannotRestore} onClose={close} />}
    </>
  );
};

/** Verifies backups, each for itself: whether one is being verified, and why the last try failed. */
const useVerify = () => {
  const t = useText();
  const refresh = useRefresh();
  const { dayTime } = useFormats();
  const [states, setStates] = useState<Readonly<Record<string, 'running' | Error>>>({});
  const { mutate } = useMutation({
    mutationFn: async ({ file }: Backup) => {
      const params = { path: { file }, header: idempotencyKey() };
      const { id } = await send(client.POST('/manage/backups/{file}/verify', { params }));
      await waitForJob(id);
    },
    onMutate: ({ file }) => setStates((now) => ({ ...now, [file]: 'running' })),
    onSuccess: (_, { createdAt }) => say(t('data.verified', { date: dayTime(createdAt) })),
    onSettled: (_, error, { file }) => {
      setStates(({ [file]: _ended, ...now }) => (error === null ? now : { ...now, [file]: error }));
      return refresh('backup');
    },
  });
  return { stateOf: ({ file }: Backup) => states[file], verify: mutate };
};

/** The backups, each with what can be done with it. */
export const BackupTable = ({ backups }: { backups: readonly Backup[] }) => {
  const t = useText();
  const { dayTime, number, locale } = useFormats();
  const { stateOf, verify } = useVerify();
  return (
    <div className="card">
      <div className="table-region">
        <DataTable
          caption={t('data.backups')}
          rows={backups}
          keyOf={({ file }) => file}
          columns={[
            {
              id: 'made',
              name: t('data.made'),
              part: 'lead',
              cell: (backup) => (
                <LeadCell
                  name={<b className="strong">{dayTime(backup.createdAt)}</b>}
                  note={
                    stateOf(backup) === 'running' ? t('data.verifying') : t('data.ofOther', { release: backup.release })
                  }
                />
              ),
            },
            {
              id: 'size',
              name: t('data.size'),
              cell: (backup) => {
                const failed = stateOf(backup);
                return (
                  <>
                    {sizeText(backup.bytes, locale)}
                    {failed instanceof Error && <LoadError error={failed} />}
                  </>
                );
              },
            },
            {
              id: 'entries',
              name: t('data.entries'),
              priority: 3,
              isNumber: true,
              isQuiet: false,
              cell: ({ rows }) => number(rows),
            },
            {
              id: 'actions',
              name: t('common.actions'),
              part: 'act',
              isUnnamed: true,
              className: 'num',
              cell: (backup) => (
                <Actions backup={backup} isVerifying={stateOf(backup) === 'running'} onVerify={() => verify(backup)} />
              ),
            },
          ]}
        />
      </div>
    </div>
  );
};
