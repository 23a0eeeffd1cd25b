import { describe, expect, test } from 'bun:test';
import { BANNED_ENGLISH, BANNED_IN_API } from '../../scripts/texting/banned.ts';
import { proseProblems, sentencesIn } from '../../scripts/texting/prose.ts';

test('what integrators read has none of the banned turns', () => {
  expect(proseProblems()).toEqual([]);
});

const problemsOf = (text: string): readonly string[] =>
  proseProblems({
    one: { passages: () => [{ where: 'here', text }], banned: [...BANNED_ENGLISH, ...BANNED_IN_API] },
  });

describe('a problem names', () => {
  test('its place, the turn, and what to write instead', () => {
    expect(problemsOf('It renews by itself.')).toEqual([
      'here: \'by itself\' in "It renews by itself.": write "automatically"',
    ]);
  });

  test.each([
    'Until when the offer can be accepted.',
    'When it was revoked; null while it works.',
    'How many seats are free.',
    'Its place on the waiting list.',
    'What strangers see of the timetable.',
    'How many people would be told.',
    'Members enrol in it.',
    'The amount in minor units.',
    'The id of the client.',
    'Whether a mail is sent.',
  ])('the accent of “%s”', (text) => {
    expect(problemsOf(text)).not.toEqual([]);
  });

  test.each([
    'The ID of the client, as in `id` and `/v2/clients/{id}`.',
    'Time at which it was revoked. `null` while it is active.',
    'When off, nothing is sent.',
    'booking.cancelled',
  ])('nothing of “%s”', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  test('a text once, wherever it stands', () => {
    const passage = { where: 'here', text: 'Nobody is told.' };
    const passages = () => [passage, { ...passage, where: 'there' }];
    expect(proseProblems({ one: { passages, banned: BANNED_ENGLISH } })).toHaveLength(1);
  });
});

describe('the sentences of a file', () => {
  const textsOf = (code: string): readonly string[] => [...sentencesIn('a.ts', code)].map(({ text }) => text);

  test('are literals that say something, joined where `+` joins them, without their values', () => {
    const code = `
      // 'A comment is none.'
      const key = 'clients:read';
      throw new Problem(404, 'resource_not_found', 'There is no ' + "such \\"client\\".");
      throw invalid(\`'\${name.at({ id: 1 })}' is no name. Send another one.\`);`;
    expect(textsOf(code)).toEqual(['There is no such "client".', "'…' is no name. Send another one."]);
  });

  test('know their line', () => {
    expect([...sentencesIn('a.ts', "\n\nconst said = 'It is so.';")]).toEqual([{ where: 'a.ts:3', text: 'It is so.' }]);
  });
});
