import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import type { Version } from '../../../parts/engagement/challenge-queries.ts';
import { say } from '../../../ui/overlays/toasts.tsx';
import { ArchiveDialog } from '../archive-dialog.tsx';

/** Asks before a challenge is archived. */
export const ArchiveChallenge = ({ version, onClose }: { version: Version; onClose: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  const { id, title, participantCount, status } = version.data;
  const outcome =
    status === 'draft' ? t('engagement.archiveDraftText') : t('engagement.archiveText', { count: participantCount });
  return (
    <ArchiveDialog
      title={t('engagement.archiveTitle', { name: title })}
      outcome={outcome}
      act={t('engagement.archiveAct')}
      archive={() =>
        send(
          client.DELETE('/manage/challenges/{id}', {
            params: { path: { id }, ...(version.etag === null ? {} : { header: { 'If-Match': version.etag } }) },
          }),
        )
      }
      onArchived={() => {
        void refresh('challenge');
        say(t('engagement.archived', { name: title }));
      }}
      onClose={onClose}
    />
  );
};
