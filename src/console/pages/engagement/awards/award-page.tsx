import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { client, send, sendTagged } from '../../../api/client.ts';
import { present } from '../../../base/present.ts';
import { useText } from '../../../base/texts.tsx';
import { PageForm } from '../../../forms/page-form.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { awardFields, TIER_WORDS } from '../../../parts/engagement/award-record.ts';
import { Button } from '../../../ui/button.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { ArchiveDialog } from '../archive-dialog.tsx';
import { RecordHead } from '../record-head.tsx';
import { Loaded, RecordTabs } from '../record-tabs.tsx';
import { AwardFields } from './award-fields.tsx';
import { Marks } from './awards-page.tsx';
import { BadgeField } from './badge-field.tsx';
import { PeopleTab } from './people-tab.tsx';
import { awardQuery, type Version } from './queries.ts';
import { useRuleChoices, useRuleWords } from './words.ts';

/** Everything about an award, to change. */
const SettingsTab = ({ version }: { version: Version }) => {
  const { id, name, trigger } = version.data;
  const form = useEditedRecord(awardFields, {
    kind: 'award',
    version,
    query: awardQuery(id),
    choices: useRuleChoices(),
    write: (body, header) =>
      sendTagged(client.PATCH('/manage/awards/{id}', { params: { path: { id }, ...header }, body })),
  });
  return (
    <PageForm form={form} label={name} className="engagement-form">
      <AwardFields form={form} badge={<BadgeField award={version.data} />} before={trigger} />
    </PageForm>
  );
};

const route = getRouteApi('/signed-in/engagement/awards/$awardId/{-$tab}');

const Page = ({ version }: { version: Version }) => {
  const t = useText();
  const refresh = useRefresh();
  const { tab } = route.useParams();
  const navigate = route.useNavigate();
  const ruleOf = useRuleWords();
  const [isArchiving, setArchiving] = useState(false);
  const { data: award, etag } = version;
  const { id, name, tier, archivedAt } = award;
  usePageTitle(name);
  return (
    <>
      <RecordHead
        list="/engagement/awards"
        listName={t('engagement.awards')}
        title={name}
        note={
          <>
            <span className="quiet small dot-list">
              <span>{ruleOf(award)}</span>
              {tier !== null && <span>{t(TIER_WORDS[tier])}</span>}
            </span>
            <Marks award={award} />
          </>
        }
        actions={
          archivedAt === null ? (
            <Button onPress={() => setArchiving(true)}>{t('engagement.archive')}</Button>
          ) : undefined
        }
      />
      <RecordTabs
        label={t('awards.award')}
        selected={tab}
        onSelect={(to) => void navigate({ params: { awardId: id, tab: to }, replace: true })}
        tabs={present([
          { id: 'people', name: t('awards.whoHas'), show: () => <PeopleTab award={award} /> },
          archivedAt === null && {
            id: 'settings',
            name: t('engagement.settings'),
            show: () => <SettingsTab version={version} />,
          },
        ])}
      />
      {isArchiving && (
        <ArchiveDialog
          title={t('engagement.archiveTitle', { name })}
          outcome={t('awards.archiveText')}
          act={t('awards.archiveAct')}
          archive={() =>
            send(
              client.DELETE('/manage/awards/{id}', {
                params: { path: { id }, ...(etag === null ? {} : { header: { 'If-Match': etag } }) },
              }),
            )
          }
          onArchived={() => {
            void refresh('award');
            say(t('engagement.archived', { name }));
          }}
          onClose={() => setArchiving(false)}
        />
      )}
    </>
  );
};

/** The page of an award, for anyone who manages awards. */
export const AwardPage = () => {
  const { awardId } = route.useParams();
  const query = useQuery(awardQuery(awardId));
  return <Loaded query={query}>{(version) => <Page key={awardId} version={version} />}</Loaded>;
};
