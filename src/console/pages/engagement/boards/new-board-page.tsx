import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { PageForm } from '../../../forms/page-form.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { boardFields } from '../../../parts/engagement/board-record.ts';
import { say } from '../../../ui/overlays/toasts.tsx';
import { RecordHead } from '../record-head.tsx';
import { BoardFields } from './board-fields.tsx';
import { useBoardChoices } from './words.ts';

/** A new board, for anyone who manages challenges. */
export const NewBoardPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const form = useNewRecord(boardFields, {
    kind: 'leaderboard',
    keptAs: 'board',
    choices: useBoardChoices(({ status }) => status !== 'draft'),
    create: (body, header) => send(client.POST('/manage/leaderboards', { params: { header }, body })),
    onCreated: ({ id: boardId, name }) => {
      say(t('boards.made', { name }));
      void navigate({ to: '/engagement/boards/$boardId/{-$tab}', params: { boardId }, ignoreBlocker: true });
    },
  });
  return (
    <>
      <RecordHead list="/engagement/boards" listName={t('engagement.boards')} title={t('boards.newBoard')} />
      <p className="quiet engagement-lead">{t('boards.newLead')}</p>
      <PageForm form={form} label={t('boards.newBoard')} className="engagement-form" act={t('boards.make')}>
        <BoardFields form={form} />
      </PageForm>
    </>
  );
};
