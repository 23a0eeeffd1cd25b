import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { client, sendTagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { instantOf } from '../../../formats/moment-text.ts';
import { PageForm } from '../../../forms/page-form.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { challengeQuery, type Version } from '../../../parts/engagement/challenge-queries.ts';
import { challengeFields } from '../../../parts/engagement/challenge-record.ts';
import { Button } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/notices/status.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { ArticlesTab } from '../parts/articles-tab.tsx';
import { AssessmentsTab } from '../parts/assessments-tab.tsx';
import { GoalsTab } from '../parts/goals-tab.tsx';
import { RecordHead } from '../record-head.tsx';
import { Loaded, RecordTabs } from '../record-tabs.tsx';
import { useDays, useUntil } from '../use-days.ts';
import { ArchiveChallenge } from './archive-challenge.tsx';
import { ChallengeFields } from './challenge-fields.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { PublishChallenge } from './publish-challenge.tsx';
import { STATES, useChallengeChoices, useSiteWords } from './words.ts';

/** Everything about a challenge, to change; what members rely on is text once it is published. */
const SettingsTab = ({ version }: { version: Version }) => {
  const { id, timezone, status, title } = version.data;
  const until = useUntil(timezone);
  const form = useEditedRecord(challengeFields, {
    kind: 'challenge',
    version,
    query: challengeQuery(id),
    timezone,
    choices: useChallengeChoices(id),
    shown: {
      enrollmentClosesAt: (held) => {
        const instant = instantOf(String(held), timezone);
        return instant === null ? undefined : until(instant);
      },
    },
    write: (body, header) =>
      sendTagged(client.PATCH('/manage/challenges/{id}', { params: { path: { id }, ...header }, body })),
  });
  return (
    <PageForm form={form} label={title} className="engagement-form">
      <ChallengeFields form={form} isPublished={status !== 'draft'} />
    </PageForm>
  );
};

const route = getRouteApi('/signed-in/engagement/challenges/$challengeId/{-$tab}');

const Page = ({ version }: { version: Version }) => {
  const t = useText();
  const { tab } = route.useParams();
  const navigate = route.useNavigate();
  const days = useDays();
  const sitesOf = useSiteWords();
  const [open, setOpen] = useState<'publish' | 'archive'>();
  const { data: challenge } = version;
  const { id, title, status, startDate, endDate, siteIds } = challenge;
  const state = STATES[status];
  const isArchived = status === 'archived';
  usePageTitle(title);
  const go = (to: string | undefined): void => void navigate({ params: { challengeId: id, tab: to }, replace: true });
  return (
    <>
      <RecordHead
        list="/engagement"
        listName={t('engagement.challenges')}
        title={title}
        note={
          <>
            <Pill icon={state.icon} tone={state.tone}>
              {t(state.label)}
            </Pill>
            <span className="quiet small dot-list">
              <span>{days(startDate, endDate)}</span>
              <span>{sitesOf(siteIds)}</span>
            </span>
          </>
        }
        actions={
          isArchived ? undefined : (
            <>
              {status === 'draft' && (
                <Button variant="primary" onPress={() => setOpen('publish')} icon={Send}>
                  {t('engagement.publish')}
                </Button>
              )}
              <Button onPress={() => setOpen('archive')}>{t('engagement.archive')}</Button>
            </>
          )
        }
      />
      <RecordTabs
        label={t('engagement.challenge')}
        selected={tab}
        onSelect={go}
        tabs={[
          {
            id: 'overview',
            name: t('engagement.overview'),
            show: () => <OverviewTab challenge={challenge} onTab={go} onPublish={() => setOpen('publish')} />,
          },
          { id: 'goals', name: t('engagement.goals'), show: () => <GoalsTab challenge={challenge} /> },
          {
            id: 'assessments',
            name: t('engagement.assessments'),
            show: () => <AssessmentsTab challenge={challenge} />,
          },
          { id: 'articles', name: t('engagement.articles'), show: () => <ArticlesTab challenge={challenge} /> },
          { id: 'people', name: t('engagement.people'), show: () => <PeopleTab challenge={challenge} /> },
          ...(isArchived
            ? []
            : [{ id: 'settings', name: t('engagement.settings'), show: () => <SettingsTab version={version} /> }]),
        ]}
      />
      {open === 'publish' && <PublishChallenge challenge={challenge} onClose={() => setOpen(undefined)} />}
      {open === 'archive' && <ArchiveChallenge version={version} onClose={() => setOpen(undefined)} />}
    </>
  );
};

/** The page of a challenge, for anyone who manages challenges. */
export const ChallengePage = () => {
  const { challengeId } = route.useParams();
  const query = useQuery(challengeQuery(challengeId));
  return <Loaded query={query}>{(version) => <Page key={challengeId} version={version} />}</Loaded>;
};
