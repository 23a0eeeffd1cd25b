import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { say } from '../../../ui/toasts.tsx';
import { NewRecord } from '../form/new-record.tsx';
import { RecordHead } from '../record-head.tsx';
import { ChallengeFields } from './challenge-fields.tsx';
import { EMPTY, newBodyOf, problemsOf } from './fields.ts';
import { useChallengeWords } from './words.ts';

/** A new challenge, which begins as a draft. */
export const NewChallengePage = () => {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useKeyFor();
  const { studio } = useMe();
  const [base] = useState(EMPTY);
  const words = useChallengeWords(studio.timezone);
  const onCreated = useCallback(
    (challengeId: string, { title = '' }: Readonly<Record<string, string>>) => {
      void queries.invalidateQueries({ queryKey: ['challenges'] });
      say(t('engagement.draftMade', { name: title }));
      void navigate({ to: '/engagement/challenges/$challengeId/{-$tab}', params: { challengeId } });
    },
    [navigate, queries, t],
  );
  return (
    <>
      <RecordHead list="/engagement" listName={t('engagement.challenges')} title={t('engagement.newChallenge')} />
      <p className="quiet engagement-lead">{t('engagement.newLead')}</p>
      <NewRecord
        name="challenge"
        label={t('engagement.newChallenge')}
        base={base}
        words={words}
        problemsOf={(draft) => problemsOf(draft, t)}
        create={async (draft) => {
          const body = newBodyOf(draft);
          return (await send(client.POST('/manage/challenges', { params: { header: keyFor(body) }, body }))).id;
        }}
        onCreated={onCreated}
        act={t('engagement.makeDraft')}
      >
        {(form) => <ChallengeFields form={form} zone={studio.timezone} />}
      </NewRecord>
    </>
  );
};
