import { type Static, Type } from '@sinclair/typebox';
import { objectOf } from '../../../kernel/objects.ts';
import { described, instant, listOf, nullable, object, oneOf, optional, shape } from '../../../kernel/schemas.ts';
import { MEMBER_LANGUAGES } from '../../../texts/made/languages.ts';
import type { MailTextName } from '../../../texts/mail.ts';
import { kindOf } from '../kinds.ts';
import { MESSAGE_KINDS } from '../record.ts';

export const TEXT_NAMES = ['subject', 'heading', 'lead', 'noteTitle', 'note'] as const satisfies MailTextName[];

/** The kinds that a brand may word itself: mails to clients. */
export const TEMPLATE_KINDS = MESSAGE_KINDS.filter((kind) => kindOf(kind).isForStaff !== true);

const ABOUT: Readonly<Record<MailTextName, string>> = {
  subject: 'The subject.',
  heading: 'The heading.',
  lead: 'The text below the heading. Each line is a paragraph.',
  noteTitle: 'The bold text before the note. Empty for none.',
  note: 'The text below the line. Empty for none.',
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

/** Texts of a template, in ICU MessageFormat. */
export const TemplateTexts = shape('MessageTemplateTexts', () => ({
  subject: sent(1, 1000, ABOUT.subject),
  heading: sent(1, 1000, ABOUT.heading),
  lead: sent(1, 4000, ABOUT.lead),
  noteTitle: sent(0, 1000, ABOUT.noteTitle),
  note: sent(0, 4000, ABOUT.note),
}));

export const MessagePreview = shape('MessagePreview', () => ({
  object: Type.Literal('message_preview'),
  subject: described(Type.String(), 'The subject of the example.'),
  html: described(Type.String(), 'The email as HTML.'),
  text: described(Type.String(), 'The email as plain text.'),
}));

export type MessageTemplateResponse = Static<typeof MessageTemplate>;
export type TemplateTextsBody = Static<typeof TemplateTexts>;
export type MessagePreviewResponse = Static<typeof MessagePreview>;
