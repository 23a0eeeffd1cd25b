import { client, send } from '../../../api/client.ts';
import { base64Of, photoCrops, widePhoto } from '../../../ui/pictures/pictures.ts';
import { BrandPicture } from './brand-picture.tsx';

const WORDS = {
  label: 'theme.photo',
  hint: 'theme.photoHint',
  now: 'theme.photoNow',
  small: 'theme.photoSmall',
  saved: 'theme.photoSaved',
  remove: 'theme.photoRemove',
  removed: 'theme.photoRemoved',
} as const;

const store = async (photo: Blob): Promise<unknown> => {
  const { wide, small } = await photoCrops(photo);
  const body = { image: await base64Of(wide), small: await base64Of(small) };
  return send(client.PUT('/manage/brand/photo', { body }));
};

/** The photo above the timetable that strangers see, cut for both screens. */
export const PhotoField = ({ photoUrl }: { photoUrl: string | null }) => (
  <BrandPicture
    url={photoUrl}
    words={WORDS}
    draw={widePhoto}
    store={store}
    remove={() => send(client.DELETE('/manage/brand/photo'))}
  />
);
