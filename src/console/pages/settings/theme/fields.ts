import type { Schemas } from '../../../api/types.ts';
import type { Fields } from '../../../edit/fields.ts';
import { localDateOf, wallTime } from '../../../local-time.ts';
import { instantOf } from '../../../moments.ts';

type Experience = Schemas['Experience'];

/** What apps can show, in the order of the page. */
export const FEATURES = [
  'challenges',
  'leaderboards',
  'awards',
  'streaks',
  'metrics',
  'video',
  'favorites',
  'watch_later',
] as const;

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
const listed = (values: readonly number[] | null): string => (values ?? []).join(', ');

/** What is published, as a form holds it. @param zone the zone of the studio, in which times are typed */
export const fieldsOf = (name: string, experience: Experience, zone: string): Fields => {
  const { theme, isEnabled, maintenance, features, milestones } = experience;
  const { until } = maintenance;
  return {
    name,
    colour: theme.colors.primary.toUpperCase(),
    isEnabled: yesNo(isEnabled),
    ...Object.fromEntries(FEATURES.map((key) => [`features.${key}`, yesNo(features[key])])),
    'maintenance.active': yesNo(maintenance.active),
    'maintenance.message': maintenance.message ?? '',
    'maintenance.until': until === null ? '' : `${localDateOf(until, zone)}T${wallTime(until, zone)}`,
    'milestones.visits': listed(milestones.visits),
    'milestones.minutes': listed(milestones.minutes),
  };
};

/** Whether a text is a colour as people write it: #0b7a5c, 0B7A5C or #07c. */
export const colourOf = (typed: string): string | undefined => {
  const match = /^\s*#?([0-9a-f]{6}|[0-9a-f]{3})\s*$/i.exec(typed);
  const [, digits = ''] = match ?? [];
  if (digits === '') return undefined;
  const six = digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join('');
  return `#${six.toLowerCase()}`;
};

/** Numbers that were typed with commas or spaces between; what is no number is sent, so that the server says what it wants. */
const numbersOf = (typed: string): number[] | null => {
  const parts = typed.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.length === 0 ? null : (parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part)) as number[]);
};

/** The parts of the experience that have changed, each as the server takes it. */
export const experienceOf = (
  changed: Fields,
  experience: Experience,
  zone: string,
): Schemas['PutExperienceRequest'] => {
  const draft = { ...fieldsOf('', experience, zone), ...changed };
  const has = (part: string): boolean =>
    Object.keys(changed).some((path) => path === part || path.startsWith(`${part}.`));
  const { theme } = experience;
  const { onPrimary: _made, ...colours } = theme.colors;
  return {
    ...(has('colour')
      ? {
          theme: {
            name: theme.name,
            fontFamily: theme.fontFamily,
            // The words on it are chosen anew. The logo is the brand's.
            colors: { ...colours, primary: colourOf(draft.colour ?? '') ?? draft.colour ?? '' },
          },
        }
      : {}),
    ...(has('isEnabled') ? { isEnabled: draft.isEnabled === 'yes' } : {}),
    ...(has('features')
      ? {
          features: Object.fromEntries(
            FEATURES.flatMap((key) => {
              const value = changed[`features.${key}`];
              return value === undefined ? [] : [[key, value === 'yes'] as const];
            }),
          ),
        }
      : {}),
    ...(has('maintenance')
      ? {
          maintenance: {
            active: draft['maintenance.active'] === 'yes',
            message: draft['maintenance.message']?.trim() || null,
            until: instantOf(draft['maintenance.until'] ?? '', zone),
          },
        }
      : {}),
    ...(has('milestones')
      ? {
          milestones: {
            visits: numbersOf(draft['milestones.visits'] ?? ''),
            minutes: numbersOf(draft['milestones.minutes'] ?? ''),
          },
        }
      : {}),
  };
};
