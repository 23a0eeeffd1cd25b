import type { Choice } from '../../../ui/select.tsx';
import type { Part } from '../shared/specs.ts';

/** What the settings of the studio choose from, which the page makes in its language. */
interface Choices {
  readonly locales: readonly Choice[];
  readonly currencies: readonly Choice[];
  readonly zones: readonly Choice[];
  readonly days: readonly Choice[];
  readonly sites: readonly Choice[];
}

/** The settings of the studio as a whole. */
export const studioParts = ({ locales, currencies, zones, days, sites }: Choices): readonly Part[] => [
  {
    title: 'studio.partPlace',
    specs: [
      {
        path: 'brand.locale',
        name: 'studio.locale',
        hint: 'studio.localeHint',
        type: { kind: 'list', choices: locales },
      },
      {
        path: 'payment.currency',
        name: 'studio.currency',
        hint: 'studio.currencyHint',
        type: { kind: 'list', choices: currencies },
      },
      {
        path: 'brand.defaultTimezone',
        name: 'studio.zone',
        hint: 'studio.zoneHint',
        type: { kind: 'list', choices: zones },
      },
      {
        path: 'brand.weekStart',
        name: 'studio.weekStart',
        hint: 'studio.weekStartHint',
        type: { kind: 'list', choices: days },
        usual: 'MO',
      },
      {
        path: 'brand.defaultSiteId',
        name: 'studio.defaultSite',
        hint: 'studio.defaultSiteHint',
        type: { kind: 'list', choices: sites },
      },
    ],
  },
  {
    title: 'studio.partHelp',
    specs: [
      {
        path: 'brand.supportEmail',
        name: 'studio.support',
        hint: 'studio.supportHint',
        type: { kind: 'email' },
      },
      {
        path: 'brand.memberTier',
        name: 'studio.tier',
        hint: 'studio.tierHint',
        type: {
          kind: 'choice',
          answers: [
            { id: 'basic', label: 'studio.tierBasic' },
            { id: 'premium', label: 'studio.tierPremium' },
            { id: 'pro', label: 'studio.tierPro' },
          ],
        },
        usual: 'basic',
      },
    ],
  },
  {
    title: 'studio.partSafety',
    specs: [
      {
        path: 'brand.requireSecondFactor',
        name: 'studio.secondFactor',
        hint: 'studio.secondFactorHint',
        type: { kind: 'switch' },
        usual: 'no',
        permission: 'staff:write_owners',
      },
    ],
  },
];
