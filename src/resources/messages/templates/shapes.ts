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
  lead: 'The text below the heading. Its lines are paragraphs.',
  noteTitle: 'The bold words before the note; empty for no such words.',
  note: 'The text below the line; empty for no note.',
  ownNote: "The brand's own paragraphs near the end; empty for none.",
};

const language = () => oneOf(...MEMBER_LANGUAGES);

const variable = object(() => ({
  name: described(Type.String(), 'Its name, in braces in a text: {firstName}.'),
  example: described(Type.String(), 'Its value in the preview.'),
  isNumber: described(Type.Boolean(), 'Whether a text can have a form for each number: {left, plural, …}.'),
  cases: described(
    Type.Array(Type.String()),
    'The cases that a text can tell apart: {paid, select, …}; empty for words and numbers.',
  ),
}));

export const MessageTemplate = shape('MessageTemplate', () => ({
  object: Type.Literal('message_template'),
  id: described(Type.String(), 'The kind and the language: booking_confirmed.en.'),
  kind: described(oneOf(...TEMPLATE_KINDS), 'The kind of mails that have these texts.'),
  language: described(language(), 'The language of the readers who get them.'),
  isChanged: described(Type.Boolean(), 'Whether the brand has changed any of the texts.'),
  ...objectOf(TEXT_NAMES, (name) => described(Type.String(), ABOUT[name])),
  builtIn: described(
    object(() => objectOf(TEXT_NAMES, (name) => described(Type.String(), ABOUT[name]))),
    'The texts that studiod has.',
  ),
  variables: described(Type.Array(variable), 'What the texts can name.'),
  changedDefaults: described(
    Type.Array(
      object(() => ({
        text: described(oneOf(...TEXT_NAMES), 'Which text.'),
        before: described(Type.String(), 'What studiod had when the brand changed it.'),
      })),
    ),
    'Texts that the brand has changed, and of which studiod has another version in `builtIn` since then. Sending a text again keeps it.',
  ),
  changedIn: described(
    Type.Array(
      object(() => ({
        language: described(language(), 'The language.'),
        texts: described(Type.Array(oneOf(...TEXT_NAMES)), 'Which texts.'),
      })),
    ),
    'The languages in which the brand has changed texts of this kind.',
  ),
  sharedWith: described(
    Type.Array(oneOf(...TEMPLATE_KINDS)),
    'The kinds that have the same `noteTitle` and `note` by design, and say the same in this language now.',
  ),
  updatedAt: described(nullable(instant()), 'When the brand last changed it; null if it did not.'),
}));

export const MessageTemplates = listOf(MessageTemplate, Type.String());

export const TemplateFilters = {
  language: optional(described(language(), "Only texts in this language; by default the brand's, else English.")),
};

const sent = (minLength: number, maxLength: number, about: string) =>
  optional(described(nullable(Type.String({ minLength, maxLength })), `${about} null for the text of studiod.`));

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
  html: described(Type.String(), 'The mail as HTML.'),
  text: described(Type.String(), 'The mail as text.'),
}));

export type MessageTemplateResponse = Static<typeof MessageTemplate>;
export type TemplateTextsBody = Static<typeof TemplateTexts>;
export type TemplateTrialBody = Static<typeof TemplateTrial>;
export type MessagePreviewResponse = Static<typeof MessagePreview>;
