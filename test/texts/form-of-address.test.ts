import { describe, expect, test } from 'bun:test';
import { kindOf } from '../../src/resources/messages/kinds.ts';
import { MESSAGE_KINDS } from '../../src/resources/messages/record.ts';
import { deFormal } from '../../src/texts/book/de-formal.ts';
import { bookTexts, bookTextsBy } from '../../src/texts/book/translate.ts';
import { FORMS_OF_ADDRESS } from '../../src/texts/form-of-address.ts';
import { choices } from '../../src/texts/mail/choices.ts';
import { deInformal } from '../../src/texts/mail/de-informal.ts';
import { mailTexts, mailTextsBy, parseMessage } from '../../src/texts/mail/translate.ts';
import { type MessagePart, placesOf } from '../helpers/places.ts';

type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

const textsOf = (catalogue: Catalogue): [name: string, text: string][] =>
  Object.entries(catalogue).flatMap(([part, texts]) =>
    Object.entries(texts).map(([name, text]): [string, string] => [`${part}.${name}`, text]),
  );

/** Words and imperatives with which German says du. */
const DU = new RegExp(
  `(?<![\\p{L}-])(?:[Dd]u|[Dd]ir|[Dd]ich|[Dd]ein(?:e[mnrs]?)?|[Ee]uch|[Ee]u(?:er|re[mnrs]?)|${[
    '[Ff]rag',
    '[Vv]ersuch es',
    '[Ss]chau',
    '[Ss]ieh',
    '[Mm]elde',
    '[Dd]rücke?',
    '[Nn]imm',
    '[Gg]ib',
    '[Ww]ähle?',
    '[Pp]rüfe?',
    '[Ee]ntferne',
    '[Öö]ffne',
    '[Ss]chreibe?',
    '[Ww]arte',
    '[Ll]ass',
    '[Ll]ies',
    '[Ss]timm',
    '[Kk]omm',
    '[Ff]ülle?',
    '[Ff]üge?',
    '[Ss]ag',
    '[Rr]uf',
    '[Bb]ehalte',
    '[Vv]erlass',
    '[Ss]chalte',
    '[Ll]ade',
    '[Bb]ezahl',
    '[Zz]ahl',
    '[Ee]rinnere',
    'Schickt mir',
    '[Tt]u',
    '[Mm]erke?',
    '[Tt]rage?',
    'Bring',
    'Sei',
    '[Hh]ol',
    '[Hh]interlege?',
    'Bitte das Studio',
  ].join('|')})(?![\\p{L}-])`,
  'u',
);

/** Ihr and Ihnen; Sie inside a sentence, after an imperative, or before the form of a verb that only people have. */
const SIE =
  /\bIh(?:r(?:e[mnrs]?)?|nen)\b|(?<=[\p{L},„“] )Sie\b|\bSie (?:haben|sind|waren|hatten|bekommen|können|müssen|wollten|machen|stehen|warten|entscheiden|wären|verlassen)\b/u;

const saying = (words: RegExp, texts: readonly [string, string][]) => texts.filter(([, text]) => words.test(text));

describe('German texts address members in one form', () => {
  test('the words are found', () => {
    for (const text of ['Frag am Empfang.', 'Wie du magst', 'Nicht da? Schau nach.', 'Hol dir eins']) {
      expect([text, DU.test(text)]).toEqual([text, true]);
    }
    for (const text of ['Fragen Sie am Empfang.', 'Sie haben nichts.', 'Ihre Karte', 'Für Sie']) {
      expect([text, SIE.test(text), DU.test(text)]).toEqual([text, true, false]);
    }
    for (const text of ['Prüf die Nummer: Sie ist zu kurz.', 'Warteliste']) expect(SIE.test(text)).toBe(false);
  });

  test('on the pages below /book', () => {
    expect(saying(DU, textsOf(bookTextsBy.formal.de))).toEqual([]);
    expect(saying(SIE, textsOf(bookTextsBy.informal.de))).toEqual([]);
  });

  test('in mails to members', () => {
    expect(saying(DU, textsOf(mailTextsBy.formal.de))).toEqual([]);
    const staff = MESSAGE_KINDS.filter((kind) => kindOf(kind).isForStaff === true);
    const toMembers = Object.fromEntries(
      Object.entries(mailTextsBy.informal.de).filter(([kind]) => !staff.some((each) => each === kind)),
    );
    expect(saying(SIE, textsOf(toMembers))).toEqual([]);
  });

  test('on the page on which a client chooses mails', () => {
    expect(saying(DU, textsOf({ choices: choices.formal.de }))).toEqual([]);
    expect(saying(SIE, textsOf({ choices: choices.informal.de }))).toEqual([]);
  });
});

test('mails to staff have one form', () => {
  const changed = Object.keys(deInformal);
  expect(MESSAGE_KINDS.filter((kind) => kindOf(kind).isForStaff === true && changed.includes(kind))).toEqual([]);
});

test('the other form has only texts that differ, each with the same places', () => {
  for (const [other, base] of [
    [deFormal, bookTexts.de],
    [deInformal, mailTexts.de],
  ] as const) {
    const own = new Map(textsOf(base));
    const places = (text: string) => placesOf(parseMessage(text, 'de').getAst() as readonly MessagePart[]);
    for (const [name, text] of textsOf(other as Catalogue)) {
      expect([name, own.get(name) === text]).toEqual([name, false]);
      expect([name, places(text)]).toEqual([name, places(own.get(name) ?? '')]);
    }
  }
});

test('other languages have one form', () => {
  for (const form of FORMS_OF_ADDRESS) {
    expect(bookTextsBy[form].fr).toBe(bookTexts.fr);
    expect(mailTextsBy[form].es).toBe(mailTexts.es);
  }
});
