import { type Static, Type } from '@sinclair/typebox';
import { Address, address } from '../../http/postal-address.ts';
import {
  archivedFields,
  count,
  date,
  deletedShape,
  email,
  flag,
  id,
  instant,
  listOf,
  listOfUpTo,
  name,
  notes,
  nullable,
  oneOf,
  optional,
  ownFields,
  ownInput,
  part,
  patchOf,
  phone,
  recordFields,
  recordNamed,
  shape,
  timeZone,
  url,
} from '../../kernel/schemas.ts';
import { Site } from '../sites/shapes.ts';

const text = () => Type.String();
const waiverStatus = oneOf('none', 'signed', 'expired');

const emergencyContact = part({
  name: nullable(text()),
  phone: nullable(text()),
  email: nullable(text()),
  relationship: nullable(text()),
});
const alerts = part({ red: nullable(text()), yellow: nullable(text()) });
const waiver = part({ status: waiverStatus, version: nullable(text()), signedAt: nullable(instant()) });
const marketingConsent = part({
  email: flag(),
  sms: flag(),
  push: flag(),
  updatedAt: nullable(instant()),
  source: nullable(text()),
});
const stats = part({
  bookings: count(),
  visits: count(),
  noShows: count(),
  lateCancels: count(),
  firstVisitAt: nullable(instant()),
  lastVisitAt: nullable(instant()),
  nextBookingAt: nullable(instant()),
});
const card = part({ brand: text(), last4: text(), expMonth: Type.Integer(), expYear: Type.Integer() });

/** A member of the business (records.md "Client"). */
export const Client = shape('Client', {
  ...recordFields('client'),
  firstName: text(),
  lastName: text(),
  fullName: text(),
  email: text(),
  phone: nullable(text()),
  dateOfBirth: nullable(date()),
  gender: nullable(text()),
  address: nullable(Address),
  photoUrl: nullable(text()),
  preferredLocale: nullable(text()),
  timezone: nullable(text()),
  status: oneOf('lead', 'active', 'inactive', 'suspended', 'archived'),
  homeLocationId: id(),
  homeLocation: optional(nullable(Site)),
  packages: optional(Type.Array(recordNamed('Package'), { description: 'What the client holds, newest first.' })),
  emergencyContact: nullable(emergencyContact),
  barcode: nullable(text()),
  fobNumber: nullable(text()),
  leadSource: nullable(text()),
  referredByClientId: nullable(id()),
  joinedAt: instant(),
  tags: Type.Array(text()),
  customProperties: Type.Record(Type.String(), Type.Unknown()),
  notes: nullable(text()),
  alerts: nullable(alerts),
  waiver,
  marketingConsent,
  stats,
  accountBalance: part({ amount: Type.Integer(), currency: text() }),
  defaultPaymentMethod: nullable(card),
  isInArrears: flag(),
  archivedAt: nullable(instant()),
  ...ownFields,
});

const sentContact = part({
  name: optional(nullable(name())),
  phone: optional(nullable(phone())),
  email: optional(nullable(email())),
  relationship: optional(nullable(name())),
});
const sentAlerts = part({ red: optional(nullable(notes())), yellow: optional(nullable(notes())) });
const sentWaiver = part({
  status: optional(waiverStatus),
  version: optional(nullable(name())),
  signedAt: optional(nullable(instant())),
});
const sentConsent = part({
  email: optional(flag()),
  sms: optional(flag()),
  push: optional(flag()),
  updatedAt: optional(nullable(instant())),
  source: optional(nullable(name())),
});

export const CreateClient = shape('CreateClientRequest', {
  firstName: name(),
  lastName: name(),
  email: email(),
  phone: optional(nullable(phone())),
  dateOfBirth: optional(nullable(date())),
  gender: optional(nullable(name())),
  address: optional(nullable(address())),
  photoUrl: optional(nullable(url())),
  preferredLocale: optional(
    nullable(Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35, description: 'BCP 47 tag' })),
  ),
  timezone: optional(nullable(timeZone())),
  status: optional(oneOf('lead', 'active', 'inactive', 'suspended')),
  homeLocationId: optional(id()),
  homeSiteId: optional(Type.String({ format: 'uuid', description: 'The same as homeLocationId.' })),
  emergencyContact: optional(nullable(sentContact)),
  barcode: optional(nullable(name())),
  fobNumber: optional(nullable(name())),
  leadSource: optional(nullable(name())),
  referredByClientId: optional(nullable(id())),
  joinedAt: optional(instant()),
  tags: optional(listOfUpTo(50, name())),
  customProperties: optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 200 })),
  notes: optional(nullable(notes())),
  alerts: optional(nullable(sentAlerts)),
  waiver: optional(sentWaiver),
  marketingConsent: optional(sentConsent),
  ...ownInput,
});

export const UpdateClient = patchOf('UpdateClientRequest', CreateClient);

export const ClientList = listOf(Client);

export const DeletedClient = deletedShape('client', archivedFields);

export type ClientWire = Static<typeof Client>;
export type CreateClientBody = Static<typeof CreateClient>;
export type UpdateClientBody = Static<typeof UpdateClient>;
export type Alerts = Static<typeof alerts>;
export type Waiver = Static<typeof waiver>;
export type MarketingConsent = Static<typeof marketingConsent>;
