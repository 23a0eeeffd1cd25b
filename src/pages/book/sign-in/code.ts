import { html } from '../../../kernel/html.ts';
import type { BookContext } from '../layout.ts';
import type { BookPage } from '../visit.ts';
import { GATES, type Gate } from './address.ts';
import { gateNote, gatePage, gatePath, gateTop, nextField, stepsOf } from './gate.ts';

interface Code {
  readonly gate: Gate;
  readonly next: string;
  readonly email: string;
  readonly request: string;
  readonly code?: string;
  readonly problem?: string;
}

/** The boxes of the code are a picture of the one field: a script fills them. */
const BOXES = html`<i></i><i></i><i></i><i></i><i></i><i></i>`;

/** The email address is in the form, never in a URL. */
export const codePage = (context: BookContext, { gate, next, email, request, code = '', problem }: Code): BookPage => {
  const { t } = context;
  const title = t('signIn.codeTitle');
  const hidden = html`${nextField(next)}<input type="hidden" name="email" value="${email}"><input type="hidden" name="request" value="${request}">`;
  const [path, back] = [GATES[gate], gatePath(GATES[gate], next)];
  const described = problem === undefined ? '' : html` aria-invalid="true" aria-describedby="code-problem"`;
  const content = html`${gate === 'sign-up' ? stepsOf(context, 1) : gateTop(context, back)}
<div><h1>${title}</h1><p>${t('signIn.onItsWay')}</p><p><b>${email}</b></p></div>
${problem === undefined ? undefined : html`<div id="code-problem">${gateNote(problem)}</div>`}
<form class="stack" method="post" action="${path}/code" data-code="" data-offers="">${hidden}<div class="field"><label for="code">${t('signIn.codeLabel')}</label><div class="code" data-boxes="">${BOXES}<input class="input" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="40" pattern=".*[0-9]{3}\\W?[0-9]{3}.*" title="${t('signIn.codeLabel')}" value="${code}"${described}></div></div><button class="button" data-variant="primary" data-size="large" data-wide="" type="submit">${gate === 'sign-up' ? t('signIn.goOn') : t('shell.signIn')}</button></form>
<form class="stack" method="post" action="${path}">${hidden}<p class="small quiet">${t('signIn.nothingThere')}</p><button class="button" type="submit" data-again="" data-soon="${t('signIn.newCodeIn')}">${t('signIn.newCode')}</button></form>
<p class="small"><a class="link" href="${back}">${t('signIn.otherAddress')}</a></p>`;
  return gatePage(context, {
    title,
    content,
    // First what the form says of passkeys: the other script may send it right away.
    scripts: ['passkeys', 'sign-in'],
    ...(problem === undefined ? {} : { status: 422 }),
  });
};
