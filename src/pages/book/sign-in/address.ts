import { html } from '../../../kernel/html.ts';
import { membershipSettings } from '../../../resources/settings/queries.ts';
import type { BookContext } from '../layout.ts';
import type { BookPage } from '../visit.ts';
import { classOf, gateNote, gatePage, gatePath, gateTop, nextField, stepsOf } from './gate.ts';
import { passkeyButton } from './passkey.ts';

/** Both begin with an address and its code; what follows depends on whose address it is. */
export type Gate = 'sign-in' | 'sign-up';

export const GATES = {
  'sign-in': '/book/sign-in',
  'sign-up': '/book/sign-up',
} as const satisfies Record<Gate, string>;

/** Whether strangers may sign up at any site. */
const takesStrangers = ({ read, studio }: BookContext): boolean =>
  studio.sites.some(({ id }) => membershipSettings(read, id).signUp !== 'closed');

interface Address {
  readonly gate: Gate;
  readonly next: string;
  readonly email?: string;
  readonly problem?: string;
}

/** Says the same for every address, so that no one learns who is a client. */
export const addressPage = (context: BookContext, { gate, next, email = '', problem }: Address): BookPage => {
  const { t } = context;
  const isNew = gate === 'sign-up';
  const title = isNew ? t('signIn.newTitle') : t('shell.signIn');
  const kept = classOf(context, next);
  const other = isNew
    ? html`<p class="small"><a class="link" href="${gatePath(GATES['sign-in'], next)}">${t('signIn.haveAccount')}</a></p>`
    : takesStrangers(context)
      ? html`<p class="small"><a class="link" href="${gatePath(GATES['sign-up'], next)}">${t('signIn.firstTime')}</a></p>`
      : undefined;
  const content = html`${isNew ? stepsOf(context, 1) : gateTop(context, next)}
<div><h1>${title}</h1><p>${t('signIn.noPassword')}</p>${kept === undefined ? undefined : html`<p>${t('signIn.keeps', { name: kept })}</p>`}</div>
${gateNote(problem)}
${isNew ? undefined : passkeyButton(context, next)}
<form class="stack" method="post" action="${GATES[gate]}">${nextField(next)}<div class="field"><label for="email">${t('signIn.email')}</label><input class="input" id="email" name="email" type="email" required maxlength="254" autocomplete="${isNew ? 'email' : 'username webauthn'}" autocapitalize="none" spellcheck="false" value="${email}"${isNew ? html` autofocus` : ''}></div><button class="button" data-variant="primary" data-size="large" data-wide="" type="submit">${t('signIn.sendCode')}</button></form>
${other}`;
  return gatePage(context, {
    title,
    content,
    scripts: ['passkeys'],
    ...(problem === undefined ? {} : { status: 422 }),
  });
};
