import { lengthOf } from '../../../texts/length.ts';
import { present } from '../../base/present.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import type { NewPlan, Plan } from '../../parts/plans/queries.ts';
import { useMe } from '../../session/session.ts';

const VALID = {
  on_purchase: 'plans.validFromPurchase',
  on_first_booking: 'plans.validFromFirstBooking',
  on_first_visit: 'plans.validFromFirstVisit',
  on_date: 'plans.validFromDate',
} as const;

/** The terms of a plan that is sold, or of a form. */
export type Terms = Plan | NewPlan;

/** What a plan gives, in a few words, and its terms as sentences. */
export const usePlanWords = () => {
  const t = useText();
  const { sites } = useMe();
  const { list } = useFormats();
  const siteNames = (ids: readonly string[]): string =>
    list(ids.map((id) => sites.find((each) => each.id === id)?.name ?? t('plans.otherSite')));
  return {
    siteNames,
    shortOf: ({ creditsTotal = null, autoRenews = false, usageLimit, ...terms }: Terms): string => {
      const use = usageLimit
        ? t('plans.usageShort', { count: usageLimit.count, period: usageLimit.period })
        : t('sell.unlimited');
      const credits = creditsTotal === null ? use : t('sell.credits', { count: creditsTotal });
      const length = lengthOf(terms);
      const time = length === undefined ? undefined : t('sell.days', length);
      return [credits, time, autoRenews ? t('sell.renews') : undefined].filter(Boolean).join(', ');
    },
    /** The terms, a sentence each. */
    sentencesOf: (plan: Terms): string[] => {
      const { creditsTotal, usageLimit, activationType = 'on_purchase' } = plan;
      const length = lengthOf(plan);
      const { eligibleSiteIds = [], eligibleCategories = [], minimumTermMonths, noticeDays = 0 } = plan;
      return present([
        creditsTotal == null ? t('plans.saysUnlimited') : t('plans.saysCredits', { count: creditsTotal }),
        usageLimit && t('plans.saysUsage', { count: usageLimit.count, period: usageLimit.period }),
        length === undefined ? t('plans.validForever') : t(VALID[activationType], length),
        plan.autoRenews === true ? t('plans.saysRenews', length ?? { count: 0, unit: 'day' }) : t('plans.saysEnds'),
        plan.autoRenews === true && minimumTermMonths != null && t('plans.saysMinimum', { count: minimumTermMonths }),
        plan.autoRenews === true && noticeDays > 0 && t('plans.saysNotice', { count: noticeDays }),
        plan.memberMayFreeze === true && t('plans.saysFreeze'),
        plan.isShareable === true && t('plans.saysShared'),
        plan.guestCredits === true && t('plans.saysGuests'),
        eligibleSiteIds.length === 0
          ? t('plans.saysAllSites')
          : t('plans.saysSites', { names: siteNames(eligibleSiteIds) }),
        eligibleCategories.length === 0
          ? t('plans.saysAllClasses')
          : t('plans.saysClasses', { names: list(eligibleCategories) }),
        t(plan.isSoldOnline === true ? 'plans.saysOnline' : 'plans.saysDesk'),
        plan.isSoldOnline === true && plan.maxPerClient != null && t('plans.saysMost', { count: plan.maxPerClient }),
      ]);
    },
  };
};
