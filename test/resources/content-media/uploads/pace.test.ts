import { afterAll, expect, test } from 'bun:test';
import { forAllTests, openStudio } from '../../../helpers/api.ts';
import { countTurns } from '../../../helpers/turns.ts';
import { tusClient } from './client.ts';

const PIECES = 20;
const PIECE = new Uint8Array(4096);

const studio = forAllTests(openStudio);
afterAll(() => studio.app.stop());

test('an upload waits four turns after each piece while requests keep coming', async () => {
  const tus = tusClient(studio);
  const path = (await tus.create(PIECES * PIECE.length + 1)).headers.get('location') ?? '';
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(PIECE);
      sent += 1;
      if (sent === PIECES) controller.close();
    },
  });
  const requests = countTurns(1);
  expect((await tus.append(path, 0, body)).status).toBe(204);
  requests.stop();
  expect(requests.turns).toBeGreaterThanOrEqual(4 * PIECES);
});
