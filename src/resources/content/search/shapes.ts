import { Type } from '@sinclair/typebox';

export const searchText = () =>
  Type.String({ minLength: 2, maxLength: 200, description: 'The beginnings of words, all of which must match.' });

/** What titles of entries are found by that are not in the catalogue. */
export const titleText = () =>
  Type.String({ minLength: 1, maxLength: 200, description: 'Parts of words in the title, in order.' });
