import { describe, expect, test } from 'bun:test';
import { languages, partsOf } from '../../scripts/texting/catalogues.ts';
import { kindOf } from '../../src/resources/messages/kinds.ts';
import { MESSAGE_KINDS } from '../../src/resources/messages/record.ts';
import { bookTexts } from '../../src/texts/book.ts';
import { type Catalogue, FORMS_OF_ADDRESS } from '../../src/texts/catalogue.ts';
import { mailTexts } from '../../src/texts/mail.ts';
import { pageTexts } from '../../src/texts/pages.ts';

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
    expect(saying(DU, textsOf(bookTexts('de', 'formal')))).toEqual([]);
    expect(saying(SIE, textsOf(bookTexts('de', 'informal')))).toEqual([]);
  });

  test('in mails to members', () => {
    expect(saying(DU, textsOf(mailTexts('de', 'formal')))).toEqual([]);
    const staff = MESSAGE_KINDS.filter((kind) => kindOf(kind).isForStaff === true);
    const toMembers = Object.fromEntries(
      Object.entries(mailTexts('de', 'informal')).filter(([kind]) => !staff.some((each) => each === kind)),
    );
    expect(saying(SIE, textsOf(toMembers))).toEqual([]);
  });

  test('on the page on which a client chooses mails', () => {
    expect(saying(DU, textsOf({ choices: pageTexts('de', 'formal').mailChoices }))).toEqual([]);
    expect(saying(SIE, textsOf({ choices: pageTexts('de', 'informal').mailChoices }))).toEqual([]);
  });
});

test('emails to staff have one form', () => {
  const staff = MESSAGE_KINDS.filter((kind) => kindOf(kind).isForStaff === true);
  for (const kind of staff)
    expect([kind, mailTexts('de', 'formal')[kind]]).toEqual([kind, mailTexts('de', 'informal')[kind]]);
});

test('a further form has only texts that differ', () => {
  for (const { tag, forms = [] } of languages)
    for (const form of forms.slice(1))
      for (const area of ['book', 'mail', 'pages'] as const)
        for (const [part, texts] of partsOf(`${tag}-x-${form}`, area))
          for (const [name, text] of Object.entries(texts)) {
            const own = partsOf(tag, area).get(part)?.[name];
            expect([area, part, name, own === text]).toEqual([area, part, name, false]);
          }
});

test('other languages have one form', () => {
  for (const form of FORMS_OF_ADDRESS) {
    expect(bookTexts('fr', form)).toEqual(bookTexts('fr', 'informal'));
    expect(mailTexts('es', form)).toEqual(mailTexts('es', 'informal'));
  }
});
