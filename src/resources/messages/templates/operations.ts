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
      about: 'Email templates by kind and language, which the brand can customize.',
      audited: true,
      reads: 'getMessageTemplate',
    },
    'manage',
    ({ read, list, write, flow }) => [
      list<TemplateKey & { readonly id: string }, typeof TemplateFilters>(
        `GET ${PATH}`,
        'listMessageTemplates',
        {
          summary: 'List the email templates in a language',
          description:
            'Returns each kind of email to clients, with its current texts and the placeholders available in them.',
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
          summary: 'Retrieve an email template in a language',
          description: 'The path is the kind, a dot, and the language: `booking_confirmed.en`.',
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
          summary: 'Customize an email template in a language',
          description:
            'Texts use ICU MessageFormat: {firstName} is a placeholder for a value, and {left, plural, one {…} ' +
            'other {…}} and {paid, select, credits {…} other {…}} have a text for each case. An invalid text fails ' +
            'with 400 `template_invalid` and its line. `null` resets a text to the default. HTML in a text is ' +
            'shown as is.',
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
          summary: 'Reset an email template to the default',
          description:
            'Resets all texts of the kind in this language. Emails that are waiting to be sent use the default texts.',
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
          summary: 'Preview an email with unsaved texts',
          description: 'Texts you omit are taken as stored. Nothing is stored or sent.',
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
          summary: 'Send a test of an email to the caller',
          description:
            'Sends the email of the preview, with texts that need not be stored, to the address of the calling staff member only. Limited ' +
            'to 20 per hour. Returns 200 with the response of the mail server if it does not accept the email. Fails with 409 ' +
            '`mail_not_set_up` if no mail server is set up.',
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
