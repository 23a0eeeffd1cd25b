import { describe, expect, spyOn, test } from 'bun:test';
import MarkdownIt from 'markdown-it';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addEntry } from '../../helpers/content.ts';
import { hostileTexts } from '../../helpers/hostile-texts.ts';
import { complaints, importFile } from '../../resources/imports/set-up.ts';

const studio = forEachTest(() => openStudio());
const page = (path: string) => studio.app.fetch(new Request(`http://localhost${path}`));

/** Takes more steps than may be, in every field of Markdown. */
const costly = hostileTexts(5000)['short rows of a wide table'] ?? '';

describe('a text that takes too long to read', () => {
  test('400 is refused with what to do, in each field', async () => {
    const refused = async (method: string, path: string, body: object) => {
      const response = await studio.send(method, path, body);
      expect(response.status).toBe(400);
      const [problem] = response.body.error.details ?? [response.body.error];
      return [problem.code, problem.param, problem.message];
    };
    const says = expect.stringContaining('must be Markdown that can be rendered within 50 ms');
    const entry = { title: 'Flow', type: 'article', body: costly };
    expect(await refused('POST', '/manage/content/entries', entry)).toEqual(['parameter_invalid', 'body', says]);
    const { id } = await addEntry(studio);
    expect(await refused('PATCH', `/manage/content/entries/${id}`, { body: costly })).toEqual([
      'parameter_invalid',
      'body',
      says,
    ]);
    const challenge = { name: 'C', description: costly, rules: costly, prizeDescription: costly };
    const { body } = await studio.post('/manage/challenges', challenge);
    const named = body.error.details.filter(({ message }: { message: string }) => message.includes('within 50 ms'));
    expect(named.map(({ param }: { param: string }) => param)).toEqual(['description', 'rules', 'prizeDescription']);
    expect(studio.events()).toEqual([]);
  });

  test('is read once to be refused', async () => {
    const { id } = await addEntry(studio);
    const readings = spyOn(new MarkdownIt().block.constructor.prototype, 'parse');
    const { status } = await studio.patch(`/manage/content/entries/${id}`, { body: `Once:\n\n${costly}` });
    expect([status, readings.mock.calls.length]).toEqual([400, 1]);
    readings.mockRestore();
  });

  test('is told by the row of an import', async () => {
    const csv = `title,type,body\nGood,article,Text\nBad,article,"${costly}"\n`;
    const reply = await importFile(studio, 'content_entries', csv);
    expect(complaints(reply)).toEqual(['3 body parameter_invalid']);
    expect(JSON.stringify(reply.body)).toContain('within 50 ms');
  });

  test('that an older release stored is shown as it was typed', async () => {
    const { id } = await addEntry(studio, { slug: 'old', access: 'public', type: 'article', status: 'published' });
    for (const [name, text] of Object.entries(hostileTexts(40_000))) {
      studio.store.db.run('update "contentEntries" set "body" = ? where "id" = ?', [text, id]);
      const response = await page('/book/library/old');
      expect([name, response.status]).toEqual([name, 200]);
    }
    studio.store.db.run('update "contentEntries" set "body" = ? where "id" = ?', [costly, id]);
    expect(await (await page('/book/library/old')).text()).toContain('<p class="as-typed">|a|a|');
  });
});
