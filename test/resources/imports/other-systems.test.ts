import { beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiResponse, forEachTest, openStudio } from '../../helpers/api.ts';
import { root } from '../../helpers/sources.ts';
import { notesBeyondHeadings } from './set-up.ts';

const studio = forEachTest(openStudio);

const bytesOf = (name: string): Buffer => readFileSync(join(root, 'test/fixtures/imports/systems', name));

const send = async (family: string, file: string, query: Record<string, string> = {}): Promise<ApiResponse> => {
  const request = new Request(`http://localhost/manage/imports?${new URLSearchParams({ family, ...query })}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-service-api-key': studio.mainKey },
    body: bytesOf(file),
  });
  const response = await studio.app.fetch(request);
  return { status: response.status, headers: response.headers, body: await response.json() };
};

/** Imports a file at the first try. @returns its notes but the one about headings, and the columns that it leaves out */
const imported = async (family: string, file: string, query: Record<string, string> = {}) => {
  const { status, body } = await send(family, file, query);
  if (status !== 200) throw new Error(JSON.stringify(body, null, 1));
  expect(studio.events()).toEqual(['import.completed']);
  expect(body).toMatchObject({ updated: 0, unchanged: 0, created: body.rows });
  return {
    notes: notesBeyondHeadings(body).map(({ message }) => message),
    ignored: body.ignoredColumns as string[],
  };
};

/** The records of a list, the first of the file first. */
const stored = async (path: string) => (await studio.get(path)).body.data.toReversed();

describe('clients', () => {
  test('Mindbody: the family name before a comma, midnights, and a birthday of 1800', async () => {
    const { notes, ignored } = await imported('clients', 'mindbody-clients.csv', { dates: 'mdy' });
    expect(ignored).toEqual(['Last Visit']);
    expect(notes).toEqual([
      "Column 'Birthdate': '1/1/1800 12:00:00 AM' cannot be a birthday, so 1 row were imported without one.",
      "Column 'Status': 'Prospect' is 'lead', 'Terminated' is 'inactive'.",
      "Column 'Client': 'Lee, Ann' is first name 'Ann', last name 'Lee'.",
    ]);
    expect(await stored('/v2/clients')).toMatchObject([
      {
        externalId: '100000101',
        firstName: 'Ann',
        lastName: 'Lee',
        email: 'ann.lee@example.com',
        phone: '(555) 010-2031',
        dateOfBirth: '1985-03-04',
        joinedAt: '2019-11-25T05:00:00.000Z',
        status: 'active',
      },
      { firstName: 'Tom', lastName: 'van der Berg', dateOfBirth: null, status: 'lead' },
      { firstName: 'Mary Kate', lastName: "O'Hara", phone: null, dateOfBirth: '1990-07-22', status: 'inactive' },
    ]);
  });

  test('Glofox: words of leads, phones that a spreadsheet took for numbers, and no birthday of a database', async () => {
    const { notes } = await imported('clients', 'glofox-leads.csv', { dates: 'dmy' });
    expect(notes).toEqual([
      "Column 'Date of birth': '0000-00-00' cannot be a birthday, so 1 row were imported without one.",
      "Column 'Status': 'Prospect' is 'lead', 'Frozen' is 'suspended', 'Cancelled' is 'inactive'.",
    ]);
    expect(await stored('/v2/clients')).toMatchObject([
      { externalId: 'GF-101', lastName: 'Byrne', phone: '353871234567', dateOfBirth: '1991-03-04', status: 'lead' },
      { firstName: 'Oisín', phone: '353871234568', dateOfBirth: '1988-11-09', status: 'suspended' },
      { firstName: 'Aoife', phone: null, dateOfBirth: null, joinedAt: '2022-08-15T04:00:00.000Z', status: 'inactive' },
    ]);
  });

  test('Zen Planner: one column of names, whose order is said, and months in words', async () => {
    const { notes } = await imported('clients', 'zen-planner-people.csv', { names: 'first-last' });
    expect(notes).toEqual([
      "Column 'Membership Status': 'On Hold' is 'suspended'.",
      "Column 'Full Name': 'Ann van Dyke' is first name 'Ann', last name 'van Dyke'; 'Juan Carlos de la Cruz' is first name " +
        "'Juan Carlos', last name 'de la Cruz'.",
    ]);
    expect(await stored('/v2/clients')).toMatchObject([
      {
        externalId: 'ZP-1',
        firstName: 'Ann',
        lastName: 'van Dyke',
        dateOfBirth: '1985-03-15',
        status: 'active',
        joinedAt: '2021-01-09T05:00:00.000Z',
        tags: ['Founder', 'Mornings'],
      },
      { firstName: 'Juan Carlos', lastName: 'de la Cruz', dateOfBirth: '1979-11-02', status: 'suspended' },
      { firstName: 'Omar', lastName: 'bin Said', dateOfBirth: null, status: 'lead', tags: [] },
      { firstName: 'John', lastName: 'Smith Jr.', dateOfBirth: null, status: 'inactive', tags: [] },
    ]);
  });

  test('Momence: blank rows of Excel, lists in cells, countries by name and by three letters', async () => {
    const { notes } = await imported('clients', 'momence-customers.csv');
    expect(notes).toEqual(["Column 'Newsletter': 'Subscribed' is 'true', 'Unsubscribed' is 'false', '1' is 'true'."]);
    expect(await stored('/v2/clients')).toMatchObject([
      {
        externalId: '9001',
        firstName: 'Chloé',
        tags: ['VIP', 'Reformer'],
        marketingConsent: { email: true },
        address: { country: 'FR' },
        phone: '+33 6 12 34 56 78',
      },
      { externalId: '9002', address: { country: 'GB' }, tags: ['Barre, beginners', 'Reformer'] },
      { externalId: '9003', address: { country: 'TR' }, marketingConsent: { email: true } },
    ]);
  });

  test('Eversports: Windows-1250, semicolons, German headings and a last name that is called Name', async () => {
    const undeclared = await send('clients', 'eversports-kunden.csv', { dates: 'dmy' });
    expect(undeclared.body.error).toMatchObject({ code: 'parameter_missing', param: 'encoding' });
    const { notes } = await imported('clients', 'eversports-kunden.csv', { dates: 'dmy', encoding: 'windows-1250' });
    expect(notes).toEqual([
      "Column 'Name': the last name, since another column has the first name.",
      "Column 'Kundenstatus': 'Aktiv' is 'active', 'Gekündigt' is 'inactive'.",
    ]);
    expect(await stored('/v2/clients')).toMatchObject([
      {
        externalId: 'EV-1',
        firstName: 'Łukasz',
        lastName: 'Żak',
        dateOfBirth: '1992-11-05',
        status: 'active',
        address: { line1: 'Wiedner Hauptstraße 7', postalCode: '1040', city: 'Wien', country: 'AT' },
        marketingConsent: { email: true },
      },
      {
        firstName: 'Žofia',
        lastName: 'Kovács',
        dateOfBirth: '1988-02-29',
        status: 'inactive',
        address: { city: 'Bratislava', country: 'SK' },
        joinedAt: '2022-03-15T04:00:00.000Z',
      },
    ]);
  });

  test('PushPress: midnights behind birthdays, local times, and a birthday that is ahead', async () => {
    const { notes } = await imported('clients', 'pushpress-members.csv');
    expect(notes).toEqual([
      "Column 'DOB': '2090-01-01' cannot be a birthday, so 1 row were imported without one.",
      "Column 'Account Status': 'Member' is 'active', 'Deactivated' is 'inactive', 'Prospect' is 'lead'.",
    ]);
    expect(await stored('/v2/clients')).toMatchObject([
      {
        externalId: 'pp-77',
        dateOfBirth: '1985-03-15',
        joinedAt: '2021-05-01T13:30:00.000Z',
        status: 'active',
        address: { line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '73301', country: 'US' },
      },
      { externalId: 'pp-78', dateOfBirth: '1999-12-31', joinedAt: '2022-07-14T21:45:10.000Z', status: 'inactive' },
      { externalId: 'pp-79', dateOfBirth: null, joinedAt: '2026-02-27T13:00:00.000Z', status: 'lead', address: null },
    ]);
  });

  test('Acuity: the family name first without a comma, and no numbers of clients', async () => {
    const { notes } = await imported('clients', 'acuity-clients.csv', { dates: 'mdy', names: 'last-first' });
    expect(notes).toEqual([
      "Column 'Name': 'Lee Ann' is first name 'Ann', last name 'Lee'; 'de la Cruz Juan Carlos' is first name 'Juan Carlos', " +
        "last name 'de la Cruz'; 'Park, Ada' is first name 'Ada', last name 'Park'.",
    ]);
    expect(await stored('/v2/clients')).toMatchObject([
      {
        firstName: 'Ann',
        lastName: 'Lee',
        phone: '+15550105001',
        dateOfBirth: '1990-03-04',
        notes: 'Prefers mornings, knee',
      },
      { firstName: 'Juan Carlos', lastName: 'de la Cruz', dateOfBirth: '1971-12-31', notes: '-' },
      { firstName: 'Ada', lastName: 'Park', phone: null, dateOfBirth: null },
    ]);
  });
});

describe('what clients did and bought', () => {
  beforeEach(async () => {
    for (const [firstName, lastName] of [
      ['Ann', 'Lee'],
      ['Tom', 'Berg'],
    ]) {
      const email = `${firstName}.${lastName}@example.com`.toLowerCase();
      await studio.given(studio.post('/v2/clients', { firstName, lastName, email }));
    }
    studio.events();
  });

  test('Wodify: who signed in, did not come, and cancelled', async () => {
    const { notes, ignored } = await imported('bookings', 'wodify-attendance.csv', { dates: 'mdy' });
    expect(ignored).toEqual(['Athlete']);
    expect(notes).toEqual(["Column 'Status': 'Signed in' is 'attended', 'Canceled' is 'cancelled'."]);
    const [first, second, third] = await stored('/v2/bookings');
    expect(first).toMatchObject({ externalId: 'W-1', status: 'attended', checkedInAt: '2026-02-02T11:00:00.000Z' });
    expect(first.bookedAt).toBe('2026-02-02T01:15:00.000Z');
    expect(second).toMatchObject({ externalId: 'W-2', status: 'noshow', sessionId: first.sessionId });
    expect(third).toMatchObject({ externalId: 'W-3', status: 'cancelled', clientId: first.clientId });
    const sessionOf = async ({ sessionId }: { sessionId: string }) =>
      (await studio.get(`/v2/sessions/${sessionId}`)).body;
    expect(await sessionOf(first)).toMatchObject({
      name: 'CrossFit',
      startTime: '2026-02-02T11:00:00.000Z',
      durationMinutes: 60,
    });
    expect(await sessionOf(third)).toMatchObject({
      name: 'Open Gym',
      startTime: '2026-02-03T22:30:00.000Z',
      durationMinutes: 60,
    });
  });

  test('Mariana Tek: cards by their makers, times with a T, and a word that is said', async () => {
    const refused = await send('payments', 'mariana-tek-payments.csv');
    expect(refused.body.error.details).toMatchObject([
      { row: 3, column: 'paymentMethod', code: 'parameter_invalid', count: 1, values: ['Gift Card'] },
    ]);
    expect(studio.events()).toEqual([]);
    const { notes, ignored } = await imported('payments', 'mariana-tek-payments.csv', {
      values: 'paymentMethod:Gift Card=external',
    });
    expect(ignored).toEqual(['Customer']);
    expect(notes).toEqual([
      "Column 'Payment Type': 'Visa 4242' is 'card'.",
      "Column 'Payment Status': 'Paid' is 'completed', 'Declined' is 'failed'.",
      "Column 'Amount Paid': '120.00' is 120.00 USD, '25.00' is 25.00 USD.",
    ]);
    expect(await stored('/v2/payments')).toMatchObject([
      {
        externalId: 'MT-1',
        amount: 12_000,
        currency: 'USD',
        paymentMethod: 'card',
        status: 'completed',
        paidAt: '2026-02-01T15:30:00.000Z',
        description: 'Ten classes',
      },
      { externalId: 'MT-2', amount: 2500, paymentMethod: 'external', status: 'failed', paidAt: null },
    ]);
  });

  test('Vagaro: cheques, cards and cash', async () => {
    const { notes } = await imported('payments', 'vagaro-transactions.csv');
    expect(notes[0]).toBe("Column 'Tender': 'Cheque' is 'external', 'Mastercard' is 'card'.");
    expect(await stored('/v2/payments')).toMatchObject([
      { externalId: 'V-1', amount: 8000, paymentMethod: 'external', paidAt: '2026-02-03T21:15:00.000Z' },
      { externalId: 'V-2', amount: 125_050, paymentMethod: 'card', paidAt: '2026-02-04T14:00:00.000Z' },
      { externalId: 'V-3', amount: 1500, paymentMethod: 'cash', description: 'Mat' },
    ]);
  });

  test('Glofox: memberships, of which a frozen one has to be said', async () => {
    const refused = await send('packages', 'glofox-memberships.csv', { dates: 'dmy' });
    expect(refused.body.error.details).toHaveLength(1);
    expect(refused.body.error.details[0]).toMatchObject({
      row: 2,
      column: 'status',
      values: ['Frozen'],
      message:
        "'Frozen' is not known here. Choose one of: active, expired, depleted, cancelled. Map it with " +
        'values=status:Frozen=... (studiod import: --values).',
    });
    const { notes } = await imported('packages', 'glofox-memberships.csv', {
      dates: 'dmy',
      values: 'status:Frozen=active',
    });
    expect(notes).toContain("Column 'Pass Type': 'Class Pack' is 'credit_pack', 'Intro Offer' is 'trial'.");
    expect(notes).toContain("Column 'Membership Status': 'Lapsed' is 'expired'.");
    expect(await stored('/v2/packages')).toMatchObject([
      {
        externalId: 'GM-1',
        name: 'Ten Classes',
        type: 'credit_pack',
        status: 'active',
        price: 12_000,
        creditsTotal: 10,
        creditsRemaining: 7,
        startsAt: '2026-02-01T05:00:00.000Z',
        expiresAt: '2026-07-01T03:59:59.999Z',
      },
      { externalId: 'GM-2', type: 'trial', status: 'expired', creditsRemaining: 0 },
    ]);
  });
});

test('TeamUp: a timetable with days such as Mon-Fri, times of half days and ends', async () => {
  await studio.given(
    studio.post('/v2/instructors', { firstName: 'Ana', lastName: 'Lee', email: 'ana.lee@example.com' }),
  );
  studio.events();
  await imported('schedules', 'teamup-timetable.csv');
  const schedules = await stored('/v2/schedules');
  expect(schedules).toMatchObject([
    {
      externalId: 'TU-1',
      name: 'Early Flow',
      startTime: '06:30',
      durationMinutes: 60,
      capacity: 12,
      startDate: '2026-03-09',
      recurrenceRule: { daysOfWeek: ['MO', 'TU', 'WE', 'TH', 'FR'] },
    },
    { externalId: 'TU-2', startTime: '12:15', durationMinutes: 45, recurrenceRule: { daysOfWeek: ['MO', 'WE', 'FR'] } },
    { externalId: 'TU-3', startTime: '09:00', durationMinutes: 75, recurrenceRule: { daysOfWeek: ['SA', 'SU'] } },
  ]);
});
