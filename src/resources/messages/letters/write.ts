import type { Letter } from '../../../mail/letter.ts';
import { oneLine } from '../../../mail/one-line.ts';
import type { FormOfAddress } from '../../../texts/catalogue.ts';
import { fillMessage, mailLanguageOf, mailTexts, type TemplateTextName } from '../../../texts/mail.ts';
import type { TextValues } from '../../../texts/translate.ts';
import type { MessageKind } from '../record.ts';
import type { LetterContent, Reader } from './context.ts';

export type KindTexts = Readonly<Record<TemplateTextName, string>>;

/** What the letters of a studio have around their content. */
interface Frame {
  readonly studio: string;
  readonly firstName: string;
  /** The street and the town of the site; null where it has no address. */
  readonly address: string | null;
  readonly hasCalendar: boolean;
  /** Where the reader chooses which mails come; null for mails that cannot be turned off. */
  readonly choicesUrl: string | null;
  /** Texts that the brand has changed. */
  readonly own: Partial<KindTexts>;
}

/** Values that end no line, whatever a name has in it. */
const cleaned = (values: TextValues): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? oneLine(value) : value]),
  );

/** The texts of a kind as studiod has them, in the language of a locale and the form of address of the studio: with no own note. */
export const builtInTexts = (kind: MessageKind, locale: string, form: FormOfAddress): KindTexts => ({
  ...mailTexts(mailLanguageOf(locale), form)[kind],
  ownNote: '',
});

/** The values that the texts of a kind have. */
export const valuesOf = (
  content: LetterContent,
  { studio, firstName }: Pick<Frame, 'studio' | 'firstName'>,
): TextValues => cleaned({ ...content.values, studio, firstName });

/** Writes a letter: the texts of its kind with its content, in the frame of the studio. */
export const writeLetter = (
  kind: MessageKind,
  content: LetterContent,
  { t, formats, form, hasPages }: Reader,
  frame: Frame,
): Letter => {
  const { studio, address, hasCalendar, choicesUrl, own } = frame;
  const [texts, values] = [builtInTexts(kind, formats.locale, form), valuesOf(content, frame)];
  const textOf = (name: TemplateTextName): string => {
    try {
      return fillMessage(own[name] ?? texts[name], formats.locale, values);
    } catch {
      // A text that the brand wrote for an earlier release may name what is gone: no mail is lost to it.
      return fillMessage(texts[name], formats.locale, values);
    }
  };
  const [lead, note, strong] = [textOf('lead'), textOf('note'), textOf('noteTitle')];
  const from = address === null ? t('fromStudio', { studio }) : t('from', { studio, address });
  return {
    subject: textOf('subject'),
    preview: content.preview ?? lead,
    heading: textOf('heading'),
    lead,
    block: content.block,
    facts: content.facts ?? [],
    rows: content.rows ?? [],
    action: content.action,
    ownNote: textOf('ownNote'),
    note: note === '' ? undefined : { text: note, link: content.noteLink, ...(strong === '' ? {} : { strong }) },
    foot: [...(hasCalendar ? [t(hasPages ? 'attached' : 'attachedOnly')] : []), from],
    footLink: choicesUrl === null ? undefined : { label: t('chooseMails'), url: choicesUrl },
  };
};
