import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Gift, Hand, Trophy } from 'lucide-react';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell, PagedTable } from '../../../ui/tables/paged-table.tsx';
import { ClientName } from '../client-name.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { type Award, type Grant, grantsQuery } from './queries.ts';

/** Who has an award: granted to someone, or taken away. */
export const PeopleTab = ({ award }: { award: Award }) => {
  const t = useText();
  const refresh = useRefresh();
  const { date } = useFormats();
  const can = useCan();
  const hasClients = can('clients:read');
  const query = useInfiniteQuery(grantsQuery(award.id, hasClients));
  const [isGranting, setGranting] = useState(false);
  const nameOf = ({ client: person }: Grant): string => person?.fullName ?? t('engagement.unnamed');
  const revoke = useMutation({
    mutationFn: ({ id: grantId }: Grant) =>
      send(client.DELETE('/manage/awards/{id}/grants/{grantId}', { params: { path: { id: award.id, grantId } } })),
    onSuccess: (_, grant) => {
      say(t('awards.taken', { name: nameOf(grant) }));
      void refresh('award');
    },
  });
  const columns: readonly ListColumn<Grant>[] = [
    {
      id: 'person',
      name: t('engagement.person'),
      part: 'lead',
      cell: ({ client: person }) => <LeadCell name={<ClientName client={person} />} />,
    },
    {
      id: 'how',
      name: t('awards.how'),
      cell: ({ source }) =>
        source === 'granted' ? (
          <Status icon={Hand}>{t('awards.byHandOnce')}</Status>
        ) : (
          <Status icon={Trophy} tone="positive">
            {t('awards.earned')}
          </Status>
        ),
    },
    { id: 'when', name: t('awards.when'), isQuiet: true, cell: ({ earnedAt }) => date(earnedAt) },
    {
      id: 'actions',
      name: t('common.actions'),
      part: 'act',
      isUnnamed: true,
      className: 'num',
      cell: (grant) => (
        <ConfirmButton
          label={
            <>
              {t('awards.takeAway')}
              <span className="visually-hidden"> {nameOf(grant)}</span>
            </>
          }
          outcome={t('awards.takeAwayText', { name: nameOf(grant), award: award.name })}
          confirm={t('awards.takeAwayAct')}
          onConfirm={() => revoke.mutate(grant)}
        />
      ),
    },
  ];
  return (
    <div className="stack">
      <div className="spread part-head">
        <p className="quiet">{t(award.isRepeatable ? 'awards.peopleLeadRepeatable' : 'awards.peopleLead')}</p>
        {award.archivedAt === null && hasClients && (
          <Button variant="primary" onPress={() => setGranting(true)} icon={Gift}>
            {t('awards.grantSomebody')}
          </Button>
        )}
      </div>
      <ActionError error={revoke.error} />
      <PagedTable query={query} caption={t('awards.whoHas')} empty={t('awards.nobodyHas')} columns={columns} />
      {isGranting && <GrantDialog award={award} onClose={() => setGranting(false)} />}
    </div>
  );
};
