import { useQuery } from '@tanstack/react-query';
import { Archive, CircleCheck, CircleSlash, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { TextKey } from '../../../texts/translate.ts';
import { present } from '../../base/present.ts';
import { useText } from '../../base/texts.tsx';
import { nowMs } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { planListQuery } from '../../parts/plans/queries.ts';
import { useMe } from '../../session/session.ts';
import type { Tone } from '../../ui/notices/status.tsx';
import type { DiscountCode, NewCode } from './queries.ts';

type Status = DiscountCode['status'];

export const STATUS_WORDS: Readonly<Record<Status, TextKey>> = {
  scheduled: 'codes.scheduled',
  active: 'codes.active',
  used_up: 'codes.usedUp',
  ended: 'codes.ended',
  archived: 'codes.archivedState',
};

export const STATUS_TONES: Readonly<Partial<Record<Status, Tone>>> = { active: 'positive', scheduled: 'info' };

export const STATUS_ICONS: Readonly<Record<Status, LucideIcon>> = {
  scheduled: Clock,
  active: CircleCheck,
  used_up: CircleSlash,
  ended: CircleX,
  archived: Archive,
};

/** The names of plans and sites. */
export const useNames = () => {
  const t = useText();
  const { sites } = useMe();
  const { list } = useFormats();
  const { data } = useQuery(planListQuery(false));
  const plans = data?.data ?? [];
  const named = (ids: readonly string[], of: readonly { id: string; name: string }[], other: TextKey): string =>
    list(ids.map((id) => of.find((each) => each.id === id)?.name ?? t(other)));
  return {
    plans,
    planNames: (ids: readonly string[]): string => named(ids, plans, 'codes.otherPlan'),
    siteNames: (ids: readonly string[]): string => named(ids, sites, 'plans.otherSite'),
  };
};

/** What a code takes off, in a few words, and its terms as sentences. */
export const useCodeWords = () => {
  const t = useText();
  const { money, date, time } = useFormats();
  const { planNames, siteNames } = useNames();
  const { sites } = useMe();
  const offOf = ({ percentOff, amountOff, currency }: DiscountCode | NewCode): string => {
    if (amountOff != null && currency != null) return t('codes.amountOff', { amount: money(amountOff, currency) });
    return percentOff == null ? '' : t('codes.percentOff', { percent: percentOff });
  };
  const endOf = (endsAt: string): string => {
    const isOver = Date.parse(endsAt) <= nowMs();
    return t(isOver ? 'codes.saysEnded' : 'codes.saysUntil', { date: date(endsAt), time: time(endsAt) });
  };
  const times = ({ startsAt = null, endsAt = null }: DiscountCode | NewCode): string[] =>
    present([
      startsAt !== null && t('codes.saysFrom', { date: date(startsAt), time: time(startsAt) }),
      endsAt === null ? t('codes.saysNoEnd') : endOf(endsAt),
    ]);
  const usesOf = ({ appliesTo = 'plans', planIds = [] }: DiscountCode | NewCode): string[] => {
    const plans = planIds.length === 0 ? t('codes.saysAllPlans') : t('codes.saysPlans', { names: planNames(planIds) });
    if (appliesTo === 'visits') return [t('codes.saysVisits')];
    return appliesTo === 'all' ? [plans, t('codes.saysVisitsToo')] : [plans];
  };
  return {
    offOf,
    untilOf: ({ endsAt }: DiscountCode): string => (endsAt === null ? t('codes.noEnd') : date(endsAt)),
    usedOf: ({ redemptions: count, maxRedemptions: most }: DiscountCode): string =>
      most === null ? t('codes.used', { count }) : t('codes.usedOf', { count, most }),
    /** The terms, a sentence each. */
    sentencesOf: (code: DiscountCode | NewCode): string[] => {
      const { appliesTo = 'plans', eligibleSiteIds = [], maxRedemptions = null, maxPerClient = 1 } = code;
      const siteText =
        eligibleSiteIds.length === 0
          ? t('codes.saysAllSites')
          : t('codes.saysSites', { names: siteNames(eligibleSiteIds) });
      return present([
        ...usesOf(code),
        sites.length > 1 && siteText,
        ...times(code),
        maxPerClient === null ? t('codes.saysOften') : t('codes.saysPerClient', { count: maxPerClient }),
        maxRedemptions !== null && t('codes.saysMost', { count: maxRedemptions }),
        code.newClientsOnly === true && t('codes.saysNew'),
        appliesTo !== 'visits' && t('codes.saysFirst'),
      ]);
    },
  };
};
