import { SETTINGS_GROUPS } from '../../events/enumerations.ts';
import { laterOf } from '../../kernel/local-time.ts';
import { valuesIn } from './overlay.ts';
import { groupsOf, type ScopedSettings } from './queries.ts';
import type { Groups, SettingsWire } from './shapes.ts';

/** The fields that the site takes from the brand; its currency is always its own. */
const inheritedOf = ({ site, own }: ScopedSettings, groups: Groups): string[] => {
  if (site === undefined) return [];
  return SETTINGS_GROUPS.flatMap((group) => {
    const overridden = new Set(own === undefined ? [] : Object.keys(valuesIn(own[group])));
    return Object.keys(groups[group])
      .filter((field) => !overridden.has(field))
      .map((field) => `${group}.${field}`)
      .filter((path) => path !== 'payment.currency');
  });
};

/** What the keys and the account in the configuration say of the processor. */
export type ProcessorInfo = Omit<SettingsWire['payment']['processor'], 'confirmOnConnectedAccount'>;

export const settingsView = (scoped: ScopedSettings, processor: ProcessorInfo): SettingsWire => {
  const { brand, site, own } = scoped;
  const groups = groupsOf(scoped);
  return {
    object: 'settings',
    scope: site === undefined ? 'brand' : 'site',
    siteId: site?.id ?? null,
    inherited: inheritedOf(scoped, groups),
    ...groups,
    payment: { ...groups.payment, processor: { ...groups.payment.processor, ...processor } },
    createdAt: (own ?? brand).createdAt,
    updatedAt: laterOf(brand.updatedAt, own?.updatedAt ?? ''),
  };
};
