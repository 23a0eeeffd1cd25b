import { businessOperations } from '../../../http/operations/declare.ts';
import { pageOfAll } from '../../../records/pages.ts';
import type { Program } from '../../program.ts';
import type { MailPorts } from '../ports.ts';
import {
  MessagePreview,
  MessageTemplate,
  MessageTemplates,
  MessageTest,
  TemplateFilters,
  TemplateTexts,
  TemplateTrial,
} from './shapes.ts';
import type { TemplateKey } from './stored.ts';
import { findTemplate, resetTemplate, templatesIn, templateView, updateTemplate } from './templates.ts';
import { createTests } from './tests.ts';
import { tryTemplate } from './trial.ts';

const PATH = '/manage/message-templates';
const EXAMPLE = { path: { template: 'booking_confirmed.en' } };
const OWN_SUBJECT = { subject: 'See you at {what}, {firstName}' };

/** The texts of mails to clients, which the brand may change (messages.md "Texts"). */
export const templateOperations = (
  deps: Pick<Program, 'rootUrl' | 'store'> & Pick<MailPorts, 'mailLook' | 'sendNow' | 'mailClock'>,
) => {
  const sendTest = createTests(deps.mailClock, deps.sendNow);
  return businessOperations(
    {
      tag: 'Message templates',
      about: 'The texts of mails to clients, by kind and language, which the brand may change.',
      audited: true,
      reads: 'getMessageTemplate',
    },
    'manage',
    ({ read, list, write, flow }) => [
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
          body: TemplateTrial,
          response: MessagePreview,
          audited: false,
          staff: 'settings:read',
          sites: 'brand',
          example: { ...EXAMPLE, body: OWN_SUBJECT },
        },
        (tx, { caller, record, body }) => ({
          object: 'message_preview',
          ...tryTemplate(tx, caller, record, body, deps),
        }),
      ),
      flow(
        `POST ${PATH}/:template/test`,
        'testMessageTemplate',
        {
          summary: 'Send an example of a mail to the caller',
          description:
            'The mail of the preview, with texts that need not be stored. It goes to the address of the staff member who calls, and to no ' +
            'other; at most 20 in an hour. A mail server that does not accept it is answered with 200 too, in its words. 409 ' +
            '`mail_not_set_up` without a mail server.',
          on: { find: findTemplate },
          body: TemplateTrial,
          response: MessageTest,
          errors: [409, 429],
          staff: 'settings:write',
          sites: 'brand',
          isInteractive: true,
          answers: {
            200: {
              object: 'message_test',
              isAccepted: true,
              message: '250 OK',
              email: 'olivia@demo-studio.example',
              subject: 'You’re booked: Strength Basics',
            },
          },
        },
        async ({ caller, record, body }, conclude) => {
          const read = deps.store.view();
          const trial = tryTemplate(read, caller, record, body, deps);
          const tried = await sendTest(read, caller, trial);
          return conclude(() => ({ object: 'message_test', ...tried, subject: trial.subject }));
        },
      ),
    ],
  );
};
