import { client as api, send } from '../../../api/client.ts';
import { PhotoForm } from '../../../photo/photo-form.tsx';
import { useText } from '../../../texts.tsx';
import type { Client } from '../queries.ts';
import { useRefreshClient } from '../use-change.ts';

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
