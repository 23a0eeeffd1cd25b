import { Type } from '@sinclair/typebox';
import type { Read } from '../../database/database.ts';
import { SETTINGS_GROUPS } from '../../events/enumerations.ts';
import { canAccessSite } from '../../kernel/caller.ts';
import { id, nullable, object, oneOf, optional } from '../../kernel/schemas.ts';
import { currentExperience, isBuiltIn } from '../experience/queries.ts';
import { valuesIn } from '../settings/overlay.ts';
import { allOverrides, brandRow, type ScopedSettings } from '../settings/queries.ts';
import { type GroupName, UpdateSettings } from '../settings/shapes.ts';
import { Site } from '../sites/record.ts';

/** What a scope sets itself. */
export const settingsShape = object(() => ({
  object: Type.Literal('settings'),
  scope: oneOf('brand', 'site'),
  siteId: nullable(id()),
  ...UpdateSettings.properties,
  experience: optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'Of the brand: the parts of PUT /manage/experience.' }),
  ),
}));

/** The values of a group that a scope sets itself, in the order of the interface. */
const ownValues = (scoped: ScopedSettings, group: GroupName): object => {
  const own = valuesIn((scoped.own ?? scoped.brand)[group]);
  const names = Object.keys(UpdateSettings.properties[group].properties);
  return Object.fromEntries(
    names.filter((name) => own[name] !== undefined && own[name] !== null).map((name) => [name, own[name]]),
  );
};

/** What the brand has published of the experience; nothing while that is the built-in one. */
const experienceOf = (read: Read): object => {
  const current = currentExperience(read);
  if (isBuiltIn(current)) return {};
  const { theme, isEnabled, maintenance, milestones } = current;
  return { experience: { theme, isEnabled, maintenance, milestones } };
};

/** The settings of the brand, then of each site that overrides some. */
export const exportedSettings = (read: Read, siteIds: readonly string[] | null): object[] => {
  const brand = brandRow(read);
  const ofSites = allOverrides(read)
    .filter(({ scope }) => canAccessSite({ siteIds }, scope))
    .map((own) => ({ brand, site: Site.rows.find(read, own.scope), own }));
  return [{ brand, site: undefined, own: undefined }, ...ofSites].flatMap((scoped) => {
    const groups = SETTINGS_GROUPS.map((group) => [group, ownValues(scoped, group)] as const).filter(
      ([, values]) => Object.keys(values).length > 0,
    );
    // A site whose overrides were all cleared follows the brand, as one that never had any.
    if (scoped.site !== undefined && groups.length === 0) return [];
    const [scope, experience] = scoped.site === undefined ? ['brand', experienceOf(read)] : ['site', {}];
    return [
      { object: 'settings', scope, siteId: scoped.site?.id ?? null, ...Object.fromEntries(groups), ...experience },
    ];
  });
};
