// Units of measured values (engagement.md "Metrics"). Conversions are exact: in decimals, never in floating point.

import { keysOf } from './objects.ts';

const FACTORS = {
  kg: '1',
  lb: '0.45359237',
  m: '1',
  km: '1000',
  cm: '0.01',
  mi: '1609.344',
  yd: '0.9144',
  ft: '0.3048',
  in: '0.0254',
  s: '1',
  min: '60',
  h: '3600',
  kJ: '1',
  kcal: '4.184',
  bpm: '1',
  percent: '1',
  count: '1',
} as const;

export type Unit = keyof typeof FACTORS;
export const ALL_UNITS = keysOf(FACTORS);

/** Units that can be converted into one another; the first is the base unit. */
const QUANTITIES: readonly (readonly [Unit, ...Unit[]])[] = [
  ['kg', 'lb'],
  ['m', 'km', 'cm', 'mi', 'yd', 'ft', 'in'],
  ['s', 'min', 'h'],
  ['kJ', 'kcal'],
  ['bpm'],
  ['percent'],
  ['count'],
];

export const unitsLike = (unit: Unit): readonly Unit[] => QUANTITIES.find((units) => units.includes(unit)) ?? [unit];

/** `digits` / 10 ** `scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** The shortest decimal that stands for a number: what JSON writes for it. */
export const decimalOf = (value: number | string): Decimal => {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
};

const times = (left: Decimal, right: Decimal): Decimal => ({
  digits: left.digits * right.digits,
  scale: left.scale + right.scale,
});

const numberOf = ({ digits, scale }: Decimal): number => Number(`${digits}e${-scale}`);

const DECIMALS = 4;

/** `left` / `right` with 4 decimals; half of the last one is rounded away from zero. */
const quotient = (left: Decimal, right: Decimal): number => {
  const above = left.digits * 10n ** BigInt(right.scale + DECIMALS);
  const below = right.digits * 10n ** BigInt(left.scale);
  const size = above < 0n ? -above : above;
  const rounded = (2n * size + below) / (2n * below);
  return numberOf({ digits: above < 0n ? -rounded : rounded, scale: DECIMALS });
};

const factorOf = (unit: Unit): Decimal => decimalOf(FACTORS[unit]);
const ONE = decimalOf(1);

export const rounded = (value: number): number => quotient(decimalOf(value), ONE);

/** A value in the base unit of its quantity: the number nearest to the exact product. */
export const toBase = (value: number, unit: Unit): number => numberOf(times(decimalOf(value), factorOf(unit)));

/** A value in another unit: itself in its own unit, otherwise with 4 decimals. */
export const converted = (value: number, from: Unit, to: Unit): number =>
  from === to ? value : quotient(times(decimalOf(value), factorOf(from)), factorOf(to));

/** `left` - `right`, without the error of floating point. */
export const difference = (left: number, right: number): number => {
  const [first, second] = [decimalOf(left), decimalOf(right)];
  const scale = Math.max(first.scale, second.scale);
  const aligned = ({ digits, scale: own }: Decimal): bigint => digits * 10n ** BigInt(scale - own);
  return numberOf({ digits: aligned(first) - aligned(second), scale });
};

/** `value` x `numerator` / `denominator`, with 4 decimals. */
export const scaled = (value: number, numerator: number, denominator: number): number =>
  quotient(times(decimalOf(value), decimalOf(numerator)), decimalOf(denominator));
