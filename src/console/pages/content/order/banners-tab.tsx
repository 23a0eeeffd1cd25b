import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useNow } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { lookOf, PLACE_WORDS } from '../../../parts/content/banner-words.ts';
import { type Banner, bannersQuery } from '../../../parts/content/queries.ts';
import { Status } from '../../../ui/notices/status.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { BannerDialog } from './banner-dialog.tsx';
import { RecordList, RecordRow } from './record-list.tsx';
import { useRemove } from './use-remove.ts';

/** Notices in the app: where, when, and what they open. */
export const BannersTab = ({ isAdding, onAdded }: { isAdding: boolean; onAdded: () => void }) => {
  const t = useText();
  const now = useNow();
  const { dayTime } = useFormats();
  const query = useQuery(bannersQuery);
  const [open, setOpen] = useState<Banner>();
  const remove = useRemove((id) => send(client.DELETE('/manage/content/banners/{id}', { params: { path: { id } } })));
  const words = (banner: Banner): string => {
    const { state } = lookOf(banner, now);
    if (state === 'later' && banner.startsAt !== null)
      return t('content.shownLater', { time: dayTime(banner.startsAt) });
    return t(state === 'over' ? 'content.shownNoMore' : 'content.shownNow');
  };
  return (
    <>
      <RecordList label={t('content.banners')} query={query} empty={t('content.bannersEmpty')} refused={remove.error}>
        {(banners) =>
          banners.map((banner) => {
            const { icon, tone } = lookOf(banner, now);
            return (
              <RecordRow
                key={banner.id}
                name={banner.title}
                note={t(PLACE_WORDS[banner.placement])}
                status={
                  <Status icon={icon} tone={tone}>
                    {words(banner)}
                  </Status>
                }
                onOpen={() => setOpen(banner)}
              >
                <ConfirmButton
                  label={t('content.remove')}
                  variant="quiet"
                  outcome={t('content.removeBannerOutcome', { name: banner.title })}
                  confirm={t('content.removeOf', { name: banner.title })}
                  onConfirm={() => remove.mutate({ id: banner.id, name: banner.title })}
                />
              </RecordRow>
            );
          })
        }
      </RecordList>
      {(isAdding || open !== undefined) && (
        <BannerDialog
          key={open?.id ?? 'new'}
          banner={open ?? null}
          onClose={() => {
            setOpen(undefined);
            onAdded();
          }}
        />
      )}
    </>
  );
};
