import type { TextKey } from '../../../../texts/translate.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { clientFields, GENDER_WORDS, VISIBILITY_WORDS, WAIVER_WORDS } from '../../../parts/client/client-record.ts';
import { STATUS_WORDS } from '../../../parts/client/filters.ts';
import { useMe, useSite } from '../../../session/session.ts';
import { countryName, languageName } from '../../../ui/choices/place-choices.ts';

const NAMES: Readonly<Record<string, TextKey>> = {
  ...clientFields.names,
  // Fields that are named as a whole.
  status: 'client.state',
  address: 'timeline.fieldAddress',
  emergencyContact: 'timeline.fieldEmergency',
  alerts: 'timeline.fieldAlerts',
  waiver: 'clients.waiver',
  marketingConsent: 'timeline.fieldConsent',
  tags: 'timeline.fieldTags',
  photoUrl: 'timeline.fieldPhoto',
  customProperties: 'timeline.fieldProperties',
  joinedAt: 'merge.fieldJoined',
  externalId: 'merge.fieldExternal',
  metadata: 'merge.fieldMetadata',
  timezone: 'merge.fieldZone',
  referredByClientId: 'merge.fieldReferrer',
};

const VALUES: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  status: STATUS_WORDS,
  'waiver.status': WAIVER_WORDS,
  leaderboardVisibility: VISIBILITY_WORDS,
  gender: GENDER_WORDS,
};

const wordFor = (words: Readonly<Record<string, TextKey>>, value: string): TextKey | undefined => words[value];

/** The names and values of the fields of a client, in words. */
export const useFieldWords = () => {
  const t = useText();
  const { sites } = useMe();
  const { date } = useFormats(useSite().timezone);
  const nameOf = (path: string): string => {
    const key = NAMES[path];
    return key === undefined ? path.slice(path.indexOf('.') + 1) : t(key);
  };
  const shownOf = (path: string, value: string | boolean): string => {
    if (typeof value === 'boolean') return t(value ? 'client.yes' : 'client.no');
    if (path === 'homeLocationId') return sites.find(({ id }) => id === value)?.name ?? value;
    if (path === 'waiver.signedAt' || path === 'joinedAt') return date(value);
    if (path === 'address.country') return countryName(value);
    if (path === 'preferredLocale') return languageName(value);
    const word = wordFor(VALUES[path] ?? {}, value);
    return word === undefined ? value : t(word);
  };
  return { nameOf, shownOf };
};
