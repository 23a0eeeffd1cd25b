import type { Tx } from '../../database/database.ts';
import { type Caller, requireWholeBrand } from '../../kernel/caller.ts';
import { epochOf, isoInstant } from '../../kernel/clock.ts';
import { type Detail, invalid, invalidDetail } from '../../kernel/problem.ts';
import { tableRows } from '../../records/query.ts';
import { updateFeature } from '../content/features/features.ts';
import { featuresOfKey } from '../content/features/queries.ts';
import { ContentFeature } from '../content/features/record.ts';
import { contrastOf, MIN_CONTRAST } from './contrast.ts';
import { currentExperience, enabledFeatures } from './queries.ts';
import { COLORS, type Colors, type PutExperienceBody, READABLE } from './shapes.ts';
import { experienceVersions } from './tables.ts';

/** Two decimals, rounded down: 4.499 must not read as enough. */
const figure = (contrast: number): string => (Math.floor(contrast * 100) / 100).toFixed(2);

/** @throws Problem 400 with the contrast of every two colors that are too alike. */
const requireReadable = (colors: Colors): void => {
  const details = READABLE.flatMap(([front, back]): Detail[] => {
    const contrast = contrastOf(colors[front], colors[back]);
    if (contrast >= MIN_CONTRAST) return [];
    const pair = `'${front}' (${colors[front]}) on '${back}' (${colors[back]})`;
    const message = `The contrast of ${pair} is ${figure(contrast)}:1. Choose colors with at least ${MIN_CONTRAST}:1.`;
    return [
      invalidDetail(`theme.colors.${front}`, message, {
        reason: 'low_contrast',
        contrast: figure(contrast),
        min: MIN_CONTRAST,
      }),
    ];
  });
  if (details.length > 0) throw invalid(details);
};

const WHITE = '#ffffff';
const BLACK = '#000000';

/** The color of text on any brand color: white, else the usual one of text, else black, which is readable where those are not. */
const wordsOn = (primary: string): string =>
  [WHITE, COLORS.text].find((words) => contrastOf(words, primary) >= MIN_CONTRAST) ?? BLACK;

/** A theme as it is stored: its colors in lower case. @throws Problem 400 for colors that cannot be read. */
const storedTheme = (theme: NonNullable<PutExperienceBody['theme']>) => {
  if (theme.colors === undefined) return theme;
  const sent: Partial<Colors> = Object.fromEntries(
    Object.entries(theme.colors).map(([name, color]) => [name, color.toLowerCase()]),
  );
  const { primary, onPrimary } = sent;
  const colors = primary === undefined || onPrimary !== undefined ? sent : { ...sent, onPrimary: wordsOn(primary) };
  requireReadable({ ...COLORS, ...colors });
  return { ...theme, colors };
};

const storedMaintenance = (maintenance: NonNullable<PutExperienceBody['maintenance']>) =>
  typeof maintenance.until === 'string'
    ? { ...maintenance, until: isoInstant(epochOf(maintenance.until)) }
    : maintenance;

const ascending = (list: number[] | null) => list?.toSorted((left, right) => left - right) ?? null;

/** Milestones as they are stored: those that were sent, ascending. */
const storedMilestones = ({ visits, minutes }: NonNullable<PutExperienceBody['milestones']>) => ({
  ...(visits === undefined ? {} : { visits: ascending(visits) }),
  ...(minutes === undefined ? {} : { minutes: ascending(minutes) }),
});

const rowsOfKey = (tx: Tx, key: string) =>
  featuresOfKey(tx, key).flatMap(({ id }) => ContentFeature.rows.find(tx, id) ?? []);

const switchFeatures = (tx: Tx, caller: Caller, features: NonNullable<PutExperienceBody['features']>): void => {
  const before = enabledFeatures(tx);
  for (const [key, enabled] of Object.entries(features)) {
    // What is as it was stays as it is at each placement.
    if (Reflect.get(before, key) === enabled) continue;
    for (const row of rowsOfKey(tx, key)) updateFeature(tx, caller, row, { enabled });
  }
};

const versions = tableRows(experienceVersions);

/**
 * Makes the next version of the experience. A part that the body leaves out stays as it is; one that it has replaces the
 * part whole.
 * @throws Problem 400 for colors without contrast; 403 `site_not_allowed` for a caller that is restricted to sites.
 */
export const putExperience = (tx: Tx, caller: Caller, body: PutExperienceBody): void => {
  requireWholeBrand(caller, 'themes and features');
  const current = currentExperience(tx);
  const { theme, isEnabled = current.isEnabled, maintenance, milestones, features = {} } = body;
  versions.insert(tx, {
    id: tx.id(),
    version: current.version + 1,
    theme: JSON.stringify(theme === undefined ? current.theme : storedTheme(theme)),
    isEnabled: isEnabled ? 1 : 0,
    maintenance: JSON.stringify(maintenance === undefined ? current.maintenance : storedMaintenance(maintenance)),
    milestones: JSON.stringify(milestones === undefined ? current.milestones : storedMilestones(milestones)),
    createdAt: tx.now,
  });
  switchFeatures(tx, caller, features);
};
