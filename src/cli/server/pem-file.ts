import { readFileSync } from 'node:fs';
import { errorMessage } from '../../kernel/errors.ts';
import { VerbError } from '../verb.ts';

/** What some editors of Windows write at the start of a text. */
const BYTE_ORDER_MARK = /^\uFEFF/;

/** The text of a PEM file that a setting names. @throws VerbError that names both when it cannot be read. */
export const readPemFile = (setting: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8').replace(BYTE_ORDER_MARK, '');
  } catch (error) {
    throw new VerbError(`${setting}: '${path}' cannot be read: ${errorMessage(error)}.`);
  }
};
