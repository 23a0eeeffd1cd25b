import type { TextKey } from '../../../../texts/translate.ts';
import { useFormats } from '../../../formats.ts';
import { useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { countryName, languageName } from '../../../ui/place-choices.ts';
import { STATUS_WORDS, WAIVER_WORDS } from '../../clients/filter-chips.tsx';

const NAMES: Readonly<Record<string, TextKey>> = {
  firstName: 'clients.firstName',
  lastName: 'clients.lastName',
  email: 'clients.email',
  phone: 'clients.phone',
  dateOfBirth: 'client.dateOfBirth',
  gender: 'client.gender',
  preferredLocale: 'client.preferredLocale',
  homeLocationId: 'clients.homeSite',
  barcode: 'client.barcode',
  fobNumber: 'client.fobNumber',
  leadSource: 'client.leadSource',
  notes: 'client.notes',
  leaderboardVisibility: 'client.visibility',
  'address.line1': 'client.line1',
  'address.line2': 'client.line2',
  'address.city': 'client.city',
  'address.state': 'client.state2',
  'address.postalCode': 'client.postalCode',
  'address.country': 'client.country',
  'emergencyContact.name': 'client.emergencyName',
  'emergencyContact.phone': 'client.emergencyPhone',
  'emergencyContact.email': 'client.emergencyEmail',
  'emergencyContact.relationship': 'client.emergencyRelationship',
  'alerts.red': 'client.alertRed',
  'alerts.yellow': 'client.alertYellow',
  'waiver.status': 'clients.waiver',
  'waiver.version': 'client.waiverVersion',
  'waiver.signedAt': 'client.waiverSignedAt',
  'marketingConsent.email': 'client.consentEmail',
  'marketingConsent.sms': 'client.consentSms',
  'marketingConsent.push': 'client.consentPush',
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

export const VISIBILITY_WORDS = {
  visible: 'client.visibleName',
  initials: 'client.visibleInitials',
  hidden: 'client.visibleNot',
} as const;

export const GENDER_WORDS = {
  female: 'client.genderFemale',
  male: 'client.genderMale',
  'non-binary': 'client.genderNonBinary',
  other: 'client.genderOther',
} as const;

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
  const { date } = useFormats();
  const nameOf = (path: string): string => {
    const key = NAMES[path];
    return key === undefined ? path.slice(path.indexOf('.') + 1) : t(key);
  };
  const shownOf = (path: string, value: string): string => {
    if (value === '') return t('client.nothing');
    if (path === 'homeLocationId') return sites.find(({ id }) => id === value)?.name ?? value;
    if (path === 'waiver.signedAt' || path === 'joinedAt') return date(value);
    if (path.startsWith('marketingConsent.')) return t(value === 'yes' ? 'client.yes' : 'client.no');
    if (path === 'address.country') return countryName(value);
    if (path === 'preferredLocale') return languageName(value);
    const word = wordFor(VALUES[path] ?? {}, value);
    return word === undefined ? value : t(word);
  };
  return { nameOf, shownOf };
};
