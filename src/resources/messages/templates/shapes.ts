import { type Static, Type } from '@sinclair/typebox';
import { objectOf } from '../../../kernel/objects.ts';
import { described, instant, listOf, nullable, object, oneOf, optional, shape } from '../../../kernel/schemas.ts';
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
  updatedAt: described(nullable(instant()), 'When the brand last changed it; null if it did not.'),
}));

export const MessageTemplates = listOf(MessageTemplate, Type.String());

export const TemplateFilters = {
  language: optional(described(language(), "Only texts in this language; by default the brand's, else English.")),
};

const sent = (minLength: number, maxLength: number, about: string) =>
  optional(described(nullable(Type.String({ minLength, maxLength })), `${about} null for the text of studiod.`));

/** Texts of a template, in ICU MessageFormat. */
export const TemplateTexts = shape('MessageTemplateTexts', () => ({
  subject: sent(1, 1000, ABOUT.subject),
  heading: sent(1, 1000, ABOUT.heading),
  lead: sent(1, 4000, ABOUT.lead),
  noteTitle: sent(0, 1000, ABOUT.noteTitle),
  note: sent(0, 4000, ABOUT.note),
  ownNote: sent(0, 4000, ABOUT.ownNote),
}));

export const MessagePreview = shape('MessagePreview', () => ({
  object: Type.Literal('message_preview'),
  subject: described(Type.String(), 'The subject of the example.'),
  html: described(Type.String(), 'The mail as HTML.'),
  text: described(Type.String(), 'The mail as text.'),
}));

export type MessageTemplateResponse = Static<typeof MessageTemplate>;
export type TemplateTextsBody = Static<typeof TemplateTexts>;
export type MessagePreviewResponse = Static<typeof MessagePreview>;
