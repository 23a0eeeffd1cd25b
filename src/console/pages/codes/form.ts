import type { TextKey } from '../../../texts/translate.ts';
import { type Fields, idsOf } from '../../edit/fields.ts';
import { minorUnitsOf, typedAmount } from '../../formats.ts';
import { instantOf, momentText } from '../../moments.ts';
import type { DiscountCode, NewCode } from './queries.ts';

const textOf = (value: number | null): string => (value === null ? '' : String(value));

/** A code as its form holds it, with its times by the clock of a zone. */
export const fieldsOf = (code: DiscountCode, zone: string, currency: string): Fields => ({
  code: code.code,
  name: code.name,
  kind: code.percentOff === null ? 'amount' : 'percent',
  percentOff: textOf(code.percentOff),
  amountOff: code.amountOff === null ? '' : typedAmount(code.amountOff, code.currency ?? currency),
  currency: code.currency ?? currency,
  appliesTo: code.appliesTo,
  plans: code.planIds.toSorted().join(','),
  sites: code.eligibleSiteIds.toSorted().join(','),
  startsAt: momentText(code.startsAt, zone),
  endsAt: momentText(code.endsAt, zone),
  maxRedemptions: textOf(code.maxRedemptions),
  maxPerClient: textOf(code.maxPerClient),
  newClientsOnly: code.newClientsOnly ? 'yes' : '',
});

/** The form of a new code. */
export const newFields = (currency: string): Fields => ({
  code: '',
  name: '',
  kind: 'percent',
  percentOff: '',
  amountOff: '',
  currency,
  sites: '',
  appliesTo: 'plans',
  plans: '',
  startsAt: '',
  endsAt: '',
  maxRedemptions: '',
  maxPerClient: '1',
  newClientsOnly: '',
});

const WHOLE = /^\s*\d{1,7}\s*$/;
const wholeOf = (text = ''): number | null => (WHOLE.test(text) ? Number(text) : null);

type Use = DiscountCode['appliesTo'];
const USES: Readonly<Record<string, Use>> = { visits: 'visits', all: 'all' };

/** What a code is for, as its form holds it. */
export const appliesToOf = (text = ''): Use => USES[text] ?? 'plans';

/** What the fields say of a code, as the interface takes it. */
export const codeOf = (fields: Fields, zone: string): NewCode => {
  const { kind, currency = '' } = fields;
  const isAmount = kind === 'amount';
  return {
    code: (fields.code ?? '').trim().toUpperCase(),
    name: (fields.name ?? '').trim(),
    percentOff: isAmount ? null : wholeOf(fields.percentOff),
    amountOff: isAmount ? (minorUnitsOf(fields.amountOff ?? '', currency) ?? null) : null,
    currency: isAmount ? currency : null,
    appliesTo: appliesToOf(fields.appliesTo),
    // What was chosen stays in the form while it is for visits alone.
    planIds: appliesToOf(fields.appliesTo) === 'visits' ? [] : idsOf(fields.plans),
    eligibleSiteIds: idsOf(fields.sites),
    startsAt: instantOf(fields.startsAt ?? '', zone),
    endsAt: instantOf(fields.endsAt ?? '', zone),
    maxRedemptions: wholeOf(fields.maxRedemptions),
    maxPerClient: wholeOf(fields.maxPerClient),
    newClientsOnly: fields.newClientsOnly === 'yes',
  };
};

const OFF = ['percentOff', 'amountOff', 'currency'] as const;

/** The fields of the interface that each field of the form writes. */
const WRITES: Readonly<Record<string, readonly (keyof NewCode)[]>> = {
  kind: OFF,
  percentOff: OFF,
  amountOff: OFF,
  currency: OFF,
  appliesTo: ['appliesTo', 'planIds'],
  plans: ['planIds'],
  sites: ['eligibleSiteIds'],
};

const written = (path: string): readonly string[] => WRITES[path] ?? [path];

/** What of a code to change, after some fields of its form. */
export const patchOf = (fields: Fields, changed: readonly string[], zone: string): Partial<NewCode> => {
  const names = changed.flatMap(written);
  return Object.fromEntries(Object.entries(codeOf(fields, zone)).filter(([name]) => names.includes(name)));
};

/** The parameter of a refusal that stands beside a field of the form. */
export const paramOf = (path: string): string => ({ plans: 'planIds', sites: 'eligibleSiteIds' })[path] ?? path;

const CODE = /^[A-Z0-9-]{3,32}$/;
const LIMITS = ['maxRedemptions', 'maxPerClient'];

/** What is wrong with the fields before anything is sent, by field. */
export const problemsOf = (fields: Fields, zone: string): Partial<Record<string, TextKey>> => {
  const { code, name, percentOff, amountOff, startsAt, endsAt } = codeOf(fields, zone);
  const wrong = LIMITS.filter((path) => fields[path]?.trim() !== '' && !wholeOf(fields[path]));
  const isAmount = fields.kind === 'amount';
  return {
    ...(CODE.test(code) ? {} : { code: 'codes.codeWrong' as const }),
    ...(name === '' ? { name: 'codes.nameMissing' as const } : {}),
    ...(!isAmount && !(percentOff && percentOff <= 100) ? { percentOff: 'codes.percentWrong' as const } : {}),
    ...(isAmount && !amountOff ? { amountOff: 'plans.priceWrong' as const } : {}),
    ...(startsAt && endsAt && endsAt <= startsAt ? { endsAt: 'codes.endsWrong' as const } : {}),
    ...Object.fromEntries(wrong.map((path) => [path, 'plans.numberWrong' as const])),
  };
};
