import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../formats.ts';
import { useCan } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { LeadCell, PagedTable } from '../../../ui/paged-table.tsx';
import { Status } from '../../../ui/status.tsx';
import { ChoiceChips } from '../choice-chips.tsx';
import { ClientName } from '../client-name.tsx';
import { type Challenge, enrollmentsQuery } from './queries.ts';

/** Who takes part in a challenge by their points, and who has left. */
export const PeopleTab = ({ challenge }: { challenge: Challenge }) => {
  const t = useText();
  const { date } = useFormats(challenge.timezone);
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
        columns={[
          { name: t('engagement.person') },
          { name: t(isOver ? 'engagement.finalRank' : 'engagement.rank'), isNumber: true },
          { name: t('engagement.points'), isNumber: true },
          { name: t('engagement.since'), priority: 3 },
        ]}
      >
        {({ client, rank, pointsTotal, enrolledAt, withdrawnAt, division, status }) => (
          <>
            <td data-cell="lead">
              <LeadCell
                name={<ClientName client={client} />}
                note={division === null ? undefined : t('engagement.division', { name: division })}
              />
            </td>
            <td data-cell="side" className="num">
              {rank === null ? '' : t('words.place', { place: rank })}
            </td>
            <td data-priority="2" className="num">
              {t('engagement.pointCount', { count: pointsTotal })}
            </td>
            <td data-priority="3" className="quiet">
              {date(withdrawnAt ?? enrolledAt)}
            </td>
            <td data-priority="3">
              {status === 'completed' && (
                <Status icon={CircleCheck} tone="positive">
                  {t('engagement.completed')}
                </Status>
              )}
              {status === 'withdrawn' && (
                <Status icon={LogOut}>{t('engagement.left', { date: date(withdrawnAt ?? enrolledAt) })}</Status>
              )}
            </td>
          </>
        )}
      </PagedTable>
    </div>
  );
};
