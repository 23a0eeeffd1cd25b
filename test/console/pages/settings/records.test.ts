// What the forms of a site and of the settings send, by the declaration of their fields.
import { describe, expect, setSystemTime, test } from 'bun:test';
import type { Schemas } from '../../../../src/console/api/types.ts';
import { joined } from '../../../../src/console/forms/record-fields.ts';
import { MAILS } from '../../../../src/console/parts/settings/mails/mails-record.ts';
import { MEMBERS_PAGE } from '../../../../src/console/parts/settings/members-record.ts';
import { PAYMENT } from '../../../../src/console/parts/settings/payment-record.ts';
import { siteFields } from '../../../../src/console/parts/settings/site-record.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };

const site = {
  name: 'Downtown',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  isDigital: false,
  address: { line1: '1 Quay', line2: null, city: 'Kiel', state: null, postalCode: null, country: 'DE' },
  openingHours: [{ day: 'MO', open: '08:00', close: '20:00' }],
  rooms: [{ id: 'blue', name: 'Blue', capacity: 8 }],
  closures: [{ startDate: '2026-12-24', endDate: '2026-12-26', name: null }],
} as unknown as Schemas['Site'];

describe('a site', () => {
  const draft = siteFields.valuesOf(site, studio);

  test('is held with its rooms and closures as lists', () => {
    expect(draft).toMatchObject({
      code: '',
      'address.city': 'Kiel',
      rooms: [{ id: 'blue', name: 'Blue', capacity: '8' }],
      closures: [{ startDate: '2026-12-24', endDate: '2026-12-26', name: '' }],
    });
  });

  test('a list that has changed is sent whole, closures in the order of their days', () => {
    const rooms = [...draft.rooms, { name: 'Loft', capacity: '' }, { name: 'Hall', capacity: 'many' }];
    expect(siteFields.patchOf({ ...draft, rooms }, ['rooms'], studio)).toEqual({
      rooms: [
        { id: 'blue', name: 'Blue', capacity: 8 },
        { name: 'Loft', capacity: null },
        { name: 'Hall', capacity: 'many' as unknown as number },
      ],
    });
    const closures = [...draft.closures, { startDate: '2026-05-01', endDate: '2026-05-01', name: 'Labor Day ' }];
    expect(siteFields.patchOf({ ...draft, closures }, ['closures'], studio)).toEqual({
      closures: [
        { startDate: '2026-05-01', endDate: '2026-05-01', name: 'Labor Day' },
        { startDate: '2026-12-24', endDate: '2026-12-26', name: null },
      ],
    });
  });

  test('a line of its address is sent alone, and it wants a name', () => {
    expect(siteFields.patchOf({ ...draft, 'address.city': '' }, ['address.city'], studio)).toEqual({
      address: { city: null },
    });
    expect(siteFields.problemsOf({ ...draft, name: ' ' })).toEqual({ name: 'sites.wantsName' });
  });
});

describe('settings', () => {
  const settings = {
    payment: { currency: 'EUR', acceptedMethods: ['card'], lateCancelFee: 1250, noShowFee: 0, maxSavedMethods: 5 },
    membership: { waiver: { version: '2000-01-01', text: 'At my own risk.' }, consent: null, embedOrigins: [] },
    notification: {
      quietHours: null,
      bookingReminder: { enabled: true, minutesBefore: 120 },
      packageExpiring: { enabled: true, daysBefore: 7 },
      channels: { email: true },
    },
  } as unknown as Schemas['Settings'];
  const payment = joined(PAYMENT.map(({ fields }) => fields));
  const members = joined(MEMBERS_PAGE.map(({ fields }) => fields));
  const mails = joined(MAILS.map(({ fields }) => fields));

  test('what cannot be read is sent as it is typed', () => {
    const draft = payment.valuesOf(settings, studio);
    expect(draft['payment.lateCancelFee']).toBe('12.50');
    const typed = { ...draft, 'payment.lateCancelFee': 'much', 'payment.maxSavedMethods': 'a few' };
    expect(payment.problemsOf(typed)).toEqual({});
    expect(
      payment.patchOf(typed, ['payment.lateCancelFee', 'payment.maxSavedMethods'], studio, settings) as unknown,
    ).toEqual({ payment: { lateCancelFee: 'much', maxSavedMethods: 'a few' } });
  });

  test('without cards there are the other ways to pay', () => {
    const draft = { ...payment.valuesOf(settings, studio), 'payment.acceptedMethods': false };
    expect(payment.patchOf(draft, ['payment.acceptedMethods'], studio, settings)).toEqual({
      payment: { acceptedMethods: ['cash', 'external', 'account_credit', 'comp'] },
    });
  });

  test('a text to which members agree has a new version, and websites are origins', () => {
    const draft = {
      ...members.valuesOf(settings, studio),
      'membership.waiver': ' I train at my own risk. ',
      'membership.embedOrigins': 'studio.example/classes\nhttps://studio.example, shop.example',
    };
    expect(
      members.patchOf(draft, ['membership.waiver', 'membership.embedOrigins'], studio, settings) as unknown,
    ).toEqual({
      membership: {
        waiver: { version: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), text: 'I train at my own risk.' },
        embedOrigins: ['https://studio.example', 'https://shop.example'],
      },
    });
  });

  test('no version of a text comes again on its day, also after the text was removed', () => {
    const name = 'membership.waiver';
    const draft = { ...members.valuesOf(settings, studio), [name]: 'New.' };
    const after = (last: string | null): string => {
      const waiver = last === null ? null : { version: last, text: 'Old.' };
      const before = { ...settings, membership: { ...settings.membership, waiver } };
      return members.patchOf(draft, [name], studio, before).membership?.waiver?.version ?? '';
    };
    setSystemTime(new Date('2026-03-02T09:30:05Z'));
    try {
      expect(['2026-03-01-093005-4', 'of my lawyer'].map(after)).toEqual(['2026-03-02', '2026-03-02']);
      expect(after('2026-03-02')).toBe('2026-03-02-2');
      expect(after('2026-03-02-2')).toBe('2026-03-02-3');
      expect(after(null)).toBe('2026-03-02-093005');
      expect(after('2026-03-02-093005')).toBe('2026-03-02-093005-2');
      expect(after('2026-03-02-093005-2')).toBe('2026-03-02-093005-3');
    } finally {
      setSystemTime();
    }
  });

  test('quiet hours are one setting', () => {
    const draft = {
      ...mails.valuesOf(settings, studio),
      'notification.quietHours': true,
      'notification.quietHours.start': '21:00',
      'notification.quietHours.end': '08:00',
    };
    expect(mails.patchOf(draft, ['notification.quietHours.start'], studio, settings)).toEqual({
      notification: { quietHours: { start: '21:00', end: '08:00' } },
    });
    expect(mails.patchOf({ ...draft, 'notification.quietHours': false }, ['notification.quietHours'], studio)).toEqual({
      notification: { quietHours: null },
    });
  });
});
