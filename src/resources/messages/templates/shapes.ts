import { type Static, Type } from '@sinclair/typebox';
import { objectOf } from '../../../kernel/objects.ts';
import { described, flag, instant, listOf, nullable, object, oneOf, optional, shape } from '../../../kernel/schemas.ts';
import { MEMBER_LANGUAGES } from '../../../texts/made/languages.ts';
import type { TemplateTextName } from '../../../texts/mail.ts';
import { kindOf } from '../kinds.ts';
import { MESSAGE_KINDS } from '../record.ts';

export const TEXT_NAMES = [
  'subject',
  'heading',
  'lead',
  'noteTitle',
  'note',
  'ownNote',
] as const satisfies TemplateTextName[];

/** The kinds that a brand may word itself: mails to clients. */
export const TEMPLATE_KINDS = MESSAGE_KINDS.filter((kind) => kindOf(kind).isForStaff !== true);

const ABOUT: Readonly<Record<TemplateTextName, string>> = {
  subject: 'The subject.',
  heading: 'The heading.',
  lead: 'The text below the heading. Each line is a paragraph.',
  noteTitle: 'The bold text before the note. Empty for none.',
  note: 'The text below the line. Empty for none.',
  ownNote: 'Your own paragraphs near the end. Empty for none.',
};

const language = () => oneOf(...MEMBER_LANGUAGES);

const variable = object(() => ({
  name: described(Type.String(), "The placeholder's name, in braces in a text: {firstName}."),
  example: described(Type.String(), 'Its value in the preview.'),
  isNumber: described(Type.Boolean(), 'Whether a text can have a form for each number: {left, plural, …}.'),
  cases: described(
    Type.Array(Type.String()),
    'The cases a text can distinguish: {paid, select, …}. Empty for text and numbers.',
  ),
}));

export const MessageTemplate = shape('MessageTemplate', () => ({
  object: Type.Literal('message_template'),
  id: described(Type.String(), 'The kind and the language, such as `booking_confirmed.en`.'),
  kind: described(oneOf(...TEMPLATE_KINDS), 'The kind of email that uses these texts.'),
  language: described(language(), 'The language of the recipients.'),
  isChanged: described(Type.Boolean(), 'Whether the brand has customized any of the texts.'),
  ...objectOf(TEXT_NAMES, (name) => described(Type.String(), ABOUT[name])),
  builtIn: described(
    object(() => objectOf(TEXT_NAMES, (name) => described(Type.String(), ABOUT[name]))),
    'The default texts.',
  ),
  variables: described(Type.Array(variable), 'The placeholders available in the texts.'),
  changedDefaults: described(
    Type.Array(
      object(() => ({
        text: described(oneOf(...TEXT_NAMES), 'The text.'),
        before: described(Type.String(), 'The default when the brand changed the text.'),
      })),
    ),
    'Texts that the brand changed and whose default in `builtIn` is different now. Send a text again to keep it.',
  ),
  changedIn: described(
    Type.Array(
      object(() => ({
        language: described(language(), 'The language.'),
        texts: described(Type.Array(oneOf(...TEXT_NAMES)), 'The changed texts.'),
      })),
    ),
    'The languages in which the brand changed texts of this kind.',
  ),
  sharedWith: described(
    Type.Array(oneOf(...TEMPLATE_KINDS)),
    'The kinds that share `noteTitle` and `note` with this one by default and have the same texts in this language now.',
  ),
  updatedAt: described(nullable(instant()), 'Time at which the brand last customized it. `null` if it has not.'),
}));

export const MessageTemplates = listOf(MessageTemplate, Type.String());

export const TemplateFilters = {
  language: optional(
    described(language(), "Only return texts in this language. Defaults to the brand's language, or else English."),
  ),
};

const sent = (minLength: number, maxLength: number, about: string) =>
  optional(described(nullable(Type.String({ minLength, maxLength })), `${about} \`null\` for the default.`));

const texts = () => ({
  subject: sent(1, 1000, ABOUT.subject),
  heading: sent(1, 1000, ABOUT.heading),
  lead: sent(1, 4000, ABOUT.lead),
  noteTitle: sent(0, 1000, ABOUT.noteTitle),
  note: sent(0, 4000, ABOUT.note),
  ownNote: sent(0, 4000, ABOUT.ownNote),
});

/** Texts of a template, in ICU MessageFormat. */
export const TemplateTexts = shape('MessageTemplateTexts', () => ({
  ...texts(),
  shared: optional(
    described(
      flag(),
      'Whether `noteTitle` and `note` also change in the kinds of `sharedWith`. By default they do not.',
    ),
  ),
}));

/** Texts of a template that are tried, and in which case. */
export const TemplateTrial = shape('MessageTemplateTrial', () => ({
  ...texts(),
  cases: optional(
    described(
      Type.Array(
        object(() => ({
          name: described(
            Type.String({ minLength: 1, maxLength: 50 }),
            'The name of a variable with `cases`, or of a number.',
          ),
          value: described(
            Type.String({ minLength: 1, maxLength: 50 }),
            'One of its cases, or a number from 0 to 9999.',
          ),
        })),
        { maxItems: 20 },
      ),
      'In which case it is shown: [{ "name": "paid", "value": "package" }]. What is left out is as in the example.',
    ),
  ),
}));

export const MessageTest = shape('MessageTest', () => ({
  object: Type.Literal('message_test'),
  isAccepted: described(flag(), 'Whether the mail server accepted it.'),
  message: described(Type.String(), 'What the mail server said.'),
  email: described(Type.String(), 'The address of the staff member who called, to which it went.'),
  subject: described(Type.String(), 'Its subject.'),
}));

export const MessagePreview = shape('MessagePreview', () => ({
  object: Type.Literal('message_preview'),
  subject: described(Type.String(), 'The subject of the example.'),
  html: described(Type.String(), 'The email as HTML.'),
  text: described(Type.String(), 'The email as plain text.'),
}));

export type MessageTemplateResponse = Static<typeof MessageTemplate>;
export type TemplateTextsBody = Static<typeof TemplateTexts>;
export type TemplateTrialBody = Static<typeof TemplateTrial>;
export type MessagePreviewResponse = Static<typeof MessagePreview>;
