import type { TextKey } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';
import { isEmail } from '../../base/email.ts';
import { isDate, localDateOf, startOfDate } from '../../base/time/local-time.ts';
import { fieldsOf, type RecordFields } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';

type Client = Schemas['Client'];
type Body = Schemas['UpdateClientRequest'] & Pick<Schemas['CreateClientRequest'], 'firstName' | 'lastName'>;
export type ClientDraft = DraftOf<Client, Body, unknown>;
type ClientFields = RecordFields<Client, Body, ClientDraft>;

export const WAIVER_WORDS = {
  none: 'clients.waiverNone',
  signed: 'clients.waiverSigned',
  expired: 'clients.waiverExpired',
} as const satisfies Record<Client['waiver']['status'], TextKey>;

export const GENDER_WORDS = {
  female: 'client.genderFemale',
  male: 'client.genderMale',
  'non-binary': 'client.genderNonBinary',
  other: 'client.genderOther',
} as const;

export const VISIBILITY_WORDS = {
  visible: 'client.visibleName',
  initials: 'client.visibleInitials',
  hidden: 'client.visibleNot',
} as const satisfies Record<Client['leaderboardVisibility'], TextKey>;

const CONSENT = { kind: 'switch', look: 'check' } as const;
const NOTE = { kind: 'text', isLong: true, isWide: true } as const;

export const clientFields = fieldsOf<Client, Body>()({
  firstName: {
    kind: 'text',
    isFirst: true,
    label: 'clients.firstName',
    missing: 'clients.firstNameMissing',
    row: 'name',
  },
  lastName: { kind: 'text', label: 'clients.lastName', mayBeEmpty: true, row: 'name' },
  dateOfBirth: { kind: 'date', label: 'client.dateOfBirth' },
  gender: { kind: 'pick', label: 'client.gender', none: 'client.nothing' },
  email: {
    kind: 'text',
    input: 'email',
    label: 'clients.email',
    newHint: 'clients.emailHint',
    isLeftOut: true,
    problem: ({ email }) => (email.trim() === '' || isEmail(email) ? undefined : 'clients.emailWrong'),
  },
  phone: { kind: 'text', input: 'tel', label: 'clients.phone', isLeftOut: true },
  homeLocationId: { kind: 'pick', label: 'clients.homeSite', other: 'plans.otherSite' },
  leadSource: { kind: 'text', label: 'client.leadSource' },
  'address.line1': { kind: 'text', isWide: true, label: 'client.line1' },
  'address.line2': { kind: 'text', isWide: true, label: 'client.line2' },
  'address.postalCode': { kind: 'text', label: 'client.postalCode' },
  'address.city': { kind: 'text', label: 'client.city' },
  'address.state': { kind: 'text', label: 'client.addressState' },
  'address.country': { kind: 'pick', label: 'client.country', none: 'client.nothing' },
  'emergencyContact.name': { kind: 'text', label: 'client.emergencyName' },
  'emergencyContact.relationship': { kind: 'text', label: 'client.emergencyRelationship' },
  'emergencyContact.phone': { kind: 'text', input: 'tel', label: 'client.emergencyPhone' },
  'emergencyContact.email': { kind: 'text', input: 'email', label: 'client.emergencyEmail' },
  'waiver.status': {
    kind: 'choice',
    look: 'select',
    label: 'clients.waiver',
    answers: (['none', 'signed', 'expired'] as const).map((id) => ({ id, label: WAIVER_WORDS[id] })),
  },
  'waiver.version': { kind: 'text', label: 'client.waiverVersion' },
  // A day at the site.
  'waiver.signedAt': {
    kind: 'date',
    label: 'client.waiverSignedAt',
    read: ({ waiver: { signedAt } }, { timezone }) => (signedAt === null ? '' : localDateOf(signedAt, timezone)),
    send: (draft, _before, { timezone }) => {
      const day = draft['waiver.signedAt'];
      return { 'waiver.signedAt': isDate(day) ? new Date(startOfDate(day, timezone)).toISOString() : null };
    },
  },
  'marketingConsent.email': { ...CONSENT, label: 'client.consentEmail' },
  'marketingConsent.sms': { ...CONSENT, label: 'client.consentSms' },
  'marketingConsent.push': { ...CONSENT, label: 'client.consentPush' },
  leaderboardVisibility: {
    kind: 'choice',
    look: 'select',
    label: 'client.visibility',
    answers: (['visible', 'initials', 'hidden'] as const).map((id) => ({ id, label: VISIBILITY_WORDS[id] })),
  },
  preferredLocale: { kind: 'pick', label: 'client.preferredLocale', none: 'client.nothing' },
  barcode: { kind: 'text', label: 'client.barcode' },
  fobNumber: { kind: 'text', label: 'client.fobNumber' },
  notes: { ...NOTE, rows: 3, label: 'client.notes', hint: 'client.notesHint' },
  'alerts.red': { ...NOTE, rows: 2, label: 'client.alertRed', hint: 'client.alertRedHint' },
  'alerts.yellow': { ...NOTE, rows: 2, label: 'client.alertYellow', hint: 'client.alertYellowHint' },
});

export const newClientFields = clientFields.pick('firstName', 'lastName', 'email', 'phone', 'homeLocationId');

export const propertyPath = (name: string): string => `customProperties.${name}`;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** A value of a custom property as it was typed: of the kind that it had before. */
const propertyValue = (typed: string, before: unknown): unknown => {
  if (typed === '') return null;
  if (before === undefined || before === null || typeof before === 'string') return typed;
  if (typeof before === 'boolean') return typed === 'yes';
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
};

/** Further facts about a client, each by a name of the studio's own. An empty value removes one. */
export const propertyFields = (names: readonly string[]): ClientFields =>
  fieldsOf<Client, Body, Readonly<Record<string, string>>>()(
    Object.fromEntries(
      names.map((name) => [
        propertyPath(name),
        {
          kind: 'text' as const,
          label: 'client.partProperties' as const,
          ownName: name,
          read: ({ customProperties }: Client) => textOf(customProperties[name]),
          writes: ['customProperties' as const],
          send: (draft: Readonly<Record<string, string>>, before: Client | undefined): Partial<Body> => {
            const typed = draft[propertyPath(name)] ?? '';
            const value = before?.customProperties[name];
            return typed === textOf(value) ? {} : { customProperties: { [name]: propertyValue(typed, value) } };
          },
        },
      ]),
    ),
  ) as unknown as ClientFields;
