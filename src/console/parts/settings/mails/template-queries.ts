import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { MemberLanguage } from '../../../../texts/languages.ts';
import { client, send, sendTagged, type Tagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import type { Kind } from './kinds.ts';

export type Template = Schemas['MessageTemplate'];
/** Some texts of an email. */
export type Texts = Partial<Schemas['MessageTemplateTexts']>;

/** The texts of a kind of emails in a language, with the tag of that version. */
export type TemplateVersion = Tagged<Template>;

export const templateQuery = (kind: Kind, language: MemberLanguage) =>
  queryOptions({
    queryKey: ['mail-texts', kind, language],
    queryFn: (): Promise<TemplateVersion> =>
      sendTagged(
        client.GET('/manage/message-templates/{template}', { params: { path: { template: `${kind}.${language}` } } }),
      ),
  });

const paramsOf = ({ data: { id }, etag }: TemplateVersion) => ({
  path: { template: id },
  ...(etag === null ? {} : { header: { 'If-Match': etag } }),
});

/**
 * Stores texts over a version, which the server refuses with 412 where someone else was faster. What other kinds say alike
 * changes in them too.
 */
export const patchTemplate = (over: TemplateVersion, changed: Texts): Promise<TemplateVersion> => {
  const shared = over.data.sharedWith.length > 0;
  return sendTagged(
    client.PATCH('/manage/message-templates/{template}', { params: paramsOf(over), body: { ...changed, shared } }),
  );
};

/** Returns to the built-in texts. */
export const resetTemplate = (over: TemplateVersion): Promise<TemplateVersion> =>
  sendTagged(client.DELETE('/manage/message-templates/{template}', { params: paramsOf(over) }));

/** A case in which an email is shown: which cases of which values. */
export type Case = Readonly<Record<string, string>>;

const trialOf = (changed: Texts, when: Case) => ({
  ...changed,
  cases: Object.entries(when).map(([name, value]) => ({ name, value })),
});

/** Puts the note of a version, as it is stored, into other languages of the same kind. Notes there are replaced. */
export const copyNote = async ({ data: { kind, ownNote } }: TemplateVersion, languages: readonly MemberLanguage[]) => {
  for (const language of languages) {
    const params = { path: { template: `${kind}.${language}` } };
    await send(client.PATCH('/manage/message-templates/{template}', { params, body: { ownNote } }));
  }
};

/** Sends the example to whoever is signed in. */
export const sendTest = ({ data: { id } }: TemplateVersion, changed: Texts, when: Case) =>
  send(
    client.POST('/manage/message-templates/{template}/test', {
      params: { path: { template: id } },
      body: trialOf(changed, when),
    }),
  );

/** An example of the email with texts that are not stored. The last example stays while the next is on its way. */
export const previewQuery = ({ data: { id }, etag }: TemplateVersion, changed: Texts, when: Case) =>
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
