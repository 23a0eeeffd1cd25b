import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { type Challenge, type Enrollment, enrollmentsQuery } from '../../../parts/engagement/challenge-queries.ts';
import { useCan } from '../../../session/session.ts';
import { Status } from '../../../ui/notices/status.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell, PagedTable } from '../../../ui/tables/paged-table.tsx';
import { ChoiceChips } from '../choice-chips.tsx';
import { ClientName } from '../client-name.tsx';

const useColumns = ({ timezone, status: state }: Challenge): readonly ListColumn<Enrollment>[] => {
  const t = useText();
  const { date } = useFormats(timezone);
  return [
    {
      id: 'person',
      name: t('engagement.person'),
      part: 'lead',
      cell: ({ client, division }) => (
        <LeadCell
          name={<ClientName client={client} />}
          note={division === null ? undefined : t('engagement.division', { name: division })}
        />
      ),
    },
    {
      id: 'rank',
      name: t(state === 'completed' ? 'engagement.finalRank' : 'engagement.rank'),
      part: 'side',
      isNumber: true,
      cell: ({ rank }) => (rank === null ? '' : t('words.place', { place: rank })),
    },
    {
      id: 'points',
      name: t('engagement.points'),
      isNumber: true,
      cell: ({ pointsTotal }) => t('engagement.pointCount', { count: pointsTotal }),
    },
    {
      id: 'since',
      name: t('engagement.since'),
      priority: 3,
      cell: ({ withdrawnAt, enrolledAt }) => date(withdrawnAt ?? enrolledAt),
    },
    {
      id: 'end',
      name: t('common.actions'),
      isUnnamed: true,
      priority: 3,
      isQuiet: false,
      cell: ({ status, withdrawnAt, enrolledAt }) => (
        <>
          {status === 'completed' && (
            <Status icon={CircleCheck} tone="positive">
              {t('engagement.completed')}
            </Status>
          )}
          {status === 'withdrawn' && (
            <Status icon={LogOut}>{t('engagement.left', { date: date(withdrawnAt ?? enrolledAt) })}</Status>
          )}
        </>
      ),
    },
  ];
};

/** Who takes part in a challenge by their points, and who has left. */
export const PeopleTab = ({ challenge }: { challenge: Challenge }) => {
  const t = useText();
  const columns = useColumns(challenge);
  const [hasLeft, setLeft] = useState(false);
  const hasClients = useCan()('clients:read');
  const query = useInfiniteQuery(enrollmentsQuery(challenge.id, hasLeft, hasClients));
  const isOver = challenge.status === 'completed';
  if (challenge.status === 'draft') {
    return (
      <div className="empty">
        <p>{t('engagement.nobodyInDraft')}</p>
      </div>
    );
  }
  return (
    <div className="stack">
      <ChoiceChips
        label={t('engagement.people')}
        value={hasLeft ? 'left' : 'in'}
        choices={[
          { id: 'in', name: t('engagement.takingPart') },
          { id: 'left', name: t('engagement.haveLeft') },
        ]}
        onChoose={(id) => setLeft(id === 'left')}
      />
      {isOver && !hasLeft && <p className="quiet small">{t('engagement.ranksFinal')}</p>}
      <PagedTable
        query={query}
        caption={t('engagement.people')}
        empty={t(hasLeft ? 'engagement.nobodyLeft' : 'engagement.nobodyIn')}
        columns={columns}
      />
    </div>
  );
};
