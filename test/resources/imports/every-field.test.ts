import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { getTableColumns } from 'drizzle-orm';
import { exportFamilies } from '../../../src/resources/exports/families.ts';
import { importFamilies } from '../../../src/resources/imports/families.ts';
import { forAllTests, openStudio } from '../../helpers/api.ts';
import { declaredRecords, tableOf } from '../../helpers/declared-records.ts';
import { addEveryField } from '../../helpers/every-field.ts';
import { moved, movedTables } from '../../properties/move.ts';

const studio = forAllTests(openStudio);
beforeAll(async () => {
  await addEveryField(studio);
});
afterAll(() => studio.app.stop());

/** The declarations of each table of which files have the records: that of staff has those of instructors too. */
const moving = [...Map.groupBy(declaredRecords, tableOf)].filter(
  ([table]) => movedTables.get(table)?.startsWith('no:') === false,
);

/** The columns that operations set, by the declarations of their table and by the bodies of the operations. */
const columnsOf = (declared: typeof declaredRecords): string[] => {
  const objects = new Set(declared.map(({ object }) => object));
  const bodies = studio.app.operations.flatMap(({ response, body }) =>
    objects.has(response?.properties?.object?.const) && body !== undefined ? [body] : [],
  );
  const sent = [...declared.map(({ create }) => create), ...bodies].flatMap(({ properties }) =>
    Object.keys(properties),
  );
  const columns = new Set(declared.flatMap(({ table }) => Object.keys(getTableColumns(table))));
  return [...new Set(sent)].filter((name) => columns.has(name));
};

describe('every field that operations set', () => {
  test('has another value than by default in some record of the studio that moves', () => {
    const missing = moving.flatMap(([table, declared]) => {
      const rows = studio.db.query(`select * from "${table}"`).all() as Record<string, unknown>[];
      const initial = Object.assign({}, ...declared.map((each) => each.initial({ now: '' }, '')));
      const isSet = (name: string) => rows.some((row) => row[name] !== null && row[name] !== initial[name]);
      return columnsOf(declared).flatMap((name) => (isSet(name) ? [] : [`${table}.${name}`]));
    });
    // A new field belongs into `addEveryField`.
    expect(missing).toEqual([]);
    expect(moving.length).toBeGreaterThan(25);
  });

  test('and every other one that is not derived is a field of the rows of its family', () => {
    const ignored = exportFamilies.flatMap(({ name, shape }) => {
      const { properties } = importFamilies.find((family) => family.name === name)?.shape ?? shape;
      const own = declaredRecords.filter(({ object }) => object === shape.properties.object?.const);
      return own.flatMap(({ imported }) => Object.keys(imported.properties).filter((field) => !(field in properties)));
    });
    expect(ignored).toEqual([]);
  });

  test.each(['csv', 'json'] as const)('survives a move by %s', async (format) => {
    expect(await moved(studio, format)).toEqual([]);
  });
});
