import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleSlash,
  CircleX,
  Ellipsis,
  type LucideIcon,
  Pause,
  Snowflake,
} from 'lucide-react';
import { useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useNow } from '../../../base/time/now.ts';
import { useFormatsIn } from '../../../formats/use-formats.ts';
import type { Package } from '../../../parts/client/queries.ts';
import { useCan, useZoneOf } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Pill, type Tone } from '../../../ui/notices/status.tsx';
import { AdjustPackage } from './adjust-package.tsx';
import { CancelPackage } from './cancel-package.tsx';
import { FreezePackage, UnfreezePackage } from './freeze-package.tsx';
import { Ledger } from './ledger.tsx';
import { ChangeCard, Payer } from './pack-payer.tsx';
import { RenewalDay } from './renewal-day.tsx';
import { unpaidSince } from './unpaid-since.ts';

interface Look {
  readonly icon: LucideIcon;
  readonly word: TextKey;
  readonly tone?: Tone;
}

const LOOKS: Readonly<Record<Package['status'], Look>> = {
  active: { icon: CircleCheck, word: 'client.packActive', tone: 'positive' },
  depleted: { icon: Circle, word: 'client.packDepleted' },
  expired: { icon: CircleSlash, word: 'client.packExpired' },
  cancelled: { icon: CircleX, word: 'client.packCancelled' },
};

const lookOf = (pack: Package, now: number): Look => {
  const { status, isFrozen, onHold } = pack;
  if (status !== 'active') return LOOKS[status];
  if (unpaidSince(pack, now) !== undefined) return { icon: CircleAlert, word: 'words.unpaid', tone: 'caution' };
  if (isFrozen) return { icon: Snowflake, word: 'client.packFrozen', tone: 'info' };
  return onHold ? { icon: Pause, word: 'client.packOnHold', tone: 'caution' } : LOOKS.active;
};

/** The state of a package: a shape and a word. */
const PackStatus = ({ pack }: { pack: Package }) => {
  const t = useText();
  const { icon, word, tone } = lookOf(pack, useNow());
  return (
    <Pill icon={icon} tone={tone}>
      {t(word)}
    </Pill>
  );
};

/** More credits than this are a number alone. */
const MOST = 20;

/** The credits of a package as a card with punches: used, then left. */
const Punches = ({ used, total }: { used: number; total: number }) => {
  const t = useText();
  if (total > MOST || total < 1) return null;
  return (
    <span className="punches" role="img" aria-label={t('client.punches', { used, total })}>
      {Array.from({ length: total }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: credits are alike
        <i key={index} data-used={index < used ? '' : undefined} />
      ))}
    </span>
  );
};

const ACTS = ['freeze', 'unfreeze', 'renewalDay', 'card', 'adjust', 'cancel'] as const;
type Act = (typeof ACTS)[number] | 'ledger';

const WORDS = {
  freeze: 'client.freeze',
  unfreeze: 'client.unfreeze',
  renewalDay: 'client.renewalDay',
  card: 'client.packCard',
  adjust: 'client.adjust',
  cancel: 'client.cancelPackage',
} as const;

const DIALOGS = {
  freeze: FreezePackage,
  unfreeze: UnfreezePackage,
  renewalDay: RenewalDay,
  card: ChangeCard,
  adjust: AdjustPackage,
  cancel: CancelPackage,
  ledger: Ledger,
} as const;

/** From when to when a package is valid, or was. */
const usePeriod = () => {
  const t = useText();
  const formatsIn = useFormatsIn();
  const zoneOf = useZoneOf();
  const now = useNow();
  return (pack: Package): string => {
    const { date } = formatsIn(zoneOf(pack.siteId));
    const { status, startsAt, activatedAt, expiresAt, cancelledAt, autoRenews, nextRenewalAt, freeze, end } = pack;
    if (cancelledAt !== null) return t('client.cancelledOn', { date: date(cancelledAt) });
    const from = activatedAt ?? startsAt;
    if (status === 'expired' && from !== null && expiresAt !== null) {
      return t('client.ranFromTo', { from: date(from), to: date(expiresAt) });
    }
    if (freeze !== null && status === 'active') {
      return freeze.endsAt === null
        ? t('client.frozenSince', { from: date(freeze.startsAt) })
        : t('client.frozenFromTo', { from: date(freeze.startsAt), to: date(freeze.endsAt) });
    }
    if (end?.endsAt) return t('client.endedByMember', { date: date(end.endsAt) });
    const unpaid = unpaidSince(pack, now);
    if (unpaid !== undefined) {
      return t('client.unpaidSince', { date: date(unpaid), next: date(nextRenewalAt ?? unpaid) });
    }
    if (autoRenews && nextRenewalAt !== null) return t('client.renewsOn', { date: date(nextRenewalAt) });
    return expiresAt === null ? t('client.neverEnds') : t('client.endsOn', { date: date(expiresAt) });
  };
};

/** A package: what is left of it, until when, and what may be done with it. */
export const PackCard = ({ pack, canChange }: { pack: Package; canChange: boolean }) => {
  const t = useText();
  const can = useCan();
  const periodOf = usePeriod();
  const [open, setOpen] = useState<Act>();
  const isActive = pack.status === 'active';
  const renews = isActive && pack.autoRenews;
  const mayChangeCard = can('packages:adjust') && can('packages:sell') && renews;
  const has = {
    freeze: can('packages:freeze') && isActive && pack.freeze === null,
    unfreeze: can('packages:freeze') && isActive && pack.freeze !== null,
    renewalDay: can('packages:adjust') && renews && pack.billingDay !== null,
    card: mayChangeCard,
    adjust: can('packages:adjust') && pack.creditsRemaining !== null && pack.status !== 'cancelled',
    cancel: can('packages:cancel') && pack.status !== 'cancelled' && pack.status !== 'expired',
  };
  const actions = canChange ? ACTS.filter((act) => has[act]) : [];
  const { creditsRemaining: left, creditsTotal, creditsUsed, usageLimit } = pack;
  const Opened = open === undefined ? undefined : DIALOGS[open];
  return (
    <article className="pack" aria-label={pack.name}>
      <div className="spread">
        <b className="strong">{pack.name}</b>
        <PackStatus pack={pack} />
      </div>
      {left !== null && isActive && (
        <div className="spread">
          <Punches used={creditsUsed} total={creditsTotal ?? left + creditsUsed} />
          <span className="small">
            <b className="strong">{t('words.creditsLeft', { count: left, held: pack.creditsHeld })}</b>
          </span>
        </div>
      )}
      {usageLimit !== null && isActive && (
        <p className="small quiet">
          {t('client.usageLimit', { used: usageLimit.used, count: usageLimit.count, period: usageLimit.period })}
        </p>
      )}
      {mayChangeCard && <Payer pack={pack} />}
      <div className="spread">
        <p className="small quiet">
          {periodOf(pack)}{' '}
          {left !== null && (
            <Button className="link" onPress={() => setOpen('ledger')}>
              {t('client.ledger')}
            </Button>
          )}
        </p>
        {actions.length > 0 && (
          <MenuTrigger>
            <Button
              variant="quiet"
              size="small"
              iconOnly
              aria-label={t('client.packActions', { name: pack.name })}
              icon={Ellipsis}
            />
            <Popover className="popover" placement="bottom end">
              <Menu className="menu" onAction={(key) => setOpen(ACTS.find((act) => act === key))}>
                {actions.map((act) => (
                  <MenuItem key={act} id={act}>
                    {t(WORDS[act])}
                  </MenuItem>
                ))}
              </Menu>
            </Popover>
          </MenuTrigger>
        )}
      </div>
      {Opened !== undefined && <Opened pack={pack} onClose={() => setOpen(undefined)} />}
    </article>
  );
};
