import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { clientQuery, type Household } from '../../../parts/client/queries.ts';
import { useCheckIn } from '../../../parts/client/use-check-in.tsx';
import { useCan } from '../../../session/session.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Pill } from '../../../ui/notices/status.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { BookClass } from '../actions/book-class.tsx';
import { ChangeRole } from './change-role.tsx';
import { LeaveHousehold } from './leave-household.tsx';

type Member = Household['members'][number];

interface RowProps {
  readonly household: Household;
  readonly member: Member;
  readonly canChange: boolean;
  /** Whether the page is of this person. */
  readonly isShown: boolean;
}

const ACTS = ['book', 'sell', 'role', 'pays', 'remove'] as const;
type Act = (typeof ACTS)[number];

/** Books for someone of the household, who is read first. */
const BookFor = ({ clientId, onClose }: { clientId: string; onClose: () => void }) => {
  const { data } = useQuery(clientQuery(clientId));
  return data === undefined ? null : <BookClass client={data.data} onClose={onClose} />;
};

/** Checks someone of the household in. */
const CheckInFor = ({ clientId }: { clientId: string }) => {
  const { data } = useQuery(clientQuery(clientId));
  return data === undefined ? null : <CheckInButton person={data.data} />;
};

const CheckInButton = ({ person }: { person: Parameters<typeof useCheckIn>[0] }) => {
  const t = useText();
  const { checkIn, isPending, dialog, error } = useCheckIn(person);
  return (
    <>
      <Button size="small" isPending={isPending} onPress={checkIn}>
        {t('words.checkIn')}
      </Button>
      {dialog}
      <ActionError error={error} isLine />
    </>
  );
};

/** Someone of a household: who, as what, and what the desk may do for them. */
export const PersonRow = ({ household, member, canChange, isShown }: RowProps) => {
  const t = useText();
  const can = useCan();
  const { date } = useFormats('UTC');
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [open, setOpen] = useState<'book' | 'role' | 'remove'>();
  const { clientId, role, isPayer, dateOfBirth } = member;
  const name = member.name ?? '';
  const change = useMutation({
    mutationFn: (body: { isPayer: boolean }) =>
      send(
        client.PATCH('/manage/households/{id}/members/{clientId}', {
          params: { path: { id: household.id, clientId } },
          body,
        }),
      ),
    onSuccess: () => say(t('household.changed')),
    onSettled: () => void refresh('household', 'package'),
  });
  if (member.name === null) return null;
  const words = {
    book: 'household.book',
    sell: 'household.sell',
    role: role === 'adult' ? 'household.makeDependant' : 'household.makeAdult',
    pays: isPayer ? 'household.stopPaying' : 'household.startPaying',
    remove: 'household.remove',
  } as const;
  const has = {
    book: !isShown && can('bookings:create'),
    sell: !isShown && can('packages:sell'),
    role: canChange,
    pays: canChange && role === 'adult',
    remove: canChange,
  };
  const act = (chosen: Act | undefined): void => {
    if (chosen === 'sell') void navigate({ to: '/sell', search: { client: clientId } });
    else if (chosen === 'pays') change.mutate({ isPayer: !isPayer });
    else setOpen(chosen);
  };
  const actions = ACTS.filter((each) => has[each]);
  const said = [
    t(role === 'adult' ? 'household.adult' : 'household.dependant'),
    dateOfBirth === null ? '' : t('household.born', { date: date(`${dateOfBirth}T12:00:00Z`) }),
  ];
  return (
    <article className="pack" aria-label={name}>
      <div className="spread">
        {isShown ? (
          <b className="strong">{name}</b>
        ) : (
          <Link className="link" to="/clients/$clientId/{-$tab}" params={{ clientId, tab: undefined }}>
            {name}
          </Link>
        )}
        {isPayer && <Pill tone="brand">{t('household.pays')}</Pill>}
      </div>
      <div className="spread">
        <p className="small quiet">{said.filter((word) => word !== '').join(' · ')}</p>
        <span className="row">
          {!isShown && can('bookings:check_in') && <CheckInFor clientId={clientId} />}
          {actions.length > 0 && (
            <MenuTrigger>
              <Button
                variant="quiet"
                size="small"
                iconOnly
                aria-label={t('household.actions', { name })}
                icon={Ellipsis}
              />
              <Popover className="popover" placement="bottom end">
                <Menu className="menu" onAction={(key) => act(ACTS.find((each) => each === key))}>
                  {actions.map((each) => (
                    <MenuItem key={each} id={each}>
                      {t(words[each])}
                    </MenuItem>
                  ))}
                </Menu>
              </Popover>
            </MenuTrigger>
          )}
        </span>
      </div>
      <ActionError error={change.error} isLine />
      {open === 'book' && <BookFor clientId={clientId} onClose={() => setOpen(undefined)} />}
      {open === 'role' && (
        <ChangeRole household={household} member={member} name={name} onClose={() => setOpen(undefined)} />
      )}
      {open === 'remove' && (
        <LeaveHousehold
          household={household}
          member={member}
          onClose={() => setOpen(undefined)}
          onDone={() => say(t('household.removed', { name }))}
        />
      )}
    </article>
  );
};
