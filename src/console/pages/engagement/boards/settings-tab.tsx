import { useQueryClient } from '@tanstack/react-query';
import { client, sendTagged } from '../../../api/client.ts';
import { useEdit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { say } from '../../../ui/toasts.tsx';
import { EditRecord } from '../form/edit-record.tsx';
import { BoardFields } from './board-fields.tsx';
import { bodyOf, FIXED, fieldsOf, problemsOf } from './fields.ts';
import { boardQuery, type Version } from './queries.ts';
import { useBoardWords } from './words.ts';

/** What can be changed of a board; what it ranks by is text. */
export const SettingsTab = ({ version }: { version: Version }) => {
  const t = useText();
  const queries = useQueryClient();
  const words = useBoardWords();
  const { id, name } = version.data;
  const edit = useEdit<Version>({
    current: version,
    fieldsOf: ({ data }) => fieldsOf(data),
    changedAt: ({ data }) => data.updatedAt,
    read: () => queries.fetchQuery({ ...boardQuery(id), staleTime: 0 }),
    write: ({ etag }, changed) =>
      sendTagged(
        client.PATCH('/manage/leaderboards/{id}', {
          params: { path: { id }, ...(etag === null ? {} : { header: { 'If-Match': etag } }) },
          body: bodyOf(changed),
        }),
      ),
    onSaved: (saved) => {
      queries.setQueryData(boardQuery(id).queryKey, saved);
      void queries.invalidateQueries({ queryKey: ['boards'] });
      say(t('laterWords.saved'));
    },
  });
  return (
    <EditRecord label={name} edit={edit} words={words} problemsOf={(draft) => problemsOf(draft, t)} fixed={FIXED}>
      {(form) => <BoardFields form={form} />}
    </EditRecord>
  );
};
