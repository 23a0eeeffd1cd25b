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

const colour = (description: string) =>
  matching('^#[0-9A-Fa-f]{6}$', 'must be a colour, such as #0f766e', { description });

/** The colours of the built-in theme: the colours of the pages of studiod. */
export const COLOURS = {
  primary: '#0b7a5c',
  onPrimary: '#ffffff',
  background: '#f4f7f5',
  surface: '#ffffff',
  text: '#1c2421',
  mutedText: '#5b6863',
} as const;

export type ColourName = keyof typeof COLOURS;
export type Colours = Readonly<Record<ColourName, string>>;

/** What must be readable: a colour of text, and the colour behind it. */
export const READABLE: readonly (readonly [ColourName, ColourName])[] = [
  ['onPrimary', 'primary'],
  ['text', 'background'],
  ['text', 'surface'],
  ['mutedText', 'background'],
  ['mutedText', 'surface'],
];

const colours = {
  primary: colour('Of buttons and what stands out.'),
  onPrimary: colour(
    'The colour of text on the primary colour; if you send only the primary colour, a readable colour is chosen.',
  ),
  background: colour('Behind everything.'),
  surface: colour('Of cards and fields, on the background.'),
  text: colour('Of text.'),
  mutedText: colour('Of hints and other text of less weight.'),
};

const themeName = described(name(), 'The name of the theme.');
const logoUrl = described(nullable(url()), "The address of the logo; by default the brand's.");
const fontFamily = described(
  nullable(matching('^[A-Za-z0-9][A-Za-z0-9 ,-]{0,99}$', 'must be names of fonts, separated by commas')),
  'Names of fonts, the preferred font first; null for the font of the device.',
);

const Theme = shape('Theme', () => ({
  id: described(id(), 'The id of this version of the theme.'),
  name: themeName,
  status: described(oneOf('published'), 'The last version is published.'),
  version: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'Every change has the next number; 1 is the built-in theme.',
  }),
  publishedAt: described(instant(), 'When this version was published.'),
  colors: described(object(colours), 'As #rrggbb. Text has a contrast of at least 4.5:1.'),
  logoUrl,
  fontFamily,
}));

const message = described(nullable(line(500)), 'What apps tell members meanwhile.');
const until = described(nullable(instant()), 'When it ends by itself; null if it does not.');
const maintenance = described(
  object({ active: described(flag(), 'Whether it is now.'), message, until }),
  'Whether apps tell members to come back later.',
);
const isEnabled = described(flag(), "Whether apps show the studio's own experience.");

type FeatureKey = (typeof FEATURE_KEYS)[number];

const FEATURES: Readonly<Record<FeatureKey, string>> = {
  challenges: 'Whether apps show challenges.',
  metrics: 'Whether apps show metrics.',
  leaderboards: 'Whether apps show leaderboards.',
  awards: 'Whether apps show awards.',
  streaks: 'Whether apps show streaks and milestones.',
  video: 'Whether apps show videos.',
  favorites: 'Whether apps let members mark favourites.',
  watch_later: 'Whether apps let members put content aside for later.',
};

const features = objectOf(FEATURE_KEYS, (key) => described(flag(), FEATURES[key]));
const sentFeatures = objectOf(FEATURE_KEYS, (key) => optional(features[key]));
const featuresAbout = 'What apps show, by the keys of the content features.';

const thresholds = (description: string) =>
  described(
    nullable(Type.Array(integer(1, 1_000_000), { minItems: 1, maxItems: 100, uniqueItems: true })),
    description,
  );
const milestones = {
  visits: thresholds('The numbers of visits that are milestones; null for 1, 5, 10, 25, 50, 100, then each 50.'),
  minutes: thresholds('The minutes that are milestones; null for 100, 500, 1,000, then each 1,000.'),
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
  updatedAt: described(instant(), 'When the last version was made.'),
}));

export const PutExperience = shape('PutExperienceRequest', () => ({
  theme: optional(
    described(
      object({
        name: optional(themeName),
        colors: optional(described(Type.Partial(object(colours), { additionalProperties: false }), 'As #rrggbb.')),
        logoUrl: optional(logoUrl),
        fontFamily: optional(fontFamily),
      }),
      'The theme; what you leave out of it is as in the built-in theme.',
    ),
  ),
  isEnabled: optional(isEnabled),
  maintenance: optional(
    described(
      object({
        active: optional(described(flag(), 'Whether it begins now; false unless you send it.')),
        message: optional(message),
        until: optional(until),
      }),
      'Whether apps tell members to come back later.',
    ),
  ),
  features: optional(described(object(sentFeatures), `${featuresAbout} Keys that you leave out stay as they are.`)),
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
