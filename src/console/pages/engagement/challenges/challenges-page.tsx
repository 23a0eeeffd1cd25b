import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { FilterBar } from '../../../list/filter-bar.tsx';
import { useShortcut } from '../../../shell/shortcuts.ts';
import { useText } from '../../../texts.tsx';
import { Link } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LeadCell, PagedTable } from '../../../ui/paged-table.tsx';
import { Status } from '../../../ui/status.tsx';
import { EngagementFrame } from '../engagement-frame.tsx';
import { useDays } from '../use-days.ts';
import { TYPE_WORDS } from './challenge-record.ts';
import { Places } from './places.tsx';
import { type ChallengeStatus, challengesQuery } from './queries.ts';
import { STATES, useSiteWords } from './words.ts';

const route = getRouteApi('/signed-in/engagement');

const SHOWN: readonly ChallengeStatus[] = ['draft', 'upcoming', 'enrolling', 'active', 'completed', 'archived'];

/** Challenges by their state, for who manages them. */
export const ChallengesPage = () => {
  const t = useText();
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const status = SHOWN.find((each) => each === show);
  const query = useInfiniteQuery(challengesQuery(status));
  const days = useDays();
  const sitesOf = useSiteWords();
  useShortcut('n', () => void navigate({ to: '/engagement/challenges/new' }));
  return (
    <EngagementFrame
      page="/engagement"
      act={
        <Link to="/engagement/challenges/new" className="button" variant="primary">
          <Icon of={Plus} />
          {t('engagement.newChallenge')}
          <kbd>N</kbd>
        </Link>
      }
    >
      <FilterBar
        filters={[
          {
            id: 'show',
            label: t('engagement.state'),
            choices: SHOWN.map((id) => ({ id, name: t(STATES[id].label) })),
            value: status,
          },
        ]}
        onSet={(_, show) => void navigate({ search: show === undefined ? {} : { show }, replace: true })}
      />
      <PagedTable
        query={query}
        caption={t('engagement.challenges')}
        hasActs={false}
        empty={status === undefined ? t('engagement.noChallenges') : t('engagement.noneInState')}
        columns={[
          { name: t('engagement.challenge') },
          { name: t('engagement.state') },
          { name: t('engagement.days') },
          { name: t('engagement.sites'), priority: 3 },
          { name: t('engagement.takePart') },
        ]}
      >
        {(challenge) => {
          const state = STATES[challenge.status];
          return (
            <>
              <td data-cell="lead">
                <LeadCell
                  name={
                    <Link
                      className="strong"
                      to="/engagement/challenges/$challengeId/{-$tab}"
                      params={{ challengeId: challenge.id }}
                    >
                      {challenge.title}
                    </Link>
                  }
                  note={t(TYPE_WORDS[challenge.type])}
                />
              </td>
              <td data-cell="side">
                <Status icon={state.icon} tone={state.tone}>
                  {t(state.label)}
                </Status>
              </td>
              <td data-priority="2">{days(challenge.startDate, challenge.endDate)}</td>
              <td data-priority="3" className="quiet">
                {sitesOf(challenge.siteIds)}
              </td>
              <td data-priority="2">
                <Places challenge={challenge} />
              </td>
            </>
          );
        }}
      </PagedTable>
    </EngagementFrame>
  );
};
