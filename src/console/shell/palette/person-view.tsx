import { CircleCheck, CircleX, OctagonAlert, Ticket, TriangleAlert } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import type { Formats } from '../../formats/use-formats.ts';
import { useCan, useSite } from '../../session/session.ts';
import { Status } from '../../ui/notices/status.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import type { FoundClient } from './search.ts';
import type { Actions } from './use-actions.ts';
import { actWords, standingOf } from './words.ts';

interface PersonProps {
  readonly found: FoundClient;
  readonly formats: Formats;
  readonly actions: Actions;
}

const Alerts = ({ found, formats }: Omit<PersonProps, 'actions'>) => {
  const t = useText();
  const { alerts, flags, balance, package: paying } = found;
  const notice = (tone: 'critical' | 'caution', title: string, text?: string): ReactNode => (
    <div className="notice" data-tone={tone}>
      <Icon of={tone === 'critical' ? OctagonAlert : text === undefined ? TriangleAlert : Ticket} />
      <div className="text">
        <b>{title}</b>
        {text !== undefined && <span className="small">{text}</span>}
      </div>
    </div>
  );
  return (
    <>
      {alerts?.red && notice('critical', alerts.red)}
      {flags.includes('suspended') && notice('critical', t('words.suspendedFlag'))}
      {balance !== null &&
        balance.amount < 0 &&
        notice('critical', t('palette.owes', { amount: formats.money(-balance.amount, balance.currency) }))}
      {alerts?.yellow && notice('caution', alerts.yellow)}
      {flags.includes('last_credit') &&
        paying !== null &&
        notice('caution', t('palette.lastCredit'), t('palette.lastCreditText'))}
    </>
  );
};

const Facts = ({ found, formats }: Omit<PersonProps, 'actions'>) => {
  const t = useText();
  const { currency } = useSite();
  const { package: paying, booking, balance, waiverStatus } = found;
  return (
    <dl className="facts">
      {paying === null ? (
        <>
          <dt>{t('palette.package')}</dt>
          <dd>{t('palette.none')}</dd>
        </>
      ) : (
        <>
          <dt>{paying.name}</dt>
          <dd>
            {paying.creditsRemaining === null ? (
              t('palette.unlimited')
            ) : (
              <b>
                {t('words.creditsLeftOf', {
                  count: paying.creditsRemaining,
                  total: paying.creditsTotal ?? paying.creditsRemaining,
                  held: paying.creditsHeld,
                })}
              </b>
            )}
          </dd>
          {paying.expiresAt !== null && (
            <>
              <dt>{t('palette.ends')}</dt>
              <dd>{formats.date(paying.expiresAt)}</dd>
            </>
          )}
        </>
      )}
      <dt>{t('words.today')}</dt>
      <dd>{booking === null ? t('palette.notBookedToday') : standingOf(found, t, formats)}</dd>
      {waiverStatus !== null && (
        <>
          <dt>{t('palette.balance')}</dt>
          <dd>{formats.money(balance?.amount ?? 0, balance?.currency ?? currency)}</dd>
          <dt>{t('palette.waiver')}</dt>
          <dd>
            {waiverStatus === 'signed' ? (
              <Status icon={CircleCheck} tone="positive">
                {t('palette.signed')}
              </Status>
            ) : (
              <Status icon={CircleX} tone="caution">
                {t(waiverStatus === 'expired' ? 'palette.expired' : 'palette.notSigned')}
              </Status>
            )}
          </dd>
        </>
      )}
    </dl>
  );
};

interface Act {
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

const ActList = ({ found, formats, actions }: PersonProps) => {
  const t = useText();
  const can = useCan();
  const { act, nextSession } = found;
  const list: Act[] = [
    ...(act.type === 'open'
      ? []
      : [
          {
            key: '↵',
            label: actWords(found, t, formats),
            run: () => actions.run({ kind: 'client', key: found.id, client: found }),
          },
        ]),
    ...(act.type !== 'book' && nextSession !== null && found.status !== 'suspended' && can('bookings:create')
      ? [
          {
            key: 'B',
            label: t('palette.bookAt', { time: formats.time(nextSession.startTime) }),
            run: () => actions.book(found),
          },
        ]
      : []),
    ...(act.type !== 'sell' && can('packages:sell')
      ? [{ key: 'S', label: t('words.sell'), run: () => actions.sell(found) }]
      : []),
    { key: '→', label: t('palette.open'), run: () => actions.openProfile(found) },
  ];
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = list.find(
      ({ key }) => key === event.key.toUpperCase() || (key === '→' && event.key === 'ArrowRight'),
    );
    if (chosen === undefined) return;
    event.preventDefault();
    chosen.run();
  };
  return (
    <ul className="palette-actions" onKeyDown={onKeyDown}>
      {list.map(({ key, label, run }) => (
        <li key={key}>
          <AriaButton onPress={run}>
            <span>{label}</span>
            {/* The letters are typed while the field has the focus: Tab leads here. */}
            <kbd>{/[A-Z]/.test(key) ? `Tab ${key}` : key}</kbd>
          </AriaButton>
        </li>
      ))}
    </ul>
  );
};

/** What a client has and what can be done: the answer to "how many do I have left?" */
export const PersonView = ({ found, formats, actions }: PersonProps) => {
  const t = useText();
  const { visits, weeksInARow } = found;
  return (
    <>
      <div className="row palette-who">
        <Avatar name={found.fullName} photoUrl={found.photoUrl} size="large" />
        <div>
          <h2>{found.fullName}</h2>
          <p className="small quiet">
            {weeksInARow !== null && weeksInARow > 1
              ? t('palette.visitsWeeks', { visits, weeks: weeksInARow })
              : t('palette.visits', { visits })}
          </p>
        </div>
      </div>
      <Alerts found={found} formats={formats} />
      <Facts found={found} formats={formats} />
      <ActList found={found} formats={formats} actions={actions} />
    </>
  );
};
