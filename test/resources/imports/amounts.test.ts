import { describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { type Cause, complaints, importFile } from './set-up.ts';

const studio = forEachTest(openStudio);

const plans = (currency: string, ...prices: string[]): string =>
  [
    'externalId;name;type;creditsTotal;currency;price',
    ...prices.map((price, index) => `p${index};Ten;credit_pack;10;${currency};${price}`),
  ].join('\n');

const priceOf = async (externalId: string) =>
  (await studio.get(`/manage/plans?external_id=${externalId}`)).body.data[0]?.price;

const messageOf = async (file: string, family = 'plans'): Promise<string> => {
  const { status, body } = await importFile(studio, family, file);
  expect(status).toBe(400);
  return (body.error.details as Cause[])[0]?.message ?? '';
};

describe('an amount of a CSV file', () => {
  test.each([
    ['USD', '120', 120],
    ['USD', '120.00', 12_000],
    ['USD', '120,00', 12_000],
    ['USD', '120.5', 12_050],
    ['USD', '0,05', 5],
    ['USD', '0.00', 0],
    ['USD', '1.200,50', 120_050],
    ['USD', '1,200.50', 120_050],
    ['USD', '1 200,50', 120_050],
    ['USD', "1'234'567.89", 123_456_789],
    ['USD', '1200.00', 120_000],
    ['USD', '90071992.01', 9_007_199_201],
    ['JPY', '120', 120],
    ['KWD', '120', 120],
    ['KWD', '0.125', 125],
    ['KWD', '1200.125', 1_200_125],
    ['KWD', '12,5', 12_500],
  ])('200 in %s: %p', async (currency, price, minor) => {
    const { status } = await importFile(studio, 'plans', plans(currency, price));
    expect([status, await priceOf('p0'), studio.events()]).toEqual([200, minor, ['import.completed']]);
  });

  test.each([
    ['USD', '1.200', "Send minor units: '120000' for 1200.00 USD, or '120' for 1.20 USD."],
    ['USD', '1,200', "Send minor units: '120000' for 1200.00 USD, or '120' for 1.20 USD."],
    ['USD', '1,234', "Send minor units: '123400' for 1234.00 USD."],
    ['USD', '1 200', "Send minor units: '120000' for 1200.00 USD, or '1200' for 12.00 USD."],
    ['USD', '1,200,000', "Send minor units: '120000000' for 1200000.00 USD, or '1200000' for 12000.00 USD."],
    ['KWD', '1.200', "Send minor units: '1200000' for 1200.000 KWD, or '1200' for 1.200 KWD."],
    ['JPY', '1,200', "Send minor units: '1200' for 1200 JPY."],
    ['USD', '120.005', "'120.005' is ambiguous."],
    ['USD', '1200.005', "'1200.005' has 3 decimals, and USD has 2."],
    ['USD', '0.500', "'0.500' has 3 decimals, and USD has 2."],
    ['KWD', '1.2345', "'1.2345' has 4 decimals, and KWD has 3."],
    ['JPY', '120.00', "'120.00' has 2 decimals, and JPY has none."],
    ['USD', '$120.00', "'$120.00' is not an amount."],
    ['USD', '1.20.00', "'1.20.00' is not an amount."],
    ['USD', `1${'0'.repeat(60)}.5`, 'is not an amount.'],
  ])('400 in %s: %p', async (currency, price, message) => {
    expect(await messageOf(plans(currency, price))).toContain(message);
    expect([await priceOf('p0'), studio.events()]).toEqual([undefined, []]);
  });

  test('400 for a decimal without a currency where sites count in different units, and for a wrong currency', async () => {
    const clientId = await addClient(studio);
    const file = `externalId,clientId,amount,paymentMethod\nm,${clientId},"120,00",cash\n`;
    studio.db.run("update sites set currency = 'JPY' where id = ?", [MAIN_SITE]);
    expect(await messageOf(file, 'payments')).toBe(
      "'120,00' is another amount in USD than in JPY. Name its currency in the column 'currency'.",
    );
    const wrong = await importFile(studio, 'plans', plans('dollars', '120,00'));
    expect(complaints(wrong)).toEqual(['2 currency parameter_invalid']);
    expect(studio.events()).toEqual([]);
  });
});

describe('the notes of an import', () => {
  const note = (column: string, message: string) => ({ column, message: `Column '${column}': ${message}` });

  test('200 say what the first amounts of each column are, in a dry run and after', async () => {
    const file = plans('USD', '120', '120,00', '45', '45', '9,90', '7,50', '80').replace('price', 'Price');
    const hint = 'Whole numbers are minor units: use decimals in all amounts, or in none.';
    const text = `'120' is 1.20 USD, '45' is 0.45 USD, '120,00' is 120.00 USD, '9,90' is 9.90 USD. ${hint}`;
    const dry = await importFile(studio, 'plans', file, { dryRun: true });
    expect(dry.body).toMatchObject({ created: 7, notes: [note('Price', text)] });
    expect(studio.events()).toEqual([]);
    expect((await importFile(studio, 'plans', file)).body).toMatchObject({ created: 7, notes: [note('Price', text)] });
    expect(studio.events()).toEqual(['import.completed']);
    expect((await importFile(studio, 'plans', plans('USD', '120'))).body.notes).toMatchObject([
      note('price', "'120' is 1.20 USD."),
    ]);
  });

  test('200 for each column in its own currency, and none without amounts or for JSON', async () => {
    const heading = 'firstName,lastName,email,role,payRate.type,payRate.amount,payRate.currency';
    const staff = `${heading}\nAna,Lee,a@example.com,instructor,hourly,"30,50",KWD\nBo,Lee,b@example.com,instructor,hourly,30,JPY\n`;
    expect((await importFile(studio, 'staff', staff, { dryRun: true })).body.notes).toMatchObject([
      note(
        'payRate.amount',
        "'30' is 30 JPY, '30,50' is 30.500 KWD. Whole numbers are minor units: use decimals in all amounts, or in none.",
      ),
    ]);
    const clients = 'firstName,lastName,email,accountBalance.amount\nAna,Lee,ana@example.com,"-12,50"\n';
    expect((await importFile(studio, 'clients', clients, { dryRun: true })).body.notes).toMatchObject([
      note('accountBalance.amount', "'-12,50' is -12.50 USD."),
    ]);
    const fees = 'scope,payment.lateCancelFee,payment.noShowFee\nbrand,"5,00",1000\n';
    expect((await importFile(studio, 'settings', fees, { dryRun: true })).body.notes).toMatchObject([
      note('payment.lateCancelFee', "'5,00' is 5.00 USD."),
      note('payment.noShowFee', "'1000' is 10.00 USD."),
    ]);
    const plan = { externalId: 'p', name: 'Ten', type: 'credit_pack', creditsTotal: 10, price: 120, currency: 'USD' };
    for (const file of ['externalId,name,type,price\n', [plan]]) {
      expect((await importFile(studio, 'plans', file, { dryRun: true })).body.notes).toEqual([]);
    }
    expect(studio.events()).toEqual([]);
  });

  test('200 without a currency in the file: in each that the studio has', async () => {
    const clientId = await addClient(studio);
    studio.db.run("update sites set currency = 'EUR' where id = ?", [MAIN_SITE]);
    const file = `externalId,clientId,amount,paymentMethod\nm,${clientId},"120,00",cash\n`;
    expect((await importFile(studio, 'payments', file)).body.notes).toMatchObject([
      note('amount', "'120,00' is 120.00 USD or 120.00 EUR."),
    ]);
    expect((await studio.get('/v2/payments?external_id=m')).body.data).toMatchObject([
      { amount: 12_000, currency: 'EUR' },
    ]);
    expect(studio.events()).toEqual(['import.completed']);
  });
});
