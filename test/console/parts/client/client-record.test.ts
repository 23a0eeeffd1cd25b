// What the forms of a client send: alone what has changed, also of what is inside a group.
import { describe, expect, test } from 'bun:test';
import type { Schemas } from '../../../../src/console/api/types.ts';
import { joined } from '../../../../src/console/forms/record-fields.ts';
import { clientFields, newClientFields, propertyFields } from '../../../../src/console/parts/client/client-record.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };
const client = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: null,
  phone: null,
  address: null,
  waiver: { status: 'signed', version: '2', signedAt: '2026-03-04T23:30:00.000Z' },
  marketingConsent: { email: true, sms: false, push: false, updatedAt: null, source: null },
  customProperties: { 'shoe size': 41, locker: 'B.7', towel: true },
} as unknown as Schemas['Client'];
const fields = joined([clientFields, propertyFields(['shoe size', 'locker', 'towel', 'mat'])]);
const held = fields.valuesOf(client, studio);
const patchOf = (changes: object) =>
  fields.patchOf({ ...held, ...changes }, Object.keys(changes), studio, client) as object;

test('a new client is sent without the email and the phone number that nobody gave', () => {
  const start = { ...newClientFields.startOf(studio), homeLocationId: 'north' };
  expect(newClientFields.problemsOf({ ...start, email: 'ada' })).toEqual({
    firstName: 'clients.firstNameMissing',
    email: 'clients.emailWrong',
  });
  const named = { ...start, firstName: ' Ada ', lastName: 'Lovelace' };
  expect(newClientFields.bodyOf(named, studio)).toEqual({
    firstName: 'Ada',
    lastName: 'Lovelace',
    homeLocationId: 'north',
  });
  // People with one name have no last name, which the interface wants to be told.
  expect(newClientFields.bodyOf({ ...named, lastName: ' ' }, studio)).toMatchObject({ firstName: 'Ada', lastName: '' });
  expect(patchOf({ lastName: '' })).toEqual({ lastName: '' });
  expect(newClientFields.bodyOf({ ...named, email: ' ada@example.com' }, studio).email).toBe('ada@example.com');
});

test('what is inside a group is sent alone in it', () => {
  expect(patchOf({ 'address.city': 'London' })).toEqual({ address: { city: 'London' } });
  expect(patchOf({ 'marketingConsent.sms': true })).toEqual({ marketingConsent: { sms: true } });
  expect(patchOf({ phone: ' ', notes: 'Left knee' })).toEqual({ phone: null, notes: 'Left knee' });
});

test('a waiver is signed on a day at the site', () => {
  expect(held['waiver.signedAt']).toBe('2026-03-05');
  expect(patchOf({ 'waiver.signedAt': '2026-03-06' })).toEqual({ waiver: { signedAt: '2026-03-05T23:00:00.000Z' } });
  expect(patchOf({ 'waiver.signedAt': '' })).toEqual({ waiver: { signedAt: null } });
});

describe('a custom property', () => {
  test('keeps the kind of its value, and is sent without the others', () => {
    expect(held).toMatchObject({
      'customProperties.shoe size': '41',
      'customProperties.locker': 'B.7',
      'customProperties.towel': 'yes',
      'customProperties.mat': '',
    });
    expect(patchOf({ 'customProperties.shoe size': '42' })).toEqual({ customProperties: { 'shoe size': 42 } });
    expect(patchOf({ 'customProperties.towel': 'no' })).toEqual({ customProperties: { towel: false } });
    expect(patchOf({ 'customProperties.locker': '', 'customProperties.mat': 'B.8' })).toEqual({
      customProperties: { locker: null, mat: 'B.8' },
    });
  });

  test('has the name that the studio gave it', () => {
    expect(fields.specs['customProperties.shoe size']?.ownName).toBe('shoe size');
  });
});
