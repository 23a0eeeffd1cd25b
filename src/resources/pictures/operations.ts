import type { Read, Tx } from '../../database/database.ts';
import { businessOperations } from '../../http/operations/declare.ts';
import { at } from '../../http/operations/example.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Random } from '../../kernel/random.ts';
import { requireNotErased } from '../../records/erased.ts';
import { updateClient } from '../clients/clients.ts';
import { type ClientRecord, findClient } from '../clients/queries.ts';
import { Client } from '../clients/record.ts';
import { MEMBER } from '../demo-ids.ts';
import { BRAND_PICTURE } from '../own-pictures.ts';
import type { Reactions } from '../reactions.ts';
import { changeSettings, findSettings } from '../settings/settings.ts';
import { Settings } from '../settings/shapes.ts';
import { type ProcessorInfo, settingsView } from '../settings/view.ts';
import { removePicture, storePicture } from './pictures.ts';
import { PIXEL, pictureFile, receivePicture } from './receive.ts';
import { PICTURE_SAID, SetPicture } from './shapes.ts';

export interface PictureDeps {
  readonly credentials: { readonly random: Random };
  readonly rootUrl: () => string;
  readonly reactions: Reactions;
  readonly processorInfo: () => ProcessorInfo;
}

/** The photos of clients (`/manage/clients/{id}/photo`). */
export const photoOperations = ({ credentials: { random }, rootUrl, reactions }: PictureDeps) => {
  const setPhotoUrl = (tx: Tx, caller: Caller, id: string, photoUrl: string | null) =>
    Client.view(updateClient(tx, caller, findClient(tx, caller, id), { photoUrl }, reactions));
  const on = { find: (read: Read, caller: Caller, id: string): ClientRecord => findClient(read, caller, id) };
  return businessOperations({ tag: 'Clients', audited: true, reads: 'getClient' }, 'manage', ({ flow, write }) => [
    flow(
      'PUT /manage/clients/:id/photo',
      'setClientPhoto',
      {
        summary: "Set a client's photo",
        description: `${PICTURE_SAID} \`photoUrl\` becomes its URL on this server.`,
        on,
        body: SetPicture,
        sets: 'photoUrl',
        file: pictureFile,
        response: Client.schema,
        staff: 'clients:write',
        example: { ...at(MEMBER), body: { image: PIXEL } },
      },
      async ({ caller, id, body, file }, conclude) => {
        const picture = await receivePicture(body, file);
        return conclude((tx) => {
          requireNotErased(tx, findClient(tx, caller, id).id, 'Set the photo of another client.');
          return setPhotoUrl(tx, caller, id, storePicture(tx, id, picture, { random, rootUrl }));
        });
      },
    ),
    write(
      'DELETE /manage/clients/:id/photo',
      'removeClientPhoto',
      {
        summary: "Remove a client's photo",
        description: '`photoUrl` becomes `null`, even if it pointed to another server.',
        on,
        response: Client.schema,
        staff: 'clients:write',
        example: at(MEMBER),
      },
      (tx, { caller, record: { id } }) => {
        removePicture(tx, id);
        return setPhotoUrl(tx, caller, id, null);
      },
    ),
  ]);
};

/** The logo of the brand (`/manage/brand/logo`). */
export const logoOperations = ({ credentials: { random }, rootUrl, reactions, processorInfo }: PictureDeps) => {
  const setLogoUrl = (tx: Tx, caller: Caller, logoUrl: string | null) =>
    settingsView(
      changeSettings(tx, caller, findSettings(tx, caller, {}), { brand: { logoUrl } }, reactions),
      processorInfo(),
    );
  return businessOperations({ tag: 'Settings', audited: true, reads: 'getSettings' }, 'manage', ({ flow, write }) => [
    flow(
      'PUT /manage/brand/logo',
      'setBrandLogo',
      {
        summary: "Set the brand's logo",
        description: `${PICTURE_SAID} \`brand.logoUrl\` in the settings becomes its URL on this server.`,
        body: SetPicture,
        sets: 'brand.logoUrl',
        file: pictureFile,
        response: Settings,
        staff: 'settings:write',
        sites: 'brand',
        example: { body: { image: PIXEL } },
      },
      async ({ caller, body, file }, conclude) => {
        const picture = await receivePicture(body, file);
        return conclude((tx) => setLogoUrl(tx, caller, storePicture(tx, BRAND_PICTURE, picture, { random, rootUrl })));
      },
    ),
    write(
      'DELETE /manage/brand/logo',
      'removeBrandLogo',
      {
        summary: "Remove the brand's logo",
        description: '`brand.logoUrl` in the settings becomes `null`.',
        response: Settings,
        staff: 'settings:write',
        sites: 'brand',
      },
      (tx, { caller }) => {
        removePicture(tx, BRAND_PICTURE);
        return setLogoUrl(tx, caller, null);
      },
    ),
  ]);
};
