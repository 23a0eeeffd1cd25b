import { client as api, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { PhotoForm } from '../../../parts/photo/photo-form.tsx';
import type { Person } from '../queries.ts';
import { nameOf } from '../words.ts';

/** The photo of a staff member, which members see at classes. */
export const StaffPhoto = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  const { id, firstName: name, photoUrl } = person;
  const params = { path: { id } };
  return (
    <PhotoForm
      {...{ name, photoUrl, onClose }}
      fullName={nameOf(person)}
      text={t('staff.photoText', { name })}
      save={(image) => send(api.PUT('/manage/staff/{id}/photo', { params, body: { image } }))}
      remove={() => send(api.DELETE('/manage/staff/{id}/photo', { params }))}
      onDone={() => void refresh('staff')}
    />
  );
};
