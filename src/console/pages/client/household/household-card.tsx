import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { type Client, type Household, householdQuery } from '../../../parts/client/queries.ts';
import { settingsQuery } from '../../../parts/settings/queries.ts';
import { useCan, useSite } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError, LoadError } from '../../../ui/notices/errors.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { AddPerson } from './add-person.tsx';
import { InviteAdult } from './invite-adult.tsx';
import { LeaveHousehold } from './leave-household.tsx';
import { MakeHousehold } from './make-household.tsx';
import { PersonRow } from './person-row.tsx';

interface CardProps {
  readonly person: Client;
  readonly canChange: boolean;
}

/** An invitation that was not accepted yet, with the way to take it back. */
const Invited = ({ household, canChange }: { household: Household; canChange: boolean }) => {
  const t = useText();
  const { date } = useFormats(useSite().timezone);
  const refresh = useRefresh();
  const withdraw = useMutation({
    mutationFn: (invitationId: string) =>
      send(
        client.DELETE('/manage/households/{id}/invitations/{invitationId}', {
          params: { path: { id: household.id, invitationId } },
        }),
      ),
    onSettled: () => void refresh('household'),
  });
  return (
    <>
      {household.invitations.map(({ id, email, expiresAt }) => (
        <div key={id} className="spread">
          <p className="small quiet">{t('household.invitedUntil', { email, date: date(expiresAt) })}</p>
          {canChange && (
            <Button variant="quiet" size="small" onPress={() => withdraw.mutate(id)}>
              {t('household.withdraw')}
            </Button>
          )}
        </div>
      ))}
      <ActionError error={withdraw.error} isLine />
    </>
  );
};

type Open = 'add' | 'invite' | 'dissolve';

const People = ({ household, person, canChange }: CardProps & { readonly household: Household }) => {
  const t = useText();
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <div className="body stack">
        <b className="strong">{household.name}</b>
        {household.members.map((member) => (
          <PersonRow
            key={member.clientId}
            {...{ household, member, canChange }}
            isShown={member.clientId === person.id}
          />
        ))}
        <Invited household={household} canChange={canChange} />
        {canChange && (
          <div className="row" data-wrap="">
            <Button size="small" onPress={() => setOpen('add')}>
              {t('household.add')}
            </Button>
            <Button size="small" onPress={() => setOpen('invite')}>
              {t('household.invite')}
            </Button>
            <Button size="small" variant="quiet" onPress={() => setOpen('dissolve')}>
              {t('household.dissolve')}
            </Button>
          </div>
        )}
      </div>
      {open === 'add' && <AddPerson household={household} onClose={close} />}
      {open === 'invite' && <InviteAdult household={household} onClose={close} />}
      {open === 'dissolve' && (
        <LeaveHousehold
          household={household}
          member={undefined}
          onClose={close}
          onDone={() => say(t('household.dissolved'))}
        />
      )}
    </>
  );
};

/** The household of a client; nothing where the client has none and the studio sets up none. */
export const HouseholdCard = ({ person, canChange }: CardProps) => {
  const t = useText();
  const { data: household, error, refetch } = useQuery(householdQuery(person.id));
  const settings = useQuery({ ...settingsQuery(undefined), enabled: useCan()('settings:read') });
  const [isMade, setMade] = useState(false);
  const isOffered = canChange && (settings.data?.data.membership.households ?? 'off') !== 'off';
  if (error === null && (household === undefined || (household === null && !isOffered))) return null;
  return (
    <section className="card" aria-labelledby="client-household">
      <header>
        <h2 id="client-household">{t('household.title')}</h2>
        <span className="push" />
        {household === null && isOffered && (
          <Button variant="quiet" size="small" onPress={() => setMade(true)}>
            {t('household.setUp')}
          </Button>
        )}
      </header>
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {household === null && (
        <div className="body">
          <p className="quiet">{t('household.none', { name: person.firstName })}</p>
        </div>
      )}
      {household !== undefined && household !== null && <People {...{ household, person, canChange }} />}
      {isMade && <MakeHousehold person={person} onClose={() => setMade(false)} />}
    </section>
  );
};
