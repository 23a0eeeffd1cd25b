import { businessOperations } from '../../../http/operations/declare.ts';
import { pageOfAll } from '../../../records/pages.ts';
import type { Program } from '../../program.ts';
import type { MailPorts } from '../ports.ts';
import { MessagePreview, MessageTemplate, MessageTemplates, TemplateFilters, TemplateTexts } from './shapes.ts';
import type { TemplateKey } from './stored.ts';
import {
  findTemplate,
  previewTemplate,
  resetTemplate,
  templatesIn,
  templateView,
  updateTemplate,
} from './templates.ts';

const PATH = '/manage/message-templates';
const EXAMPLE = { path: { template: 'booking_confirmed.en' } };
const OWN_SUBJECT = { subject: 'See you at {what}, {firstName}' };

/** The texts of mails to clients, which the brand may change (messages.md "Texts"). */
export const templateOperations = (deps: Pick<Program, 'rootUrl'> & Pick<MailPorts, 'mailLook'>) =>
  businessOperations(
    {
      tag: 'Message templates',
      about: 'The texts of mails to clients, by kind and language, which the brand may change.',
      audited: true,
      reads: 'getMessageTemplate',
    },
    'manage',
    ({ read, list, write }) => [
      list<TemplateKey & { readonly id: string }, typeof TemplateFilters>(
        `GET ${PATH}`,
        'listMessageTemplates',
        {
          summary: 'List the texts of mails in a language',
          description: 'Each kind of mails to clients, with its texts as they are sent, and what they can name.',
          filters: TemplateFilters,
          response: MessageTemplates,
          staff: 'settings:read',
          sites: 'brand',
        },
        (view, { query, page }) => ({
          page: pageOfAll(templatesIn(view, query.language), page),
          view: (key) => templateView(view, key),
        }),
      ),
      read(
        `GET ${PATH}/:template`,
        'getMessageTemplate',
        {
          summary: 'Retrieve the texts of a kind of mails in a language',
          description: 'The path has the kind, a dot and the language: booking_confirmed.en.',
          on: { find: findTemplate },
          response: MessageTemplate,
          staff: 'settings:read',
          sites: 'brand',
          example: EXAMPLE,
        },
        (view, { record }) => templateView(view, record),
      ),
      write(
        `PATCH ${PATH}/:template`,
        'updateMessageTemplate',
        {
          summary: 'Change texts of a kind of mails in a language',
          description:
            'Texts are in ICU MessageFormat: {firstName} is a place for a value, and {left, plural, one {…} other {…}} and {paid, ' +
            'select, credits {…} other {…}} have a text for each case. A text that cannot be filled is 400 `template_invalid` with ' +
            'its line. null returns to the text of studiod. HTML in a text is shown as it is.',
          on: { find: findTemplate },
          body: TemplateTexts,
          response: MessageTemplate,
          staff: 'settings:write',
          sites: 'brand',
          example: { ...EXAMPLE, body: OWN_SUBJECT },
        },
        (tx, { caller, record, body }) => updateTemplate(tx, caller, record, body),
      ),
      write(
        `DELETE ${PATH}/:template`,
        'resetMessageTemplate',
        {
          summary: 'Return to the texts that studiod has',
          description: 'All texts of the kind in this language. Mails that wait are sent with them.',
          on: { find: findTemplate },
          response: MessageTemplate,
          staff: 'settings:write',
          sites: 'brand',
          example: EXAMPLE,
        },
        (tx, { caller, record }) => resetTemplate(tx, caller, record),
      ),
      write(
        `POST ${PATH}/:template/preview`,
        'previewMessageTemplate',
        {
          summary: 'Show an example of a mail with texts that are not stored',
          description: 'What is left out is as it is stored. Nothing is stored, and nothing is sent.',
          on: { find: findTemplate },
          body: TemplateTexts,
          response: MessagePreview,
          audited: false,
          staff: 'settings:read',
          sites: 'brand',
          example: { ...EXAMPLE, body: OWN_SUBJECT },
        },
        (tx, { caller, record, body }) => previewTemplate(tx, caller, record, body, deps),
      ),
    ],
  );
