import { client as api, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import type { Client } from '../../../parts/client/queries.ts';
import { useRefreshClient } from '../../../parts/client/use-change.ts';
import { PhotoForm } from '../../../parts/photo/photo-form.tsx';

/** The photo of a client. */
export const PhotoDialog = ({ client, onClose }: { client: Client; onClose: () => void }) => {
  const t = useText();
  const { id, firstName: name, fullName, photoUrl } = client;
  const refresh = useRefreshClient();
  const params = { path: { id } };
  return (
    <PhotoForm
      {...{ name, fullName, photoUrl, onClose }}
      text={t('client.photoText')}
      save={(image) => send(api.PUT('/manage/clients/{id}/photo', { params, body: { image } }))}
      remove={() => send(api.DELETE('/manage/clients/{id}/photo', { params }))}
      onDone={() => void refresh()}
    />
  );
};
