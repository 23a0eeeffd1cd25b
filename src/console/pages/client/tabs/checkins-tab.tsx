import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, OctagonAlert, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../base/texts.tsx';
import { useFormatsIn } from '../../../formats/use-formats.ts';
import { useCheckinSource } from '../../../parts/checkins/checkin-sources.ts';
import { type Checkin, type Client, checkinsQuery } from '../../../parts/client/queries.ts';
import { LetIn } from '../../../parts/client/use-check-in.tsx';
import { useCan, useMe, useZoneOf } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import type { ListColumn } from '../../../ui/tables/columns.ts';
import { LeadCell, PagedTable } from '../../../ui/tables/paged-table.tsx';

/** Whether the rules refused it; a check-in that was undone is invalid as well. */
const isRefused = ({ status, statusCode }: Checkin): boolean => status === 'invalid' && statusCode !== 'undone';

const State = ({ checkin }: { checkin: Checkin }) => {
  const t = useText();
  const { statusCode, message, override } = checkin;
  const isOut = isRefused(checkin);
  return (
    <>
      {statusCode === 'undone' ? (
        <Status icon={Undo2}>{t('checkins.undone')}</Status>
      ) : (
        <Status icon={isOut ? OctagonAlert : CircleCheck} tone={isOut ? 'critical' : 'positive'}>
          {isOut ? t('client.refused') : t('client.here')}
        </Status>
      )}
      {isOut && <small className="quiet"> {message}</small>}
      {override !== null && (
        <small className="quiet"> {t('client.overridden', { reason: override.reason ?? '' })}</small>
      )}
    </>
  );
};

const useColumns = (canChange: boolean, onLetIn: (checkin: Checkin) => void): readonly ListColumn<Checkin>[] => {
  const t = useText();
  const can = useCan();
  const { sites } = useMe();
  const formatsIn = useFormatsIn();
  const zoneOf = useZoneOf();
  const sourceOf = useCheckinSource();
  return [
    {
      id: 'when',
      name: t('client.when'),
      part: 'lead',
      cell: ({ checkedInAt, session, locationId }) => (
        <LeadCell
          name={<b className="strong">{formatsIn(zoneOf(locationId)).dayTime(checkedInAt)}</b>}
          note={session?.name ?? t('client.generalVisit')}
        />
      ),
    },
    { id: 'state', name: t('client.state'), cell: (checkin) => <State checkin={checkin} /> },
    {
      id: 'where',
      name: t('client.where'),
      priority: 3,
      cell: (checkin) =>
        [sites.find(({ id }) => id === checkin.locationId)?.name, sourceOf(checkin)].filter(Boolean).join(', '),
    },
    {
      id: 'actions',
      name: t('common.actions'),
      part: 'act',
      isUnnamed: true,
      className: 'num',
      cell: (checkin) =>
        isRefused(checkin) &&
        canChange &&
        can('bookings:check_in') && (
          <Button size="small" onPress={() => onLetIn(checkin)}>
            {t('client.letIn')}
          </Button>
        ),
    },
  ];
};

/** The check-ins of a client; whom the rules refused can be let in, with a reason. */
export const CheckinsTab = ({ client, canChange }: { client: Client; canChange: boolean }) => {
  const t = useText();
  const query = useInfiniteQuery(checkinsQuery(client.id));
  const [refused, setRefused] = useState<Checkin>();
  const columns = useColumns(canChange, setRefused);
  return (
    <>
      <PagedTable
        query={query}
        caption={t('client.checkins')}
        empty={t('client.noCheckins', { name: client.firstName })}
        columns={columns}
      />
      {refused !== undefined && (
        <LetIn checkin={refused} name={client.firstName} onClose={() => setRefused(undefined)} />
      )}
    </>
  );
};
