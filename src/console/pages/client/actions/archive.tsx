import { useMutation, useQuery } from '@tanstack/react-query';
import { client, send } from '../../../api/client.ts';
import { isNotStarted } from '../../../api/is-not-started.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../base/texts.tsx';
import { PREVIEW } from '../../../live/refresh.ts';
import type { Version } from '../../../parts/client/queries.ts';
import { useRefreshClient } from '../../../parts/client/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';

/** Asks before a client is archived, with what that cancels. */
export const ArchiveClient = ({ version, onClose }: { version: Version; onClose: () => void }) => {
  const t = useText();
  const { id, fullName: name } = version.data;
  const refresh = useRefreshClient();
  const archive = useMutation({
    mutationFn: () =>
      send(
        client.DELETE('/v2/clients/{id}', {
          params: { path: { id }, ...(version.etag === null ? {} : { header: { 'If-Match': version.etag } }) },
        }),
      ),
    onSuccess: () => {
      say(t('client.archived', { name }));
      void refresh();
      onClose();
    },
    onError: refresh,
  });
  const { data: preview } = useQuery({
    queryKey: ['client', id, 'archive-preview'],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(
        client.POST('/manage/clients/bulk', {
          params: { query: { dry_run: true } },
          body: { clientIds: [id], act: 'archive' },
        }),
      )) as Schemas['ClientChangePreview'],
    enabled: isNotStarted(archive),
    staleTime: 0,
    gcTime: 0,
  });
  const count = preview?.bookingsCancelled ?? undefined;
  return (
    <Dialog title={t('client.archiveTitle', { name })} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        <p>{t('client.archiveText')}</p>
        <p className="quiet" aria-live="polite">
          {count === undefined ? '…' : t('client.archiveBookings', { count })}
        </p>
        <ActionError error={archive.error} />
        <div className="row">
          <Button variant="danger" autoFocus isPending={archive.isPending} onPress={() => archive.mutate()}>
            {t('client.archiveAct', { name })}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
