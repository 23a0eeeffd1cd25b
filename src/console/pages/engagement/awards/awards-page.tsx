import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Archive, EyeOff, Plus, Repeat } from 'lucide-react';
import { useState } from 'react';
import { FilterBar } from '../../../list/filter-bar.tsx';
import { useShortcut } from '../../../shell/shortcuts.ts';
import { useText } from '../../../texts.tsx';
import { Link } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { Status } from '../../../ui/status.tsx';
import { EngagementFrame } from '../engagement-frame.tsx';
import { TIER_WORDS } from './award-record.ts';
import { Badge } from './badge.tsx';
import { type Award, awardsQuery } from './queries.ts';
import { useRuleWords } from './words.ts';

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

const ARCHIVED = 'archived';

/** The awards with what earns them, for who manages awards. */
export const AwardsPage = () => {
  const t = useText();
  const navigate = useNavigate();
  const [hasArchived, setArchived] = useState(false);
  const query = useInfiniteQuery(awardsQuery(hasArchived));
  const ruleOf = useRuleWords();
  useShortcut('n', () => void navigate({ to: '/engagement/awards/new' }));
  return (
    <EngagementFrame
      page="/engagement/awards"
      act={
        <Link to="/engagement/awards/new" className="button" variant="primary">
          <Icon of={Plus} />
          {t('awards.newAward')}
          <kbd>N</kbd>
        </Link>
      }
    >
      <FilterBar
        filters={[
          {
            id: 'state',
            label: t('engagement.state'),
            choices: [{ id: ARCHIVED, name: t('boards.withArchived') }],
            value: hasArchived ? ARCHIVED : undefined,
          },
        ]}
        onSet={(_, value) => setArchived(value === ARCHIVED)}
      />
      <PagedTable
        query={query}
        caption={t('engagement.awards')}
        hasActs={false}
        empty={t('awards.noAwards')}
        columns={[
          { name: t('awards.award') },
          { name: t('awards.earnedBy') },
          { name: t('awards.tier'), priority: 3 },
          { name: t('awards.more') },
        ]}
      >
        {(award) => (
          <>
            <td data-cell="lead">
              <span className="person">
                <Badge award={award} />
                <span className="who">
                  <Link className="strong" to="/engagement/awards/$awardId/{-$tab}" params={{ awardId: award.id }}>
                    {award.name}
                  </Link>
                  <small className="quiet">{award.category ?? ' '}</small>
                </span>
              </span>
            </td>
            <td data-priority="2">{ruleOf(award)}</td>
            <td data-priority="3">{award.tier === null ? '' : t(TIER_WORDS[award.tier])}</td>
            <td data-cell="side">
              <Marks award={award} />
            </td>
          </>
        )}
      </PagedTable>
    </EngagementFrame>
  );
};
