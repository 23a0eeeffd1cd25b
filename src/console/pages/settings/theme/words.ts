import type { TextKey } from '../../../../texts/translate.ts';
import type { FieldWords } from '../../../edit/conflict-view.tsx';
import { useText } from '../../../texts.tsx';

export const NAMES = {
  name: 'theme.name',
  colour: 'theme.colour',
  isEnabled: 'theme.enabled',
  'features.challenges': 'theme.challenges',
  'features.leaderboards': 'theme.leaderboards',
  'features.awards': 'theme.awards',
  'features.streaks': 'theme.streaks',
  'features.metrics': 'theme.metrics',
  'features.video': 'theme.video',
  'features.favorites': 'theme.favorites',
  'features.watch_later': 'theme.watchLater',
  'maintenance.active': 'theme.maintenance',
  'maintenance.message': 'theme.message',
  'maintenance.until': 'theme.until',
  'milestones.visits': 'theme.visits',
  'milestones.minutes': 'theme.minutes',
} as const satisfies Readonly<Record<string, TextKey>>;

export type Path = keyof typeof NAMES;

/** The fields of the server's whose names differ here. */
const SERVER: Readonly<Record<string, Path>> = { 'brand.name': 'name', 'theme.colors.primary': 'colour' };
const isPath = (path: string): path is Path => Object.hasOwn(NAMES, path);

/** Where the server says what is wrong with a field. */
export const paramOf = (path: Path): string => Object.entries(SERVER).find(([, own]) => own === path)?.[0] ?? path;

/** Whether a field is on or off. */
const isSwitch = (path: string): boolean =>
  path === 'isEnabled' || path === 'maintenance.active' || path.startsWith('features.');

/** The names of the fields, by where the server has them. */
export const PUBLISHED_NAMES: Readonly<Record<string, TextKey>> = {
  ...NAMES,
  ...Object.fromEntries(Object.entries(SERVER).map(([param, path]) => [param, NAMES[path]])),
};

/** The names and the values of what is published, in words. */
export const useThemeWords = (): FieldWords => {
  const t = useText();
  return {
    nameOf: (param) => {
      const path = SERVER[param] ?? param.replace(/\[\d+\]$/, '');
      return isPath(path) ? t(NAMES[path]) : path;
    },
    shownOf: (path, value) => {
      if (isSwitch(path)) return t(value === 'yes' ? 'settings.on' : 'settings.off');
      return value === '' ? t('settings.nothing') : value.replace('T', ' ');
    },
  };
};
