import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { PageForm } from '../../../forms/page-form.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { awardFields } from '../../../parts/engagement/award-record.ts';
import { say } from '../../../ui/overlays/toasts.tsx';
import { RecordHead } from '../record-head.tsx';
import { AwardFields } from './award-fields.tsx';
import { NewBadgeField, sendBadge } from './badge-field.tsx';
import { useRuleChoices } from './words.ts';

/** A new award, for anyone who manages awards. */
export const NewAwardPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const [badge, setBadge] = useState<Blob>();
  const form = useNewRecord(awardFields, {
    kind: 'award',
    keptAs: 'award',
    choices: useRuleChoices(),
    create: async (body, header) => {
      const award = await send(client.POST('/manage/awards', { params: { header }, body }));
      // The award is made: a picture that is refused now can be chosen again on its page.
      if (badge !== undefined) await sendBadge(award.id, badge).catch(() => say(t('awards.badgeFailed')));
      return award;
    },
    onCreated: ({ id: awardId, name }) => {
      say(t('awards.made', { name }));
      void navigate({ to: '/engagement/awards/$awardId/{-$tab}', params: { awardId }, ignoreBlocker: true });
    },
  });
  return (
    <>
      <RecordHead list="/engagement/awards" listName={t('engagement.awards')} title={t('awards.newAward')} />
      <p className="quiet engagement-lead">{t('awards.newLead')}</p>
      <PageForm form={form} label={t('awards.newAward')} className="engagement-form" act={t('awards.make')}>
        <AwardFields form={form} badge={<NewBadgeField picture={badge} onChoose={setBadge} />} />
      </PageForm>
    </>
  );
};
