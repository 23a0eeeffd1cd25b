import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../texts.tsx';
import { say } from '../../../ui/toasts.tsx';
import { NewRecord } from '../form/new-record.tsx';
import { RecordHead } from '../record-head.tsx';
import { BoardFields } from './board-fields.tsx';
import { EMPTY, newBodyOf, problemsOf } from './fields.ts';
import { useBoardWords } from './words.ts';

/** A new board, for who manages challenges. */
export const NewBoardPage = () => {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useKeyFor();
  const words = useBoardWords();
  const onCreated = useCallback(
    (boardId: string, { name = '' }: Readonly<Record<string, string>>) => {
      void queries.invalidateQueries({ queryKey: ['boards'] });
      say(t('boards.made', { name }));
      void navigate({ to: '/engagement/boards/$boardId/{-$tab}', params: { boardId } });
    },
    [navigate, queries, t],
  );
  return (
    <>
      <RecordHead list="/engagement/boards" listName={t('engagement.boards')} title={t('boards.newBoard')} />
      <p className="quiet engagement-lead">{t('boards.newLead')}</p>
      <NewRecord
        name="board"
        label={t('boards.newBoard')}
        base={EMPTY}
        words={words}
        problemsOf={(draft) => problemsOf(draft, t)}
        create={async (draft) => {
          const body = newBodyOf(draft);
          return (await send(client.POST('/manage/leaderboards', { params: { header: keyFor(body) }, body }))).id;
        }}
        onCreated={onCreated}
        act={t('boards.make')}
      >
        {(form) => <BoardFields form={form} />}
      </NewRecord>
    </>
  );
};
