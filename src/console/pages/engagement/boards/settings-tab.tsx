import { client, sendTagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { PageForm } from '../../../forms/page-form.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { boardFields } from '../../../parts/engagement/board-record.ts';
import { BoardFields } from './board-fields.tsx';
import { boardQuery, type Version } from './queries.ts';
import { useBoardChoices } from './words.ts';

/** What can be changed of a board; what it ranks by is text. */
export const SettingsTab = ({ version }: { version: Version }) => {
  const t = useText();
  const { list } = useFormats();
  const { id, name } = version.data;
  const form = useEditedRecord(boardFields, {
    kind: 'leaderboard',
    version,
    query: boardQuery(id),
    choices: useBoardChoices(),
    shown: {
      startDate: (held) => (held === '1970-01-01' ? t('boards.always') : undefined),
      divisions: (held) => (held === '' ? undefined : list(String(held).split('\n'))),
      isOptInRequired: (held) => t(held === true ? 'boards.optInYes' : 'boards.optInNo'),
    },
    write: (body, header) =>
      sendTagged(client.PATCH('/manage/leaderboards/{id}', { params: { path: { id }, ...header }, body })),
  });
  return (
    <PageForm form={form} label={name} className="engagement-form">
      <BoardFields form={form} />
    </PageForm>
  );
};
