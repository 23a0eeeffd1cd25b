import { expect, test } from 'bun:test';
import { SessionRefused, watched } from '../../../src/pages/book/client/player/watched.ts';

/** A media, and a studio that keeps what it is told. */
const studio = () => {
  const media = { currentTime: 0, playbackRate: 1 };
  const told: string[] = [];
  const over = new Map<string, number>();
  const line = { isAway: false };
  let opened = 0;
  const answer = (words: string, id?: string): void => {
    if (line.isAway) throw new TypeError('Failed to fetch');
    const status = id === undefined ? undefined : over.get(id);
    told.push(status === undefined ? words : `${words}: ${status}`);
    if (status !== undefined) throw new SessionRefused(status);
  };
  const telling = watched(media, {
    open: async (at) => {
      answer(`open ${opened + 1} at ${at}`);
      return `${++opened}`;
    },
    beat: async (id, { state, positionSeconds }) => answer(`${id} ${state} ${positionSeconds}`, id),
    close: async (id, how, at) => answer(`${id} ${how} ${at}`, id),
  });
  return {
    telling,
    told,
    at: (seconds: number) => void Object.assign(media, { currentTime: seconds }),
    end: (id: string, status: number) => void over.set(id, status),
    away: (is: boolean) => void Object.assign(line, { isAway: is }),
  };
};

test.each([409, 404])('a session that has ended (%p) is opened anew, where the media is', async (status) => {
  const { telling, told, at, end } = studio();
  await telling.begun();
  end('1', status);
  at(15);
  await telling.playing();
  at(30);
  await telling.playing();
  await telling.close('end');
  expect(told).toEqual(['open 1 at 0', `1 playing 15: ${status}`, 'open 2 at 15', '2 playing 30', '2 end 30']);
});

test('what was played before a pause counts, what is skipped during it does not', async () => {
  const { telling, told, at, end } = studio();
  await telling.begun();
  at(8);
  await telling.paused();
  at(100);
  await telling.begun();
  at(110);
  await telling.paused();
  end('1', 409);
  await telling.begun();
  at(125);
  await telling.playing();
  expect(told).toEqual([
    'open 1 at 0',
    '1 playing 8',
    '1 paused 8',
    '1 paused 100',
    '1 playing 110',
    '1 paused 110',
    '1 paused 110: 409',
    'open 2 at 110',
    '2 playing 125',
  ]);
});

test('without a connection nothing fails, and the next report opens the session', async () => {
  const { telling, told, at, away } = studio();
  away(true);
  await telling.begun();
  at(15);
  await telling.playing();
  away(false);
  at(30);
  await telling.playing();
  away(true);
  await telling.close('end');
  expect(told).toEqual(['open 1 at 30', '1 playing 30']);
});

test('a session that is refused for another reason stays', async () => {
  const { telling, told, end } = studio();
  await telling.begun();
  end('1', 503);
  await telling.playing();
  await telling.playing();
  expect(told).toEqual(['open 1 at 0', '1 playing 0: 503', '1 playing 0: 503']);
});

test('a page that is left while its session has ended opens no other', async () => {
  const { telling, told, end } = studio();
  await telling.begun();
  end('1', 409);
  const last = telling.playing();
  await telling.close('end');
  await last;
  expect(told).toEqual(['open 1 at 0', '1 playing 0: 409', '1 end 0: 409']);
});
