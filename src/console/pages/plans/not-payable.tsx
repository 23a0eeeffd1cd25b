import { useQueries } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import type { TextKey } from '../../../texts/translate.ts';
import { useText } from '../../base/texts.tsx';
import { settingsQuery } from '../../parts/settings/queries.ts';
import type { Settings } from '../../parts/settings/settings-record.ts';
import { useCan, useMe } from '../../session/session.ts';
import { Link } from '../../ui/button.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { type Terms, usePlanWords } from './plan-words.ts';

/**
 * Why no member can pay by card at a site; undefined where they can. Only a sandbox takes cards without a processor. The
 * processor is the same at every site, and comes first.
 */
const reasonOf = ({ processor, acceptedMethods }: Settings['payment'], isSandbox: boolean): TextKey | undefined => {
  if (processor.name === null || (processor.name === 'sandbox' && !isSandbox)) return 'plans.noProcessor';
  if (processor.mode === 'live' && processor.onboardingStatus === 'pending') return 'plans.notOnboarded';
  return acceptedMethods.includes('card') ? undefined : 'plans.noCards';
};

interface NotPayableProps {
  readonly plan: Pick<Terms, 'isSoldOnline' | 'price' | 'eligibleSiteIds'>;
}

/**
 * Says of a plan that is sold online for money where no one can pay for it yet, by the settings in effect at each of its
 * sites, and leads to where that is mended.
 */
export const NotPayable = ({ plan: { isSoldOnline, price, eligibleSiteIds = [] } }: NotPayableProps) => {
  const t = useText();
  const can = useCan();
  const { siteNames } = usePlanWords();
  const { isSandbox, sites: all } = useMe();
  const isAsked = isSoldOnline === true && price > 0 && can('settings:read');
  const sites = all.filter(({ id }) => eligibleSiteIds.length === 0 || eligibleSiteIds.includes(id));
  const settings = useQueries({ queries: isAsked ? sites.map(({ id }) => settingsQuery(id)) : [] });
  const found = settings.flatMap(({ data }, index) => {
    const [siteId, reason] = [sites[index]?.id, data && reasonOf(data.data.payment, isSandbox)];
    return siteId === undefined || reason === undefined ? [] : [{ siteId, reason }];
  });
  const [first] = found;
  // What is not read yet may be payable.
  if (first === undefined || settings.some(({ data }) => data === undefined)) return null;
  const isEverywhere = found.length === sites.length;
  const names = siteNames(found.map(({ siteId }) => siteId));
  return (
    <div className="notice" data-tone="caution" role="status">
      <Icon of={CreditCard} />
      <div className="text">
        <b>{isEverywhere ? t('plans.notPayable') : t('plans.notPayableAt', { names })}</b>
        <p className="small">{t(first.reason)}</p>
        <p>
          <Link to="/settings/payment" search={isEverywhere ? {} : { site: first.siteId }} className="link small">
            {t('plans.toPayment')}
          </Link>
        </p>
      </div>
    </div>
  );
};
