import { useState } from 'react';
import { client, send } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useRefreshAll } from '../../live/refresh.ts';
import { NewPictureField } from '../../ui/pictures/new-picture-field.tsx';
import { PictureField } from '../../ui/pictures/picture-field.tsx';
import { pictureUrl } from '../../ui/pictures/picture-url.ts';
import { base64Of, classPicture } from '../../ui/pictures/pictures.ts';
import { usePicture } from '../../ui/pictures/use-picture.ts';

/** A class with a picture: a schedule with all its sessions, or one session. */
export interface Pictured {
  readonly kind: 'schedule' | 'session';
  readonly id: string;
  readonly imageUrl: string | null;
}

type Target = Pick<Pictured, 'kind' | 'id'>;

export const sendClassPicture = async ({ kind, id }: Target, picture: Blob): Promise<{ imageUrl: string | null }> => {
  const request = { params: { path: { id } }, body: { image: await base64Of(picture) } };
  return kind === 'schedule'
    ? send(client.PUT('/manage/schedules/{id}/image', request))
    : send(client.PUT('/manage/sessions/{id}/image', request));
};

const removeClassPicture = ({ kind, id }: Target): Promise<{ imageUrl: string | null }> => {
  const request = { params: { path: { id } } };
  return kind === 'schedule'
    ? send(client.DELETE('/manage/schedules/{id}/image', request))
    : send(client.DELETE('/manage/sessions/{id}/image', request));
};

/** The picture of a class that is there: dropped or chosen, it is used right away. */
export const ClassPictureField = ({ of }: { of: Pictured }) => {
  const t = useText();
  const refresh = useRefreshAll();
  // What holds the class may show it as it was when it was opened.
  const [imageUrl, setImageUrl] = useState(of.imageUrl);
  const picture = usePicture({
    store: (chosen) => sendClassPicture(of, chosen),
    remove: () => removeClassPicture(of),
    onStored: (now) => {
      setImageUrl(now.imageUrl);
      void refresh();
    },
    words: {
      saved: t('classPage.pictureSaved'),
      removed: t('classPage.pictureRemoved'),
      remove: t('classPage.pictureRemove'),
    },
    hasPicture: imageUrl !== null,
  });
  const url = pictureUrl(imageUrl);
  const hint = t(of.kind === 'schedule' ? 'classPage.pictureHint' : 'classPage.pictureHintOnce');
  const isElsewhere = imageUrl !== null && url === undefined;
  return (
    <PictureField
      {...picture}
      label={t('classPage.picture')}
      hint={isElsewhere ? t('classPage.pictureElsewhere', { address: imageUrl }) : hint}
      url={url}
      alt={t('classPage.pictureNow')}
      small={t('classPage.pictureSmall')}
      draw={classPicture}
    />
  );
};

interface NewClassPictureProps {
  readonly picture: Blob | undefined;
  readonly onChoose: (picture: Blob | undefined) => void;
}

/** The picture of a class that is not made yet. It is stored with the class. */
export const NewClassPictureField = (chosen: NewClassPictureProps) => {
  const t = useText();
  return (
    <NewPictureField
      {...chosen}
      label={t('classPage.picture')}
      hint={t('classPage.newPictureHint')}
      alt={t('classPage.pictureNow')}
      small={t('classPage.pictureSmall')}
      removeName={t('classPage.pictureRemove')}
      draw={classPicture}
    />
  );
};
