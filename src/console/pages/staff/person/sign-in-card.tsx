import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { BrowserSessions } from '../../../parts/account/browser-sessions.tsx';
import { useCan, useMe } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/fields/check-field.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { LinkDialog } from '../link-dialog.tsx';
import { type InvitationWithLink, invitationQuery, type Person } from '../queries.ts';
import { useCovers } from '../use-covers.ts';
import { nameOf } from '../words.ts';

interface NewLinkProps {
  readonly person: Person;
  readonly onMade: (made: InvitationWithLink) => void;
  readonly onClose: () => void;
}

/** Says what a new link does before it is made. */
const NewLink = ({ person, onMade, onClose }: NewLinkProps) => {
  const t = useText();
  const refresh = useRefresh();
  const [removes, setRemoves] = useState(false);
  const isFirst = person.lastLoginAt === null;
  const make = useMutation({
    mutationFn: () =>
      send(
        client.POST('/manage/staff/invitations', {
          params: { header: idempotencyKey() },
          body: { staffId: person.id, ...(removes ? { removesSecondFactor: true } : {}) },
        }),
      ),
    onSuccess: (made) => {
      void refresh('staff');
      onMade(made);
    },
  });
  const name = nameOf(person);
  return (
    <Dialog title={t(isFirst ? 'staff.inviteNamed' : 'staff.resetNamed', { name })} onClose={onClose}>
      <div className="stack" data-gap="wide">
        <p className="quiet">{t('staff.newLinkText')}</p>
        {!isFirst && (
          <CheckField
            label={t('staff.removesFactor')}
            hint={t('staff.removesFactorHint')}
            isSelected={removes}
            onChange={setRemoves}
          />
        )}
        <ActionError error={make.error} />
        <div className="row">
          <Button variant="primary" autoFocus isPending={make.isPending} onPress={() => make.mutate()}>
            {t('staff.makeLink')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </div>
    </Dialog>
  );
};

/** The link with which the person may choose a password, if one can still be used. */
const Link = ({ person }: { person: Person }) => {
  const t = useText();
  const { dayTime } = useFormats();
  const refresh = useRefresh();
  const query = invitationQuery(person.id);
  const { data: invitation } = useQuery(query);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<InvitationWithLink>();
  const withdraw = useMutation({
    mutationFn: (id: string) => send(client.DELETE('/manage/staff/invitations/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      say(t('staff.withdrawn'));
      return refresh('staff');
    },
  });
  const isFirst = person.lastLoginAt === null;
  return (
    <>
      {invitation != null && (
        <div className="notice" data-tone="info">
          <Icon of={KeyRound} />
          <div className="text">
            <b>{t(invitation.purpose === 'invitation' ? 'staff.invited' : 'staff.resetSent')}</b>
            <span className="small">{t('staff.worksUntil', { date: dayTime(invitation.expiresAt) })}</span>
          </div>
          <Button size="small" isPending={withdraw.isPending} onPress={() => withdraw.mutate(invitation.id)}>
            {t('staff.withdraw')}
          </Button>
        </div>
      )}
      <ActionError error={withdraw.error} isLine />
      <div className="row">
        <Button size="small" onPress={() => setMaking(true)}>
          {t(isFirst ? 'staff.inviteLink' : 'staff.resetLink')}
        </Button>
      </div>
      {isMaking && (
        <NewLink
          person={person}
          onMade={(next) => {
            setMaking(false);
            setMade(next);
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made !== undefined && <LinkDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  );
};

/** How a person signs in: the invitation, and the browsers in which they are signed in. */
export const SignInCard = ({ person }: { person: Person }) => {
  const t = useText();
  const can = useCan();
  const headingId = useId();
  const { staff } = useMe();
  const isSelf = person.id === staff.id;
  const mayDecide = useCovers(person);
  const mayManage = can('staff:write') && (person.role !== 'owner' || can('staff:write_owners'));
  if (!mayManage && !isSelf) return null;
  return (
    <section className="card" aria-labelledby={headingId}>
      <header>
        <h2 id={headingId}>{t('staff.signIn')}</h2>
      </header>
      <div className="body stack">
        <BrowserSessions staffId={person.id} mayEnd={mayDecide} />
        {!mayDecide && <p className="quiet">{t('staff.signInOthers', { name: nameOf(person) })}</p>}
        {mayManage && mayDecide && !isSelf && person.status === 'active' && <Link person={person} />}
      </div>
    </section>
  );
};
