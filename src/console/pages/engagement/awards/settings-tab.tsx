import { useQueryClient } from '@tanstack/react-query';
import { client, sendTagged } from '../../../api/client.ts';
import { useEdit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { say } from '../../../ui/toasts.tsx';
import { EditRecord } from '../form/edit-record.tsx';
import { AwardFields } from './award-fields.tsx';
import { BadgeField } from './badge-field.tsx';
import { bodyOf, fieldsOf, problemsOf } from './fields.ts';
import { awardQuery, type Version } from './queries.ts';
import { useAwardWords } from './words.ts';

/** Everything about an award, to change. */
export const SettingsTab = ({ version }: { version: Version }) => {
  const t = useText();
  const queries = useQueryClient();
  const words = useAwardWords();
  const { id, name } = version.data;
  const edit = useEdit<Version>({
    current: version,
    fieldsOf: ({ data }) => fieldsOf(data),
    changedAt: ({ data }) => data.updatedAt,
    read: () => queries.fetchQuery({ ...awardQuery(id), staleTime: 0 }),
    write: ({ data, etag }, changed) =>
      sendTagged(
        client.PATCH('/manage/awards/{id}', {
          params: { path: { id }, ...(etag === null ? {} : { header: { 'If-Match': etag } }) },
          body: bodyOf(changed, { ...fieldsOf(data), ...changed }),
        }),
      ),
    onSaved: (saved) => {
      queries.setQueryData(awardQuery(id).queryKey, saved);
      void queries.invalidateQueries({ queryKey: ['awards'] });
      say(t('laterWords.saved'));
    },
  });
  return (
    <EditRecord label={name} edit={edit} words={words} problemsOf={(draft) => problemsOf(draft, t)}>
      {(form) => <AwardFields form={form} badge={<BadgeField award={version.data} />} />}
    </EditRecord>
  );
};
