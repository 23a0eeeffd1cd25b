import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { MemberLanguage } from '../../../../texts/languages.ts';
import { client, send, sendTagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import type { Fields } from '../../../edit/fields.ts';
import type { Kind } from './kinds.ts';

export type Template = Schemas['MessageTemplate'];

/** The texts of a kind of mails in a language, with the tag of that version. */
export interface TemplateVersion {
  readonly template: Template;
  readonly etag: string | null;
}

/** The texts of a mail, in the order in which it says them. */
export const TEXT_NAMES = ['subject', 'heading', 'lead', 'ownNote', 'noteTitle', 'note'] as const;
/** The texts of a template, as its form names them. */
export const TEXT_WORDS = {
  subject: 'mails.subject',
  heading: 'mails.heading',
  lead: 'mails.lead',
  noteTitle: 'mails.noteTitle',
  note: 'mails.note',
  ownNote: 'mailBlocks.ownNote',
} as const;
export type TextName = (typeof TEXT_NAMES)[number];

export const isTextName = (name: string): name is TextName => TEXT_NAMES.some((each) => each === name);

export const textsOf = (template: Template): Fields =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, template[name]]));

export const templateQuery = (kind: Kind, language: MemberLanguage) =>
  queryOptions({
    queryKey: ['mail-texts', kind, language],
    queryFn: async (): Promise<TemplateVersion> => {
      const { data, etag } = await sendTagged(
        client.GET('/manage/message-templates/{template}', { params: { path: { template: `${kind}.${language}` } } }),
      );
      return { template: data, etag };
    },
  });

const paramsOf = ({ template: { id }, etag }: TemplateVersion) => ({
  path: { template: id },
  ...(etag === null ? {} : { header: { 'If-Match': etag } }),
});

/**
 * Stores texts over a version, which the server refuses with 412 where somebody else was faster. What other kinds say alike
 * changes in them too.
 */
export const patchTemplate = async (over: TemplateVersion, changed: Fields): Promise<TemplateVersion> => {
  const shared = over.template.sharedWith.length > 0;
  const sent = await sendTagged(
    client.PATCH('/manage/message-templates/{template}', { params: paramsOf(over), body: { ...changed, shared } }),
  );
  return { template: sent.data, etag: sent.etag };
};

/** Returns to the built-in texts. */
export const resetTemplate = async (over: TemplateVersion): Promise<TemplateVersion> => {
  const sent = await sendTagged(client.DELETE('/manage/message-templates/{template}', { params: paramsOf(over) }));
  return { template: sent.data, etag: sent.etag };
};

/** A case in which a mail is shown: which cases of which values. */
export type Case = Readonly<Record<string, string>>;

const trialOf = (changed: Fields, when: Case) => ({
  ...changed,
  cases: Object.entries(when).map(([name, value]) => ({ name, value })),
});

/** Puts the note of a version, as it is stored, into other languages of the same kind. Notes there are replaced. */
export const copyNote = async (
  { template: { kind, ownNote } }: TemplateVersion,
  languages: readonly MemberLanguage[],
) => {
  for (const language of languages) {
    const params = { path: { template: `${kind}.${language}` } };
    await send(client.PATCH('/manage/message-templates/{template}', { params, body: { ownNote } }));
  }
};

/** Sends the example to whoever is signed in. */
export const sendTest = ({ template: { id } }: TemplateVersion, changed: Fields, when: Case) =>
  send(
    client.POST('/manage/message-templates/{template}/test', {
      params: { path: { template: id } },
      body: trialOf(changed, when),
    }),
  );

/** An example of the mail with texts that are not stored. The last example stays while the next is on its way. */
export const previewQuery = ({ template: { id }, etag }: TemplateVersion, changed: Fields, when: Case) =>
  queryOptions({
    queryKey: ['mail-preview', id, etag, changed, when],
    queryFn: () =>
      send(
        client.POST('/manage/message-templates/{template}/preview', {
          params: { path: { template: id } },
          body: trialOf(changed, when),
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
