import { expect, test } from 'bun:test';
import { kindOf } from '../../../../src/resources/messages/kinds.ts';
import { MESSAGE_KINDS } from '../../../../src/resources/messages/record.ts';
import { MEMBER_LANGUAGES } from '../../../../src/texts/made/languages.ts';
import { fillMessage, mailTexts } from '../../../../src/texts/mail.ts';

const VALUES = {
  what: 'Flow',
  day: 'Thursday',
  time: '18:00',
  until: '17:50',
  studio: 'Harbour Yoga',
  firstName: 'Ann',
};

test('each kind that goes to devices has a title, which names nothing but a class and its time', () => {
  const pushed = MESSAGE_KINDS.filter((kind) => kindOf(kind).category !== null || kind === 'booking_opens');
  for (const language of MEMBER_LANGUAGES) {
    for (const form of ['informal', 'formal'] as const) {
      const texts = mailTexts(language, form).push;
      const titled: string[] = Object.keys(texts);
      expect(pushed.filter((kind) => !titled.includes(kind))).toEqual([]);
      for (const text of Object.values(texts)) expect(fillMessage(text, language, VALUES)).not.toMatch(/[{}]/);
    }
  }
});
