import { expect, test } from 'bun:test';
import { MESSAGE_KINDS } from '../../src/resources/messages/record.ts';
import { MEMBER_LANGUAGES } from '../../src/texts/made/languages.ts';
import { emailCases } from '../helpers/email-cases.ts';

/** What lists of emails on a computer show of a subject; with a class, a day and a time in it. */
const LONGEST_SUBJECT = 78;

for (const language of MEMBER_LANGUAGES) {
  test(`in ${language} no email has an open place in any of its cases, and each subject is one line of a good length`, () => {
    const found = MESSAGE_KINDS.flatMap((kind) =>
      emailCases(kind, language).flatMap(({ subject, html, text }) => [
        ...(/[\r\n]/.test(subject) || subject.trim() === '' ? [`${kind}: the subject is no line: ${subject}`] : []),
        ...(subject.length > LONGEST_SUBJECT ? [`${kind}: ${subject.length} characters: ${subject}`] : []),
        ...[subject, text, html.replace(/<style>.*?<\/style>|style="[^"]*"/gs, '')].flatMap(
          (each) =>
            /.{0,40}(?:[{}]|\b(?:undefined|null|NaN)\b|\[object).{0,40}/.exec(each)?.map((at) => `${kind}: ${at}`) ??
            [],
        ),
      ]),
    );
    expect([...new Set(found)]).toEqual([]);
  });
}
