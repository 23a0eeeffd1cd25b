import type { Schemas } from '../../../api/types.ts';
import { fieldsOf } from '../../../forms/record-fields.ts';
import type { DraftOf } from '../../../forms/specs.ts';
import type { Template } from './template-queries.ts';

type TemplateTexts = Schemas['MessageTemplateTexts'];
export type TemplateDraft = DraftOf<Template, TemplateTexts, unknown>;

/** The texts of an email, in the order in which it says them. */
export const templateFields = fieldsOf<Template, TemplateTexts>()({
  subject: { kind: 'text', isWhole: true, label: 'mails.subject' },
  heading: { kind: 'text', isWhole: true, label: 'mails.heading' },
  lead: { kind: 'text', isWhole: true, isLong: true, rows: 6, label: 'mails.lead', hint: 'mails.leadHint' },
  ownNote: {
    kind: 'text',
    isWhole: true,
    isLong: true,
    rows: 3,
    label: 'mailBlocks.ownNote',
    hint: 'mailBlocks.ownNoteHint',
  },
  noteTitle: { kind: 'text', isWhole: true, label: 'mails.noteTitle' },
  note: { kind: 'text', isWhole: true, isLong: true, rows: 5, label: 'mails.note', hint: 'mails.noteHint' },
});

export const TEXT_NAMES = ['subject', 'heading', 'lead', 'ownNote', 'noteTitle', 'note'] as const;
export type TextName = (typeof TEXT_NAMES)[number];

export const isTextName = (name: string): name is TextName => TEXT_NAMES.some((each) => each === name);
