// Columns with the whole names of people.

import { Type } from '@sinclair/typebox';
import { type Column, columnNamed, columnsOf } from '../../../http/csv-columns.ts';
import type { TObject } from '../../../kernel/schemas.ts';
import { bareHeading } from './known.ts';

/** A column of whole names, which becomes the first and the last name of a person. */
export const wholeName: Column = {
  name: 'fullName',
  path: ['fullName'],
  schema: Type.String(),
  isNullable: false,
  isOptional: false,
};

/** The columns that a file of a family can have: its fields, and whole names of people. */
export const importColumns = (shape: TObject): readonly Column[] => {
  const columns = columnsOf(shape);
  const hasNames = ['firstName', 'lastName'].every((name) => columnNamed(columns, name) !== undefined);
  return hasNames ? [...columns, wholeName] : columns;
};

/** Alone a whole name, beside first names the last name, and the other way round. */
const EITHER_NAME = 'name';

/**
 * What a column of whole names is beside other columns: itself, the first or the last name that the file lacks, or nothing of its own
 * where the file has both.
 * @param fields those of the other columns
 */
export const wholeNameBeside = (
  heading: string,
  fields: ReadonlySet<string | undefined>,
): 'fullName' | 'firstName' | 'lastName' | undefined => {
  const [hasFirst, hasLast] = [fields.has('firstName'), fields.has('lastName')];
  if (hasFirst && hasLast) return undefined;
  if (hasFirst === hasLast || bareHeading(heading) !== EITHER_NAME) return 'fullName';
  return hasFirst ? 'lastName' : 'firstName';
};

/** The note about a heading that could be the name the file lacks. */
export const namedBeside = (heading: string, field: 'firstName' | 'lastName'): string =>
  field === 'lastName'
    ? `Column '${heading}': the last name, since another column has the first name.`
    : `Column '${heading}': the first name, since another column has the last name.`;
