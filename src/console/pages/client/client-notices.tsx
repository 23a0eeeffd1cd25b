import { useQuery } from '@tanstack/react-query';
import { Archive, Ban, CircleAlert, CreditCard, Eraser, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import type { Client } from '../../parts/client/queries.ts';
import { useChange } from '../../parts/client/use-change.ts';
import { declinedQuery } from '../../parts/sell/queries.ts';
import { useCan, useSite } from '../../session/session.ts';
import { Button, Link } from '../../ui/button.tsx';
import { ActionError } from '../../ui/notices/errors.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { ErasureNotice } from './erasure-notice.tsx';
import { SignUpNotice } from './sign-up-notice.tsx';

interface ClientNoticesProps {
  readonly client: Client;
  readonly canChange: boolean;
  readonly onChangeAlerts: () => void;
}

const ALERTS = [
  { color: 'red', tone: 'critical', icon: OctagonAlert, note: 'client.alertRedNote' },
  { color: 'yellow', tone: 'caution', icon: TriangleAlert, note: 'client.alertYellowNote' },
] as const;

/** What the client owes, or a renewal that the card did not pay, with the way to where the desk takes the money. */
const Owed = ({ client: { id, accountBalance, archivedAt } }: { client: Client }) => {
  const t = useText();
  const can = useCan();
  const { money, list } = useFormats();
  const mayTake = can('packages:sell') && archivedAt === null;
  const { data: declined = [] } = useQuery({ ...declinedQuery(id), enabled: mayTake });
  const owes = accountBalance.amount < 0;
  if (!owes && declined.length === 0) return null;
  return (
    <div className="notice" data-tone="critical">
      <Icon of={owes ? CircleAlert : CreditCard} />
      <div className="text">
        <b>
          {owes
            ? t('client.owes', { amount: money(-accountBalance.amount, accountBalance.currency) })
            : t('client.declinedTitle', { names: list(declined.map(({ name }) => name)) })}
        </b>
        <span className="small">{t(owes ? 'client.owesText' : 'client.declinedText')}</span>
      </div>
      {mayTake && (
        <Link className="button" size="small" to="/sell" search={{ client: id, tab: 'fees' }}>
          {t('client.takeOwed')}
        </Link>
      )}
    </div>
  );
};

/** What must be seen right away: alerts, and what stands against booking. */
export const ClientNotices = ({ client, canChange, onChangeAlerts }: ClientNoticesProps) => {
  const t = useText();
  const can = useCan();
  const { date } = useFormats(useSite().timezone);
  const change = useChange(client.id);
  const { alerts, status, erasedAt, archivedAt, fullName: name } = client;
  const activate = (text: string): void =>
    change.mutate({ body: { status: 'active' } }, { onSuccess: () => say(text) });
  return (
    <div className="stack client-notices">
      {erasedAt !== null && (
        <div className="notice">
          <Icon of={Eraser} />
          <div className="text">
            <b>{t('client.erasedTitle', { date: date(erasedAt) })}</b>
            <span className="small">{t('client.erasedText')}</span>
          </div>
        </div>
      )}
      {archivedAt !== null && erasedAt === null && (
        <div className="notice">
          <Icon of={Archive} />
          <div className="text">
            <b>{t('client.archivedTitle', { date: date(archivedAt) })}</b>
            <span className="small">{t('client.archivedText')}</span>
          </div>
          {can('clients:write') && (
            <Button size="small" isPending={change.isPending} onPress={() => activate(t('clients.restored', { name }))}>
              {t('client.restore')}
            </Button>
          )}
        </div>
      )}
      {erasedAt === null && <ErasureNotice client={client} />}
      {status === 'lead' && <SignUpNotice client={client} />}
      {status === 'suspended' && (
        <div className="notice" data-tone="caution">
          <Icon of={Ban} />
          <div className="text">
            <b>{t('client.suspendedTitle')}</b>
          </div>
          {canChange && (
            <Button
              size="small"
              isPending={change.isPending}
              onPress={() => activate(t('client.suspensionLifted', { name }))}
            >
              {t('client.liftSuspension')}
            </Button>
          )}
        </div>
      )}
      {ALERTS.map(
        ({ color, tone, icon, note }) =>
          alerts?.[color] && (
            <div key={color} className="notice" data-tone={tone}>
              <Icon of={icon} />
              <div className="text">
                <b>{alerts[color]}</b>
                <span className="small">{t(note)}</span>
              </div>
              {canChange && (
                <Button variant="quiet" size="small" onPress={onChangeAlerts}>
                  {t('client.change')}
                </Button>
              )}
            </div>
          ),
      )}
      <Owed client={client} />
      <ActionError error={change.error} />
    </div>
  );
};
