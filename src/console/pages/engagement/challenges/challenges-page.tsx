import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useText } from '../../../base/texts.tsx';
import { useListAddress } from '../../../lists/use-list-address.ts';
import { type Challenge, type ChallengeStatus, challengesQuery } from '../../../parts/engagement/challenge-queries.ts';
import { TYPE_WORDS } from '../../../parts/engagement/challenge-record.ts';
import { Link } from '../../../ui/button.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell } from '../../../ui/tables/paged-table.tsx';
import { EngagementList } from '../engagement-list.tsx';
import { useDays } from '../use-days.ts';
import { Places } from './places.tsx';
import { STATES, useSiteWords } from './words.ts';

const route = getRouteApi('/signed-in/engagement');

const SHOWN: readonly ChallengeStatus[] = ['draft', 'upcoming', 'enrolling', 'active', 'completed', 'archived'];

const useColumns = (): readonly ListColumn<Challenge>[] => {
  const t = useText();
  const days = useDays();
  const sitesOf = useSiteWords();
  return [
    {
      id: 'challenge',
      name: t('engagement.challenge'),
      part: 'lead',
      cell: ({ id, title, type }) => (
        <LeadCell
          name={
            <Link className="strong" to="/engagement/challenges/$challengeId/{-$tab}" params={{ challengeId: id }}>
              {title}
            </Link>
          }
          note={t(TYPE_WORDS[type])}
        />
      ),
    },
    {
      id: 'state',
      name: t('engagement.state'),
      part: 'side',
      cell: ({ status }) => {
        const { icon, tone, label } = STATES[status];
        return (
          <Status icon={icon} tone={tone}>
            {t(label)}
          </Status>
        );
      },
    },
    { id: 'days', name: t('engagement.days'), cell: ({ startDate, endDate }) => days(startDate, endDate) },
    { id: 'sites', name: t('engagement.sites'), priority: 3, cell: ({ siteIds }) => sitesOf(siteIds) },
    { id: 'people', name: t('engagement.takePart'), cell: (challenge) => <Places challenge={challenge} /> },
  ];
};

/** Challenges by their state, for anyone who manages them. */
export const ChallengesPage = () => {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const status = SHOWN.find((each) => each === search.show);
  const query = useInfiniteQuery(challengesQuery(status));
  const columns = useColumns();
  const address = useListAddress(search, (next) => void navigate({ search: next, replace: true }));
  return (
    <EngagementList
      label="engagement.challenges"
      add={{ to: '/engagement/challenges/new', name: 'engagement.newChallenge' }}
      filters={[
        {
          id: 'show',
          label: t('engagement.state'),
          choices: SHOWN.map((id) => ({ id, name: t(STATES[id].label) })),
          value: status,
        },
      ]}
      address={address}
      pages={query}
      columns={columns}
      empty={status === undefined ? t('engagement.noChallenges') : t('engagement.noneInState')}
    />
  );
};
