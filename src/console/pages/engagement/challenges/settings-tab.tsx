import { useQueryClient } from '@tanstack/react-query';
import { client, sendTagged } from '../../../api/client.ts';
import { useEdit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { say } from '../../../ui/toasts.tsx';
import { EditRecord } from '../form/edit-record.tsx';
import { ChallengeFields } from './challenge-fields.tsx';
import { bodyOf, FIXED, fieldsOf, problemsOf } from './fields.ts';
import { challengeQuery, type Version } from './queries.ts';
import { useChallengeWords } from './words.ts';

/** Everything about a challenge, to change; what members rely on is text once it is published. */
export const SettingsTab = ({ version }: { version: Version }) => {
  const t = useText();
  const queries = useQueryClient();
  const { id, timezone, status, title } = version.data;
  const words = useChallengeWords(timezone);
  const edit = useEdit<Version>({
    current: version,
    fieldsOf: ({ data }) => fieldsOf(data),
    changedAt: ({ data }) => data.updatedAt,
    read: () => queries.fetchQuery({ ...challengeQuery(id), staleTime: 0 }),
    write: ({ etag }, changed) =>
      sendTagged(
        client.PATCH('/manage/challenges/{id}', {
          params: { path: { id }, ...(etag === null ? {} : { header: { 'If-Match': etag } }) },
          body: bodyOf(changed),
        }),
      ),
    onSaved: (saved) => {
      queries.setQueryData(challengeQuery(id).queryKey, saved);
      void queries.invalidateQueries({ queryKey: ['challenges'] });
      void queries.invalidateQueries({ queryKey: ['challenge', id] });
      say(t('laterWords.saved'));
    },
  });
  return (
    <EditRecord
      label={title}
      edit={edit}
      words={words}
      problemsOf={(draft) => problemsOf(draft, t)}
      fixed={status === 'draft' ? [] : FIXED}
    >
      {(form) => <ChallengeFields form={form} zone={timezone} challengeId={id} />}
    </EditRecord>
  );
};
