import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Archive, EyeOff, Repeat, Trophy } from 'lucide-react';
import { useText } from '../../../base/texts.tsx';
import { useListAddress } from '../../../lists/use-list-address.ts';
import { TIER_WORDS } from '../../../parts/engagement/award-record.ts';
import { Link } from '../../../ui/button.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { pictureUrl } from '../../../ui/pictures/picture-url.ts';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { EngagementList } from '../engagement-list.tsx';
import { type Award, awardsQuery } from './queries.ts';
import { useRuleWords } from './words.ts';

const TONES = { gold: 'waiting', silver: undefined, bronze: 'caution', platinum: 'info' } as const;

/** The badge of an award: its picture where this server has it, else a cup in the color of its tier. */
const Badge = ({ award: { badgeUrl, tier } }: { award: Pick<Award, 'badgeUrl' | 'tier'> }) => {
  const url = pictureUrl(badgeUrl);
  return (
    <span className="bead badge disc" data-tone={tier === null ? undefined : TONES[tier]} aria-hidden="true">
      {url === undefined ? <Icon of={Trophy} /> : <img src={url} alt="" />}
    </span>
  );
};

/** How an award differs from most: archived, hidden, repeatable. */
export const Marks = ({ award: { archivedAt, isHidden, isRepeatable } }: { award: Award }) => {
  const t = useText();
  return (
    <span className="row" data-wrap="">
      {archivedAt !== null && <Status icon={Archive}>{t('engagement.stateArchived')}</Status>}
      {isHidden && <Status icon={EyeOff}>{t('awards.isHidden')}</Status>}
      {isRepeatable && <Status icon={Repeat}>{t('awards.isRepeatable')}</Status>}
    </span>
  );
};

const useColumns = (): readonly ListColumn<Award>[] => {
  const t = useText();
  const ruleOf = useRuleWords();
  return [
    {
      id: 'award',
      name: t('awards.award'),
      part: 'lead',
      cell: (award) => (
        <span className="person">
          <Badge award={award} />
          <span className="who">
            <Link className="strong" to="/engagement/awards/$awardId/{-$tab}" params={{ awardId: award.id }}>
              {award.name}
            </Link>
            <small className="quiet">{award.category ?? ' '}</small>
          </span>
        </span>
      ),
    },
    { id: 'rule', name: t('awards.earnedBy'), cell: ruleOf },
    {
      id: 'tier',
      name: t('awards.tier'),
      priority: 3,
      isQuiet: false,
      cell: ({ tier }) => (tier === null ? '' : t(TIER_WORDS[tier])),
    },
    { id: 'more', name: t('awards.more'), part: 'side', cell: (award) => <Marks award={award} /> },
  ];
};

const route = getRouteApi('/signed-in/engagement/awards');

const ARCHIVED = 'archived';

/** The awards with what earns them, for anyone who manages awards. */
export const AwardsPage = () => {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const hasArchived = search.state === ARCHIVED;
  const query = useInfiniteQuery(awardsQuery(hasArchived));
  const columns = useColumns();
  const address = useListAddress(search, (next) => void navigate({ search: next, replace: true }));
  return (
    <EngagementList
      label="engagement.awards"
      add={{ to: '/engagement/awards/new', name: 'awards.newAward' }}
      filters={[
        {
          id: 'state',
          label: t('engagement.state'),
          choices: [{ id: ARCHIVED, name: t('boards.withArchived') }],
          value: hasArchived ? ARCHIVED : undefined,
        },
      ]}
      address={address}
      pages={query}
      columns={columns}
      empty={t('awards.noAwards')}
    />
  );
};
