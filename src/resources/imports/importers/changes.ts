import type { Fields } from '../../../http/csv-columns.ts';
import { epochOf } from '../../../kernel/clock.ts';
import { type Detail, invalid, invalidDetail } from '../../../kernel/problem.ts';

const INSTANT = /^\d{4}-\d\d-\d\d[Tt]/;

/** Whether a row and a record have the same value: instants are compared as such, objects by the keys of the row. */
const isSame = (left: unknown, right: unknown): boolean => {
  if (typeof left === 'string' && typeof right === 'string' && INSTANT.test(left)) {
    return left === right || epochOf(left) === epochOf(right);
  }
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) return left === right;
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length && left.every((item, at) => isSame(item, right[at]));
  }
  return Object.entries(left).every(([key, value]) => isSame(value ?? null, Reflect.get(right, key) ?? null));
};

export const changedFields = (fields: Fields, record: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field, value]) => !isSame(value, Reflect.get(record, field))));

const checkChangeable = (changes: Fields, changeable: readonly string[]): void => {
  const details = Object.keys(changes).flatMap((field): Detail[] => {
    if (changeable.includes(field)) return [];
    const message = `The record exists and an import does not change its '${field}'. Leave the column out, or send what it has.`;
    return [invalidDetail(field, message, { reason: 'kept_by_import' })];
  });
  if (details.length > 0) throw invalid(details);
};

interface Updated<Row> {
  readonly record: Row;
  /** The record as responses show it. */
  readonly shown: object;
  /** The fields that an import may change; all when absent. */
  readonly changeable?: readonly string[] | undefined;
  /** Returns `record` itself when nothing changes. */
  update(changes: Fields): Row;
}

/** Returns whether it changed. @throws Problem 400 for every differing field that an import may not change. */
export const applyChanges = <Row>(fields: Fields, { record, shown, changeable, update }: Updated<Row>): boolean => {
  const changes = changedFields(fields, shown);
  if (changeable !== undefined) checkChangeable(changes, changeable);
  return Object.keys(changes).length > 0 && update(changes) !== record;
};
