import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { NewPictureField } from '../../../ui/pictures/new-picture-field.tsx';
import { PictureField } from '../../../ui/pictures/picture-field.tsx';
import { pictureUrl } from '../../../ui/pictures/picture-url.ts';
import { base64Of } from '../../../ui/pictures/pictures.ts';
import { usePicture } from '../../../ui/pictures/use-picture.ts';
import type { Award } from './queries.ts';

export const sendBadge = async (id: string, picture: Blob): Promise<Award> =>
  send(client.PUT('/manage/awards/{id}/badge', { params: { path: { id } }, body: { image: await base64Of(picture) } }));

/** The picture of an award that is there: dropped or chosen, it is used right away. */
export const BadgeField = ({ award: { id, badgeUrl } }: { award: Pick<Award, 'id' | 'badgeUrl'> }) => {
  const t = useText();
  const refresh = useRefresh();
  const picture = usePicture({
    store: (chosen) => sendBadge(id, chosen),
    remove: () => send(client.DELETE('/manage/awards/{id}/badge', { params: { path: { id } } })),
    onStored: () => refresh('award'),
    words: { saved: t('awards.badgeSaved'), removed: t('awards.badgeRemoved'), remove: t('awards.badgeRemove') },
    hasPicture: badgeUrl !== null,
  });
  const url = pictureUrl(badgeUrl);
  const isElsewhere = badgeUrl !== null && url === undefined;
  return (
    <PictureField
      {...picture}
      label={t('awards.badge')}
      hint={isElsewhere ? t('awards.badgeElsewhere', { address: badgeUrl }) : t('awards.badgeHint')}
      url={url}
      alt={t('awards.badgeNow')}
      small={t('awards.badgeSmall')}
    />
  );
};

interface NewBadgeProps {
  readonly picture: Blob | undefined;
  readonly onChoose: (picture: Blob | undefined) => void;
}

/** The picture of an award that is not made yet. It is stored with the award. */
export const NewBadgeField = (chosen: NewBadgeProps) => {
  const t = useText();
  return (
    <NewPictureField
      {...chosen}
      label={t('awards.badge')}
      hint={t('awards.newBadgeHint')}
      alt={t('awards.badgeNow')}
      small={t('awards.badgeSmall')}
      removeName={t('awards.badgeRemove')}
    />
  );
};
