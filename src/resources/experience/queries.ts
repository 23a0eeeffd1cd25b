import { desc } from 'drizzle-orm';
import type { Read } from '../../database/database.ts';
import { objectOf } from '../../kernel/objects.ts';
import { query, select } from '../../records/query.ts';
import { ContentFeature, FEATURE_KEYS } from '../content/features/record.ts';
import { brandRow, brandSettings } from '../settings/queries.ts';
import { COLORS, type ExperienceStatusResponse, type MilestoneLists, type PutExperienceBody } from './shapes.ts';
import { type ExperienceRow, experienceVersions } from './tables.ts';

const latest = query<ExperienceRow>(() =>
  select.select().from(experienceVersions).orderBy(desc(experienceVersions.version)).limit(1),
);

export const BUILT_IN_THEME = '00000000-0000-7000-8000-000000000000';

type Sent = Required<PutExperienceBody>;

/** One version of the experience: what callers sent of each part. */
export interface ExperienceVersion {
  readonly id: string;
  readonly version: number;
  readonly theme: Sent['theme'];
  readonly isEnabled: boolean;
  readonly maintenance: Sent['maintenance'];
  readonly milestones: Sent['milestones'];
  readonly createdAt: string;
}

export const currentExperience = (read: Read): ExperienceVersion => {
  const row = latest.get(read);
  if (row === undefined) {
    const parts = { theme: {}, isEnabled: true, maintenance: {}, milestones: {} };
    return { id: BUILT_IN_THEME, version: 1, ...parts, createdAt: brandRow(read).createdAt };
  }
  return {
    ...row,
    theme: JSON.parse(row.theme),
    isEnabled: row.isEnabled === 1,
    maintenance: JSON.parse(row.maintenance),
    milestones: JSON.parse(row.milestones),
  };
};

export const isBuiltIn = ({ id }: ExperienceVersion): boolean => id === BUILT_IN_THEME;

/** The theme of the studio: what its last version sets, else the built-in one with the logo of the brand. */
export const themeOf = (read: Read, current: ExperienceVersion = currentExperience(read)) => {
  const { id, version, theme, createdAt } = current;
  return {
    id,
    name: theme.name ?? 'Default',
    status: 'published' as const,
    version,
    publishedAt: createdAt,
    colors: { ...COLORS, ...theme.colors },
    logoUrl: theme.logoUrl ?? brandSettings(read).logoUrl,
    fontFamily: theme.fontFamily ?? null,
  };
};

/** The milestones that the brand has chosen, ascending; null for the usual ones. */
export const milestoneLists = (read: Read): MilestoneLists => {
  const { visits = null, minutes = null } = currentExperience(read).milestones;
  return { visits, minutes };
};

const features = query<{ key: keyof ExperienceStatusResponse['features']; enabled: number }>(() =>
  select.select({ key: ContentFeature.table.key, enabled: ContentFeature.table.enabled }).from(ContentFeature.table),
);

/** Whether apps show each feature: where it is enabled at any of its placements. */
export const enabledFeatures = (read: Read): ExperienceStatusResponse['features'] => {
  const found = objectOf(FEATURE_KEYS, () => false);
  for (const { key, enabled } of features.all(read)) found[key] ||= enabled === 1;
  return found;
};
