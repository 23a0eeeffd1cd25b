import { useMutation } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import { useFormats } from '../../../formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { useConfirmedPassword } from '../../../shell/confirm-password.tsx';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { sizeText } from '../../../ui/bytes.ts';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LeadCell } from '../../../ui/paged-table.tsx';
import { say } from '../../../ui/toasts.tsx';
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

const Row = ({ backup }: { backup: Backup }) => {
  const t = useText();
  const refresh = useRefresh();
  const { dayTime, number, locale } = useFormats();
  const afterPassword = useConfirmedPassword();
  const [isRestoring, setRestoring] = useState(false);
  const { file, createdAt, bytes, rows, release, cannotRestore } = backup;
  const date = dayTime(createdAt);
  const verify = useMutation({
    mutationFn: async () => {
      const params = { path: { file }, header: idempotencyKey() };
      const { id } = await send(client.POST('/manage/backups/{file}/verify', { params }));
      await waitForJob(id);
    },
    onSuccess: () => say(t('data.verified', { date })),
    onSettled: () => refresh('backup'),
  });
  const act = (key: string): void => {
    if (key === 'verify') verify.mutate();
    else if (key === 'restore') setRestoring(true);
    else {
      afterPassword(t('data.download'), () => location.assign(`/manage/backups/${encodeURIComponent(file)}/content`));
    }
  };
  return (
    <tr>
      <td data-cell="lead">
        <LeadCell
          name={<b className="strong">{date}</b>}
          note={verify.isPending ? t('data.verifying') : t('data.ofOther', { release })}
        />
      </td>
      <td data-priority="2">
        {sizeText(bytes, locale)}
        {verify.error !== null && <Failure error={verify.error} />}
      </td>
      <td data-priority="3" className="num">
        {number(rows)}
      </td>
      <td data-cell="act" className="num">
        <MenuTrigger>
          <Button
            variant="quiet"
            size="small"
            iconOnly
            aria-label={t('data.actsOf', { date })}
            isPending={verify.isPending}
          >
            <Icon of={Ellipsis} />
          </Button>
          <Popover className="popover">
            <Menu className="menu" onAction={(key) => act(String(key))}>
              <MenuItem id="verify">{t('data.verify')}</MenuItem>
              <MenuItem id="download">{t('data.download')}</MenuItem>
              <MenuItem id="restore">{t('data.restore')}</MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
        {isRestoring &&
          (cannotRestore === null ? (
            <RestoreDialog backup={backup} onClose={() => setRestoring(false)} />
          ) : (
            <CannotRestore why={cannotRestore} onClose={() => setRestoring(false)} />
          ))}
      </td>
    </tr>
  );
};

/** The backups, each with what can be done with it. */
export const BackupTable = ({ backups }: { backups: readonly Backup[] }) => {
  const t = useText();
  return (
    <div className="card">
      <div className="table-region">
        <table className="data" data-cards="">
          <caption className="visually-hidden">{t('data.backups')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('data.made')}</th>
              <th scope="col">{t('data.size')}</th>
              <th scope="col" data-priority="3" className="num">
                {t('data.entries')}
              </th>
              <th scope="col">
                <span className="visually-hidden">{t('laterWords.acts')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {backups.map((backup) => (
              <Row key={backup.file} backup={backup} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
};
