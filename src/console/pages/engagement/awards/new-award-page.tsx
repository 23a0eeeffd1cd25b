import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../texts.tsx';
import { say } from '../../../ui/toasts.tsx';
import { NewRecord } from '../form/new-record.tsx';
import { RecordHead } from '../record-head.tsx';
import { AwardFields } from './award-fields.tsx';
import { NewBadgeField, sendBadge } from './badge-field.tsx';
import { EMPTY, newBodyOf, problemsOf } from './fields.ts';
import { useAwardWords } from './words.ts';

/** A new award, for who manages awards. */
export const NewAwardPage = () => {
  const t = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useKeyFor();
  const words = useAwardWords();
  const [badge, setBadge] = useState<Blob>();
  const onCreated = useCallback(
    (awardId: string, { name = '' }: Readonly<Record<string, string>>) => {
      void queries.invalidateQueries({ queryKey: ['awards'] });
      say(t('awards.made', { name }));
      void navigate({ to: '/engagement/awards/$awardId/{-$tab}', params: { awardId } });
    },
    [navigate, queries, t],
  );
  return (
    <>
      <RecordHead list="/engagement/awards" listName={t('engagement.awards')} title={t('awards.newAward')} />
      <p className="quiet engagement-lead">{t('awards.newLead')}</p>
      <NewRecord
        name="award"
        label={t('awards.newAward')}
        base={EMPTY}
        words={words}
        problemsOf={(draft) => problemsOf(draft, t)}
        create={async (draft) => {
          const body = newBodyOf(draft);
          const { id } = await send(client.POST('/manage/awards', { params: { header: keyFor(body) }, body }));
          // The award is made: a picture that is refused now can be chosen again on its page.
          if (badge !== undefined) await sendBadge(id, badge).catch(() => say(t('awards.badgeFailed')));
          return id;
        }}
        onCreated={onCreated}
        act={t('awards.make')}
      >
        {(form) => <AwardFields form={form} badge={<NewBadgeField picture={badge} onChoose={setBadge} />} />}
      </NewRecord>
    </>
  );
};
