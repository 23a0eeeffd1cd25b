import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../../api/client.ts';
import { PageForm } from '../../../forms/page-form.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { useText } from '../../../texts.tsx';
import { say } from '../../../ui/toasts.tsx';
import { RecordHead } from '../record-head.tsx';
import { ChallengeFields } from './challenge-fields.tsx';
import { challengeFields } from './challenge-record.ts';
import { useChallengeChoices } from './words.ts';

/** A new challenge, which begins as a draft. */
export const NewChallengePage = () => {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useNewRecord(challengeFields, {
    keptAs: 'challenge',
    choices: useChallengeChoices(),
    create: (body, header) => send(client.POST('/manage/challenges', { params: { header }, body })),
    onCreated: ({ id: challengeId, title: name }) => {
      void queries.invalidateQueries({ queryKey: ['challenges'] });
      say(t('engagement.draftMade', { name }));
      void navigate({
        to: '/engagement/challenges/$challengeId/{-$tab}',
        params: { challengeId },
        ignoreBlocker: true,
      });
    },
  });
  return (
    <>
      <RecordHead list="/engagement" listName={t('engagement.challenges')} title={t('engagement.newChallenge')} />
      <p className="quiet engagement-lead">{t('engagement.newLead')}</p>
      <PageForm
        form={form}
        label={t('engagement.newChallenge')}
        className="engagement-form"
        act={t('engagement.makeDraft')}
      >
        <ChallengeFields form={form} />
      </PageForm>
    </>
  );
};
