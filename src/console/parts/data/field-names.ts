import type { TextKey } from '../../../texts/translate.ts';
import { useText } from '../../base/texts.tsx';
import { codeFields } from '../plans/code-record.ts';
import { planFields } from '../plans/plan-record.ts';

/** The fields that files of other systems have, in words: by default as their forms name them. */
const NAMES: Readonly<Record<string, TextKey>> = {
  ...planFields.names,
  ...codeFields.names,
  externalId: 'fields.externalId',
  firstName: 'fields.firstName',
  lastName: 'fields.lastName',
  fullName: 'fields.fullName',
  email: 'fields.email',
  phone: 'fields.phone',
  dateOfBirth: 'fields.dateOfBirth',
  gender: 'fields.gender',
  'address.line1': 'fields.addressLine1',
  'address.line2': 'fields.addressLine2',
  'address.city': 'fields.addressCity',
  'address.state': 'fields.addressState',
  'address.postalCode': 'fields.addressPostalCode',
  'address.country': 'fields.addressCountry',
  homeLocationName: 'fields.homeLocationName',
  siteName: 'fields.homeLocationName',
  'emergencyContact.name': 'fields.emergencyName',
  'emergencyContact.phone': 'fields.emergencyPhone',
  'emergencyContact.email': 'fields.emergencyEmail',
  'emergencyContact.relationship': 'fields.emergencyRelationship',
  barcode: 'fields.barcode',
  fobNumber: 'fields.fobNumber',
  leadSource: 'fields.leadSource',
  joinedAt: 'fields.joinedAt',
  tags: 'fields.tags',
  notes: 'fields.notes',
  'alerts.red': 'fields.alertRed',
  'alerts.yellow': 'fields.alertYellow',
  'waiver.status': 'fields.waiverStatus',
  'waiver.signedAt': 'fields.waiverSignedAt',
  'marketingConsent.email': 'fields.consentEmail',
  'marketingConsent.sms': 'fields.consentSms',
  status: 'fields.status',
  'accountBalance.amount': 'fields.owes',
  clientExternalId: 'fields.clientExternalId',
  clientEmail: 'fields.clientEmail',
  name: 'fields.name',
  description: 'fields.description',
  category: 'fields.category',
  type: 'fields.type',
  price: 'fields.price',
  currency: 'fields.currency',
  creditsTotal: 'fields.creditsTotal',
  creditsRemaining: 'fields.creditsRemaining',
  startsAt: 'fields.startsAt',
  activatedAt: 'fields.activatedAt',
  expiresAt: 'fields.expiresAt',
  validityDays: 'fields.validityDays',
  validityMonths: 'fields.validityMonths',
  billingDay: 'fields.billingDay',
  autoRenews: 'fields.autoRenews',
  nextRenewalAt: 'fields.nextRenewalAt',
  planExternalId: 'fields.planExternalId',
  instructorName: 'fields.instructorName',
  roomName: 'fields.roomName',
  capacity: 'fields.capacity',
  startTime: 'fields.startTime',
  endTime: 'fields.endTime',
  startDate: 'fields.startDate',
  endDate: 'fields.endDate',
  durationMinutes: 'fields.durationMinutes',
  'recurrenceRule.daysOfWeek': 'fields.daysOfWeek',
  amount: 'fields.amount',
  paidAt: 'fields.paidAt',
  paymentMethod: 'fields.paymentMethod',
  invoiceNumber: 'fields.invoiceNumber',
  checkedInAt: 'fields.checkedInAt',
  role: 'fields.role',
  preferredLocale: 'fields.preferredLocale',
  timezone: 'fields.timezone',
  photoUrl: 'fields.photoUrl',
  'marketingConsent.push': 'fields.consentPush',
  referredByClientExternalId: 'fields.referredBy',
  packageExternalId: 'fields.packageExternalId',
  creditsUsed: 'fields.creditsUsed',
  'usageLimit.count': 'fields.usageCount',
  'usageLimit.period': 'fields.usagePeriod',
  cancelledAt: 'fields.cancelledAt',
  cancelReason: 'fields.cancelReason',
  'session.name': 'fields.sessionName',
  'session.startTime': 'fields.sessionStart',
  'session.durationMinutes': 'fields.durationMinutes',
  'session.category': 'fields.category',
  bookedAt: 'fields.bookedAt',
  purpose: 'fields.purpose',
  level: 'fields.level',
  isVirtual: 'fields.isVirtual',
  displayName: 'fields.displayName',
  isInstructor: 'fields.isInstructor',
  websiteUrl: 'fields.websiteUrl',
  bio: 'fields.bio',
};

/** `recurrenceRule.daysOfWeek` as words: Recurrence rule: days of week. */
export const spaced = (name: string): string => {
  const text = name
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replaceAll('.', ': ')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The name of a field as people say it. */
export const useFieldName = (): ((field: string) => string) => {
  const t = useText();
  return (field) => {
    const key = NAMES[field];
    return key === undefined ? spaced(field) : t(key);
  };
};

/** The values of choices, in words. */
const VALUES: Readonly<Record<string, TextKey>> = {
  lead: 'clients.statusLead',
  active: 'clients.statusActive',
  inactive: 'clients.statusInactive',
  suspended: 'clients.statusSuspended',
  archived: 'clients.statusArchived',
  true: 'data.wordYes',
  false: 'data.wordNo',
};

/** The name of a value of a choice as people say it. */
export const useValueName = (): ((value: string) => string) => {
  const t = useText();
  return (value) => {
    const key = VALUES[value];
    return key === undefined ? spaced(value) : t(key);
  };
};

/** Fields that only files of this program have, and that no one says in words: a column is given to none of them by hand. */
const TECHNICAL =
  /(?:Id|Ids|updatedAt|rrule)$|^(?:metadata|customProperties|archivedAt|exceptions|occurrenceKey|accountBalances|lineItems|refunds|channel|bookingSource|generatedUntil|isModified)$|^(?:bookingPolicyOverrides|permissionOverrides|processor|penalty|waitlist|override|freeze)\.|\.source$/;

export const isTechnical = (field: string): boolean => TECHNICAL.test(field) && !(field in NAMES);

/** The fields that stand first in the choice, before those that few files have. */
export const isCommon = (field: string): boolean => field in NAMES;
