import { describe, expect, test } from 'bun:test';
import { IMPORT_FAMILIES } from '../../src/events/enumerations.ts';
import { exportFamilies } from '../../src/resources/exports/families.ts';
import { openStudio } from '../helpers/api.ts';
import { movedTables, tablesOf } from '../properties/move.ts';

describe('moving-in.md', () => {
  test('says of every table of the database whether the files have it', async () => {
    const studio = await openStudio();
    expect([...movedTables.keys()].sort()).toEqual(tablesOf(studio).sort());
    await studio.app.stop();
  });

  test('names a family for every table that the files have, and a reason for every other', () => {
    const named = new Set<string>();
    for (const [table, where] of movedTables) {
      const [, family = '', reason = ''] = /^(\w+)(?:[:;] (.+))?$/.exec(where) ?? [];
      const isReason = family === 'no' && reason.length > 5;
      expect({ table, where, isNamed: isReason || IMPORT_FAMILIES.some((each) => each === family) }).toEqual({
        table,
        where,
        isNamed: true,
      });
      if (!isReason) named.add(family);
    }
    expect([...named].sort()).toEqual([...IMPORT_FAMILIES].sort());
  });

  test('every family is exported, in the order of imports', () => {
    expect(exportFamilies.map(({ name }) => name)).toEqual([...IMPORT_FAMILIES]);
  });
});
