import type { Schemas } from '../../api/types.ts';
import { instantOf } from '../../formats/moment-text.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';
import type { Look } from './theme-queries.ts';

/** What is published, and the setting with the name of the brand. */
export type LookBody = Schemas['PutExperienceRequest'] & { readonly brand?: { readonly name?: string } };

/** What the form has in another way than what is published. */
interface Own {
  readonly 'theme.colors.primary': string;
  /** Numbers with commas between. */
  readonly 'milestones.visits': string;
  readonly 'milestones.minutes': string;
}
export type LookDraft = DraftOf<Look, LookBody, Own>;

/** Whether a text is a color as people write it: #0b7a5c, 0B7A5C or #07c. */
export const colorOf = (typed: string): string | undefined => {
  const match = /^\s*#?([0-9a-f]{6}|[0-9a-f]{3})\s*$/i.exec(typed);
  const [, digits = ''] = match ?? [];
  if (digits === '') return undefined;
  const six = digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('');
  return `#${six.toLowerCase()}`;
};

const listed = (values: readonly number[] | null): string => (values ?? []).join(', ');

/** Numbers that were typed with commas or spaces between; what is no number is sent, so that the server says what it wants. */
const numbersOf = (typed: string): number[] | null => {
  const parts = typed.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.length === 0 ? null : (parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part)) as number[]);
};

/** The theme with another color. The words on it are chosen again, and the logo is the brand's. */
const themeWith = (typed: string, before: Look | undefined): NonNullable<LookBody['theme']> => {
  const { onPrimary: _made, ...colors }: Partial<Look['theme']['colors']> = before?.theme.colors ?? {};
  return {
    ...(before === undefined ? {} : { name: before.theme.name, fontFamily: before.theme.fontFamily }),
    colors: { ...colors, primary: colorOf(typed) ?? typed },
  };
};

/** What apps can show, in the order of the page. */
export const FEATURES = [
  'features.challenges',
  'features.leaderboards',
  'features.awards',
  'features.streaks',
  'features.metrics',
  'features.video',
  'features.favorites',
  'features.watch_later',
] as const;

const isDown = (draft: LookDraft): boolean => draft['maintenance.active'];

/** The name of the brand, its color, and what apps show. A part of what is published is sent whole. */
export const lookFields = fieldsOf<Look, LookBody, Own>()({
  'brand.name': { kind: 'text', label: 'theme.name', missing: 'theme.wantsName' },
  'theme.colors.primary': {
    kind: 'text',
    label: 'theme.color',
    problem: (draft) => (colorOf(draft['theme.colors.primary']) === undefined ? 'theme.wantsColor' : undefined),
    read: ({ theme }) => theme.colors.primary.toUpperCase(),
    writes: ['theme'],
    send: (draft, before) => ({ theme: themeWith(draft['theme.colors.primary'], before) }),
  },
  isEnabled: { kind: 'switch', label: 'theme.enabled', hint: 'theme.enabledHint', usual: true },
  'features.challenges': { kind: 'switch', label: 'theme.challenges', hint: 'theme.challengesHint', usual: true },
  'features.leaderboards': { kind: 'switch', label: 'theme.leaderboards', hint: 'theme.leaderboardsHint', usual: true },
  'features.awards': { kind: 'switch', label: 'theme.awards', hint: 'theme.awardsHint', usual: true },
  'features.streaks': { kind: 'switch', label: 'theme.streaks', hint: 'theme.streaksHint', usual: true },
  'features.metrics': { kind: 'switch', label: 'theme.metrics', hint: 'theme.metricsHint', usual: true },
  'features.video': { kind: 'switch', label: 'theme.video', hint: 'theme.videoHint', usual: true },
  'features.favorites': { kind: 'switch', label: 'theme.favorites', hint: 'theme.favoritesHint', usual: true },
  'features.watch_later': { kind: 'switch', label: 'theme.watchLater', hint: 'theme.watchLaterHint', usual: true },
  'maintenance.active': {
    kind: 'switch',
    label: 'theme.maintenance',
    hint: 'theme.maintenanceHint',
    usual: false,
    writes: ['maintenance'],
    send: (draft, _, { timezone }) => ({
      maintenance: {
        active: draft['maintenance.active'],
        message: draft['maintenance.message'].trim() || null,
        until: instantOf(draft['maintenance.until'], timezone),
      },
    }),
  },
  'maintenance.message': {
    kind: 'text',
    isLong: true,
    rows: 2,
    label: 'theme.message',
    hint: 'theme.messageHint',
    when: isDown,
    writes: ['maintenance'],
    send: null,
  },
  'maintenance.until': {
    kind: 'moment',
    label: 'theme.until',
    hint: 'theme.untilHint',
    when: isDown,
    writes: ['maintenance'],
    send: null,
  },
  'milestones.visits': {
    kind: 'text',
    label: 'theme.visits',
    hint: 'theme.visitsHint',
    read: ({ milestones }) => listed(milestones.visits),
    writes: ['milestones'],
    send: (draft) => ({
      milestones: {
        visits: numbersOf(draft['milestones.visits']),
        minutes: numbersOf(draft['milestones.minutes']),
      },
    }),
  },
  'milestones.minutes': {
    kind: 'text',
    label: 'theme.minutes',
    hint: 'theme.minutesHint',
    read: ({ milestones }) => listed(milestones.minutes),
    writes: ['milestones'],
    send: null,
  },
});
