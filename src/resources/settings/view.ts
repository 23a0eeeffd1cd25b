import { groupsOf, type Scoped } from './effective.ts';
import type { Groups, SettingsWire } from './shapes.ts';

/** The fields of which the site sets nothing itself; a site's currency is always its own. */
const inheritedOf = ({ site, own }: Scoped, groups: Groups): string[] => {
  if (site === undefined) return [];
  return (Object.keys(groups) as (keyof Groups)[]).flatMap((group) => {
    const overridden = new Set(own === undefined ? [] : Object.keys(JSON.parse(own[group]) as object));
    return Object.keys(groups[group])
      .filter((field) => !overridden.has(field))
      .map((field) => `${group}.${field}`)
      .filter((path) => path !== 'payment.currency');
  });
};

const later = (left: string, right: string): string => (left > right ? left : right);

/** What follows of the processor from the keys and the account that the machine is configured with. */
export type ProcessorInfo = Omit<SettingsWire['payment']['processor'], 'confirmOnConnectedAccount'>;

export const settingsView = (scoped: Scoped, processor: ProcessorInfo): SettingsWire => {
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
    updatedAt: later(brand.updatedAt, own?.updatedAt ?? ''),
  };
};
