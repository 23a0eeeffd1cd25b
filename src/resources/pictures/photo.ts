import type { Tx } from '../../database/database.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import type { Caller } from '../../kernel/caller.ts';
import { BRAND_PHOTOS } from '../own-pictures.ts';
import { changeSettings, findSettings } from '../settings/settings.ts';
import { Settings } from '../settings/shapes.ts';
import { settingsView } from '../settings/view.ts';
import type { PictureDeps } from './operations.ts';
import { removePicture, storePicture } from './pictures.ts';
import { PIXEL, pictureIn } from './receive.ts';
import { SetBrandPhoto } from './shapes.ts';

interface PhotoUrls {
  readonly photoUrl: string | null;
  readonly photoSmallUrl: string | null;
}

/** The photo above the timetable (`/manage/brand/photo`). */
export const brandPhotoOperations = ({ credentials: { random }, rootUrl, reactions, processorInfo }: PictureDeps) => {
  const setUrls = (tx: Tx, caller: Caller, brand: PhotoUrls) =>
    settingsView(changeSettings(tx, caller, findSettings(tx, caller, {}), { brand }, reactions), processorInfo());
  const removeBoth = (tx: Tx): void => {
    removePicture(tx, BRAND_PHOTOS.wide);
    removePicture(tx, BRAND_PHOTOS.small);
  };
  const common = { response: Settings, staff: 'settings:write', sites: 'brand' } as const;
  return businessOperations({ tag: 'Settings', audited: true, reads: 'getSettings' }, 'manage', ({ write }) => [
    write(
      'PUT /manage/brand/photo',
      'setBrandPhoto',
      {
        summary: 'Set the photo above the schedule',
        description:
          'Send two crops, each a JPEG, PNG, or WebP of up to 1 MiB and 4,096 pixels per side; the page shows them ' +
          'as they are. `brand.photoUrl` and `brand.photoSmallUrl` in the settings become their URLs on this ' +
          'server.',
        body: SetBrandPhoto,
        sets: 'brand.photoUrl',
        example: { body: { image: PIXEL } },
        ...common,
      },
      (tx, { caller, body: { image, small } }) => {
        const pictures = [
          pictureIn(image, 'image'),
          small === undefined ? undefined : pictureIn(small, 'small'),
        ] as const;
        removeBoth(tx);
        const [wide, narrow] = pictures;
        return setUrls(tx, caller, {
          photoUrl: storePicture(tx, BRAND_PHOTOS.wide, wide, { random, rootUrl }),
          photoSmallUrl:
            narrow === undefined ? null : storePicture(tx, BRAND_PHOTOS.small, narrow, { random, rootUrl }),
        });
      },
    ),
    write(
      'DELETE /manage/brand/photo',
      'removeBrandPhoto',
      {
        summary: 'Remove the photo above the schedule',
        description: '`brand.photoUrl` and `brand.photoSmallUrl` in the settings become `null`.',
        ...common,
      },
      (tx, { caller }) => {
        removeBoth(tx);
        return setUrls(tx, caller, { photoUrl: null, photoSmallUrl: null });
      },
    ),
  ]);
};
