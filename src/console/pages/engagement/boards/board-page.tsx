import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { client, send, sendTagged } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { PageForm } from '../../../forms/page-form.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { boardFields, PERIOD_TYPES, RANKED_BY } from '../../../parts/engagement/board-record.ts';
import { useMe } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/notices/status.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { ArchiveDialog } from '../archive-dialog.tsx';
import { RecordHead } from '../record-head.tsx';
import { Loaded, RecordTabs } from '../record-tabs.tsx';
import { BoardFields } from './board-fields.tsx';
import { boardQuery, type Version } from './queries.ts';
import { RanksTab } from './ranks-tab.tsx';
import { BOARD_STATES, useBoardChoices } from './words.ts';

/** What can be changed of a board; what it ranks by is text. */
const SettingsTab = ({ version }: { version: Version }) => {
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

const route = getRouteApi('/signed-in/engagement/boards/$boardId/{-$tab}');

const Page = ({ version }: { version: Version }) => {
  const t = useText();
  const refresh = useRefresh();
  const { tab } = route.useParams();
  const { period, division } = route.useSearch();
  const navigate = route.useNavigate();
  const { sites } = useMe();
  const [isArchiving, setArchiving] = useState(false);
  const { data: board, etag } = version;
  const { id, name, status, rankBy, periodType, siteId } = board;
  const state = BOARD_STATES[status];
  const site = sites.find((each) => each.id === siteId);
  const place = siteId === null ? t('boards.wholeBrand') : (site?.name ?? t('engagement.otherSite'));
  usePageTitle(name);
  return (
    <>
      <RecordHead
        list="/engagement/boards"
        listName={t('engagement.boards')}
        title={name}
        note={
          <>
            <Pill icon={state.icon} tone={state.tone}>
              {t(state.label)}
            </Pill>
            <span className="quiet small dot-list">
              <span>{t(RANKED_BY[rankBy])}</span>
              <span>{t(PERIOD_TYPES[periodType])}</span>
              <span>{place}</span>
            </span>
          </>
        }
        actions={
          status === 'archived' ? undefined : (
            <Button onPress={() => setArchiving(true)}>{t('engagement.archive')}</Button>
          )
        }
      />
      <RecordTabs
        label={t('boards.board')}
        selected={tab}
        onSelect={(to) => void navigate({ params: { boardId: id, tab: to }, search: {}, replace: true })}
        tabs={[
          {
            id: 'ranks',
            name: t('boards.ranks'),
            show: () => (
              <RanksTab
                board={board}
                periodId={period}
                division={division}
                onShow={(shown) =>
                  void navigate({
                    search: {
                      ...(shown.period === undefined ? {} : { period: shown.period }),
                      ...(shown.division === undefined ? {} : { division: shown.division }),
                    },
                    replace: true,
                  })
                }
              />
            ),
          },
          ...(status === 'archived'
            ? []
            : [{ id: 'settings', name: t('engagement.settings'), show: () => <SettingsTab version={version} /> }]),
        ]}
      />
      {isArchiving && (
        <ArchiveDialog
          title={t('engagement.archiveTitle', { name })}
          outcome={t('boards.archiveText')}
          act={t('boards.archiveAct')}
          archive={() =>
            send(
              client.DELETE('/manage/leaderboards/{id}', {
                params: { path: { id }, ...(etag === null ? {} : { header: { 'If-Match': etag } }) },
              }),
            )
          }
          onArchived={() => {
            void refresh('leaderboard');
            say(t('engagement.archived', { name }));
          }}
          onClose={() => setArchiving(false)}
        />
      )}
    </>
  );
};

/** The page of a board, for anyone who manages challenges. */
export const BoardPage = () => {
  const { boardId } = route.useParams();
  const query = useQuery(boardQuery(boardId));
  return <Loaded query={query}>{(version) => <Page key={boardId} version={version} />}</Loaded>;
};
