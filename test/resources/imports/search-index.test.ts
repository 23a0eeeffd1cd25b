import { expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { complaints, imported, importFile } from './set-up.ts';

const CLIENTS = 300;

const studio = forEachTest(openStudio);

const fileOf = (lastName: string, count = CLIENTS) =>
  [
    'externalId,firstName,lastName,email',
    ...Array.from({ length: count }, (_, index) => `${index},Ann,${lastName} ${index},ann.${index}@example.com`),
  ].join('\n');

const found = async (search: string): Promise<number> => {
  const ids = new Set<string>();
  let after = '';
  for (;;) {
    const { body } = await studio.get(`/v2/clients?search=${search}&limit=100${after}`);
    for (const { id } of body.data) ids.add(id);
    if (!body.hasMore) return ids.size;
    after = `&starting_after=${body.data.at(-1).id}`;
  }
};

test('an import finds its clients by their new names only', async () => {
  await imported(studio, 'clients', fileOf('Walker'));
  expect(await found('walker')).toBe(CLIENTS);
  await imported(studio, 'clients', fileOf('Halvorsen'));
  expect([await found('halvorsen'), await found('walker')]).toEqual([CLIENTS, 0]);
});

test('an import that is refused, or only tried, changes nothing in the index', async () => {
  await imported(studio, 'clients', fileOf('Walker'));
  const refused = await importFile(studio, 'clients', `${fileOf('Halvorsen')}\n300,Ann,Lee,nobody`);
  expect(complaints(refused)).toEqual([`${CLIENTS + 2} email parameter_invalid`]);
  const tried = await importFile(studio, 'clients', fileOf('Halvorsen'), { dryRun: true });
  expect([tried.status, tried.body.updated]).toEqual([200, CLIENTS]);
  expect([await found('halvorsen'), await found('walker')]).toEqual([0, CLIENTS]);
});
