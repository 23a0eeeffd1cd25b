import { type Static, Type } from '@sinclair/typebox';
import { objectOf } from '../../kernel/objects.ts';
import { matching } from '../../kernel/patterns.ts';
import {
  described,
  flag,
  id,
  instant,
  integer,
  line,
  name,
  nullable,
  object,
  oneOf,
  optional,
  shape,
  url,
} from '../../kernel/schemas.ts';
import { FEATURE_KEYS } from '../content/features/record.ts';

const color = (description: string) =>
  matching('^#[0-9A-Fa-f]{6}$', 'must be a colour, such as #0f766e', { description });

/** The colors of the built-in theme: the colors of the pages of studiod. */
export const COLORS = {
  primary: '#0f766e',
  onPrimary: '#ffffff',
  background: '#f4f7f5',
  surface: '#ffffff',
  text: '#1c2421',
  mutedText: '#5b6863',
} as const;

export type ColorName = keyof typeof COLORS;
export type Colors = Readonly<Record<ColorName, string>>;

/** What must be readable: a color of text, and the color behind it. */
export const READABLE: readonly (readonly [ColorName, ColorName])[] = [
  ['onPrimary', 'primary'],
  ['text', 'background'],
  ['text', 'surface'],
  ['mutedText', 'background'],
  ['mutedText', 'surface'],
];

const colors = {
  primary: color('The color of buttons and accents.'),
  onPrimary: color(
    'The color of text on the primary color. If you send only the primary color, a readable one is chosen.',
  ),
  background: color('The background color.'),
  surface: color('The color of cards and fields, on the background.'),
  text: color('The color of text.'),
  mutedText: color('The color of hints and other secondary text.'),
};

const themeName = described(name(), 'The name of the theme.');
const logoUrl = described(nullable(url()), "The URL of the logo. Defaults to the brand's logo.");
const fontFamily = described(
  nullable(matching('^[A-Za-z0-9][A-Za-z0-9 ,-]{0,99}$', 'must be names of fonts, separated by commas')),
  "Font names in order of preference. `null` for the device's font.",
);

const Theme = shape('Theme', () => ({
  id: described(id(), 'The ID of this version of the theme.'),
  name: themeName,
  status: described(oneOf('published'), 'The latest version is published.'),
  version: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'The version number, which increases with each change. 1 is the built-in theme.',
  }),
  publishedAt: described(instant(), 'Time at which this version was published.'),
  colors: described(object(colors), 'Colors as #rrggbb. Text has a contrast of at least 4.5:1.'),
  logoUrl,
  fontFamily,
}));

const message = described(nullable(line(500)), 'The message apps show to members meanwhile.');
const until = described(nullable(instant()), 'Time at which it ends automatically. `null` if it does not.');
const maintenance = described(
  object({ active: described(flag(), 'Whether maintenance mode is on now.'), message, until }),
  'Maintenance mode, in which apps ask members to come back later.',
);
const isEnabled = described(flag(), "Whether apps use the studio's own experience.");

type FeatureKey = (typeof FEATURE_KEYS)[number];

const FEATURES: Readonly<Record<FeatureKey, string>> = {
  challenges: 'Whether apps show challenges.',
  metrics: 'Whether apps show metrics.',
  leaderboards: 'Whether apps show leaderboards.',
  awards: 'Whether apps show awards.',
  streaks: 'Whether apps show streaks and milestones.',
  video: 'Whether apps show videos.',
  favorites: 'Whether members can mark favorites in apps.',
  watch_later: 'Whether members can save content to watch later in apps.',
};

const features = objectOf(FEATURE_KEYS, (key) => described(flag(), FEATURES[key]));
const sentFeatures = objectOf(FEATURE_KEYS, (key) => optional(features[key]));
const featuresAbout = 'What apps show, by content feature key.';

const thresholds = (description: string) =>
  described(
    nullable(Type.Array(integer(1, 1_000_000), { minItems: 1, maxItems: 100, uniqueItems: true })),
    description,
  );
const milestones = {
  visits: thresholds('The numbers of visits that are milestones. `null` for 1, 5, 10, 25, 50, 100, and then every 50.'),
  minutes: thresholds('The numbers of minutes that are milestones. `null` for 100, 500, 1,000, and then every 1,000.'),
};

/** records.md "Experience and notifications". */
export const ExperienceStatus = shape('ExperienceStatus', () => ({
  object: Type.Literal('experience_status'),
  theme: Theme,
  isEnabled,
  maintenance,
  features: described(object(features), featuresAbout),
}));

export const Experience = shape('Experience', () => ({
  ...ExperienceStatus.properties,
  object: Type.Literal('experience'),
  milestones: described(object(milestones), 'When members reach milestones.'),
  updatedAt: described(instant(), 'Time at which the latest version was published.'),
}));

export const PutExperience = shape('PutExperienceRequest', () => ({
  theme: optional(
    described(
      object({
        name: optional(themeName),
        colors: optional(
          described(Type.Partial(object(colors), { additionalProperties: false }), 'Colors as #rrggbb.'),
        ),
        logoUrl: optional(logoUrl),
        fontFamily: optional(fontFamily),
      }),
      'The theme. Fields you omit are those of the built-in theme.',
    ),
  ),
  isEnabled: optional(isEnabled),
  maintenance: optional(
    described(
      object({
        active: optional(described(flag(), 'Whether maintenance mode starts now. Defaults to `false`.')),
        message: optional(message),
        until: optional(until),
      }),
      'Maintenance mode, in which apps ask members to come back later.',
    ),
  ),
  features: optional(described(object(sentFeatures), `${featuresAbout} Keys you omit are kept.`)),
  milestones: optional(
    described(
      object({ visits: optional(milestones.visits), minutes: optional(milestones.minutes) }),
      'When members reach milestones.',
    ),
  ),
}));

export type ExperienceStatusResponse = Static<typeof ExperienceStatus>;
export type ExperienceResponse = Static<typeof Experience>;
export type PutExperienceBody = Static<typeof PutExperience>;
export type MilestoneLists = ExperienceResponse['milestones'];
