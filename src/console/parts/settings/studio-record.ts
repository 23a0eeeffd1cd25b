import { type Part, settingsOf } from './settings-record.ts';

/** The settings of the studio as a whole. */
export const STUDIO: readonly Part[] = [
  {
    title: 'studio.partPlace',
    fields: settingsOf()({
      'brand.locale': { kind: 'pick', label: 'studio.locale', hint: 'studio.localeHint' },
      'payment.currency': { kind: 'pick', label: 'studio.currency', hint: 'studio.currencyHint' },
      'brand.defaultTimezone': { kind: 'pick', label: 'studio.zone', hint: 'studio.zoneHint' },
      'brand.weekStart': { kind: 'pick', label: 'studio.weekStart', hint: 'studio.weekStartHint', usual: 'MO' },
      'brand.defaultSiteId': { kind: 'pick', label: 'studio.defaultSite', hint: 'studio.defaultSiteHint' },
    }),
  },
  {
    title: 'studio.partHelp',
    fields: settingsOf()({
      'brand.supportEmail': { kind: 'text', input: 'email', label: 'studio.support', hint: 'studio.supportHint' },
      'brand.memberTier': {
        kind: 'choice',
        look: 'radio',
        answers: [
          { id: 'basic', label: 'studio.tierBasic' },
          { id: 'premium', label: 'studio.tierPremium' },
          { id: 'pro', label: 'studio.tierPro' },
        ],
        label: 'studio.tier',
        hint: 'studio.tierHint',
        usual: 'basic',
      },
    }),
  },
  {
    title: 'studio.partSafety',
    fields: settingsOf()({
      'brand.requireSecondFactor': {
        kind: 'switch',
        label: 'studio.secondFactor',
        hint: 'studio.secondFactorHint',
        usual: false,
        permission: 'staff:write_owners',
      },
    }),
  },
];
