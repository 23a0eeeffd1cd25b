import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, OctagonAlert, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../formats.ts';
import { useCan, useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { LeadCell, PagedTable } from '../../../ui/paged-table.tsx';
import { Status } from '../../../ui/status.tsx';
import { LetIn } from '../acts/use-check-in.tsx';
import { type Checkin, type Client, checkinsQuery } from '../queries.ts';
import { useCheckinSource } from './checkin-sources.ts';

/** The check-ins of a client; whom the rules refused can be let in, with a reason. */
export const CheckinsTab = ({ client, canChange }: { client: Client; canChange: boolean }) => {
  const t = useText();
  const can = useCan();
  const { sites } = useMe();
  const { dayTime } = useFormats();
  const query = useInfiniteQuery(checkinsQuery(client.id));
  const [refused, setRefused] = useState<Checkin>();
  const sourceOf = useCheckinSource();
  return (
    <>
      <PagedTable
        query={query}
        caption={t('client.checkins')}
        empty={t('client.noCheckins', { name: client.firstName })}
        columns={[{ name: t('client.when') }, { name: t('client.state') }, { name: t('client.where'), priority: 3 }]}
      >
        {(checkin) => {
          const { checkedInAt, session, status, message, override, locationId } = checkin;
          const isUndone = checkin.statusCode === 'undone';
          const isRefused = status === 'invalid' && !isUndone;
          const site = sites.find((each) => each.id === locationId);
          return (
            <>
              <td data-cell="lead">
                <LeadCell
                  name={<b className="strong">{dayTime(checkedInAt)}</b>}
                  note={session?.name ?? t('client.generalVisit')}
                />
              </td>
              <td data-priority="2">
                {isUndone ? (
                  <Status icon={Undo2}>{t('checkins.undone')}</Status>
                ) : (
                  <Status icon={isRefused ? OctagonAlert : CircleCheck} tone={isRefused ? 'critical' : 'positive'}>
                    {isRefused ? t('client.refused') : t('client.here')}
                  </Status>
                )}
                {isRefused && <small className="quiet"> {message}</small>}
                {override !== null && (
                  <small className="quiet"> {t('client.overridden', { reason: override.reason ?? '' })}</small>
                )}
              </td>
              <td data-priority="3" className="quiet">
                {[site?.name, sourceOf(checkin)].filter(Boolean).join(', ')}
              </td>
              <td data-cell="act" className="num">
                {isRefused && canChange && can('bookings:check_in') && (
                  <Button size="small" onPress={() => setRefused(checkin)}>
                    {t('client.letIn')}
                  </Button>
                )}
              </td>
            </>
          );
        }}
      </PagedTable>
      {refused !== undefined && (
        <LetIn checkin={refused} name={client.firstName} onClose={() => setRefused(undefined)} />
      )}
    </>
  );
};
