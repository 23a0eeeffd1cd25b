import { useNavigate } from '@tanstack/react-router';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { PageForm } from '../../../forms/page-form.tsx';
import { useNewRecord } from '../../../forms/use-record-form.tsx';
import { challengeFields } from '../../../parts/engagement/challenge-record.ts';
import { useMe } from '../../../session/session.ts';
import { say } from '../../../ui/overlays/toasts.tsx';
import { RecordHead } from '../record-head.tsx';
import { ChallengeFields } from './challenge-fields.tsx';
import { useChallengeChoices } from './words.ts';

/** A new challenge, which begins as a draft. */
export const NewChallengePage = () => {
  const t = useText();
  const navigate = useNavigate();
  const { sites, studio } = useMe();
  /** The zone of the first location, else of the default location. The challenge gets it, so that its times are read by its own clock. */
  const timezoneOf = ({ siteIds: [first = studio.defaultSiteId] }: { siteIds: readonly string[] }): string =>
    sites.find(({ id }) => id === first)?.timezone ?? studio.timezone;
  const form = useNewRecord(challengeFields, {
    kind: 'challenge',
    keptAs: 'challenge',
    choices: useChallengeChoices(),
    timezoneOf,
    create: ({ siteIds = [], ...more }, header) => {
      const body = { ...more, siteIds, timezone: timezoneOf({ siteIds }) };
      return send(client.POST('/manage/challenges', { params: { header }, body }));
    },
    onCreated: ({ id: challengeId, title: name }) => {
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
