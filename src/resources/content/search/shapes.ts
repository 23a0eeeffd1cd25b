import { Type } from '@sinclair/typebox';

/** The text of a search. */
export const searchText = () =>
  Type.String({ minLength: 2, maxLength: 200, description: 'The beginnings of words. All of them must be found.' });
