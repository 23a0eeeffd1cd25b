import type { AnyElysia } from 'elysia';
import type { Read } from '../../database/database.ts';
import type { Store } from '../../database/store.ts';
import { bodyTooLarge } from '../../http/body.ts';
import { router } from '../../http/operations/mount.ts';
import { pathOf } from '../../http/request-url.ts';
import { readBytes } from '../../kernel/bounded-body.ts';
import type { MemberCaller } from '../../kernel/caller.ts';
import { type Html, html, htmlLines } from '../../kernel/html.ts';
import { withOrigin } from '../../kernel/origin.ts';
import { methodNotAllowed } from '../../kernel/problem.ts';
import { refuseMails } from '../../resources/bookings/guests/mail-refusals.ts';
import { Client, type ClientRow } from '../../resources/clients/record.ts';
import type { PersonalLinks } from '../../resources/messages/personal-links.ts';
import { chooseMails } from '../../resources/preferences/preferences.ts';
import type { NotificationPreferencesResponse } from '../../resources/preferences/shapes.ts';
import { notificationPreferencesView } from '../../resources/preferences/view.ts';
import type { Reactions } from '../../resources/reactions.ts';
import { brandSettings } from '../../resources/settings/queries.ts';
import { fillNames } from '../../texts/isolated.ts';
import { mailLanguageOf } from '../../texts/mail.ts';
import { pageTexts } from '../../texts/pages.ts';
import { brandedPage } from '../branded-page.ts';
import { MAILS_PREFIX } from '../paths.ts';
import style from './mail-choices.css' with { type: 'text' };

/** The categories that have emails. */
const SHOWN = [
  'bookings',
  'waitlist',
  'reminders',
  'schedule_changes',
  'payments',
  'memberships',
  'challenges',
  'awards',
  'content',
  'marketing',
] as const;
type Shown = (typeof SHOWN)[number];

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; font-src 'self'";
/** A form with a box for each category. */
const MOST_BYTES = 4_096;

interface MailChoicesDeps {
  readonly store: Store;
  readonly links: PersonalLinks;
  readonly reactions: Pick<Reactions, 'clientChanged' | 'preferencesChanged'>;
}

interface Opened {
  readonly read: Read;
  readonly token: string;
  readonly client: ClientRow | undefined;
}

const isShown = (category: string): category is Shown => SHOWN.some((each) => each === category);

const textsFor = ({ read, client }: Opened) => {
  const { locale, formOfAddress } = brandSettings(read);
  const language = mailLanguageOf(client?.preferredLocale ?? locale);
  return { language, texts: pageTexts(language, formOfAddress).mailChoices };
};

const page = (opened: Opened, content: Html, status = 200): Response => {
  const { language, texts } = textsFor(opened);
  const head = html`<meta name="robots" content="noindex">\n`;
  const { title } = texts;
  return brandedPage(opened.read, { language, title, style, policy: POLICY, cache: 'no-store', status, head, content });
};

const gone = (opened: Opened): Response => {
  const { texts } = textsFor(opened);
  return page(opened, html`<h1>${texts.gone}</h1>\n<p>${texts.goneLead}</p>`, 404);
};

/** Whether the emails of a category are sent. */
const isSent = ({ channels, categories }: NotificationPreferencesResponse, category: Shown): boolean =>
  categories[category].locked || (channels.email && categories[category].email);

/** The link may do what the client may who got it, and the page calls nothing else. */
const holderOf = ({ id, homeLocationId }: ClientRow): MemberCaller => ({
  credentialId: id,
  kind: 'member',
  through: 'sign-in',
  clientId: id,
  siteId: homeLocationId,
  scopes: new Set(),
  siteIds: null,
  tier: 'basic',
});

const done = (text: string): Html => html`<p class="done" role="status">${text}</p>\n`;

/**
 * All categories, each with its box; emails that are always sent have a box that cannot be changed. It names no address: the
 * link of an old email works in the mailbox that a client has left.
 */
const allChoices = (opened: Opened, client: ClientRow, isSaved: boolean): Response => {
  const { texts } = textsFor(opened);
  const preferences = notificationPreferencesView(opened.read, client.id);
  const boxes = SHOWN.map((category) => {
    const { locked } = preferences.categories[category];
    const state = `${isSent(preferences, category) ? ' checked' : ''}${locked ? ' disabled' : ''}`;
    const note = locked && html`<small>${texts.always}</small>`;
    return html`<li><label><input type="checkbox" name="category" value="${category}"${state}><span>${texts[category]}</span>${note}</label></li>`;
  });
  const lead = fillNames(texts.lead, { studio: brandSettings(opened.read).name });
  const content = html`<h1>${texts.title}</h1>\n<p class="soft">${lead}</p>\n${isSaved && done(texts.saved)}
<form method="post" action="${MAILS_PREFIX}${opened.token}"><ul>${htmlLines(boxes)}</ul><button>${texts.save}</button></form>`;
  return page(opened, content);
};

const one = (opened: Opened, client: ClientRow, category: Shown, isStopped: boolean): Response => {
  const { texts } = textsFor(opened);
  const preferences = notificationPreferencesView(opened.read, client.id);
  const others = html`<p><a href="${MAILS_PREFIX}${opened.token}">${texts.others}</a></p>`;
  if (preferences.categories[category].locked) {
    return page(opened, html`<h1>${texts[category]}</h1>\n<p>${texts.locked}</p>\n${others}`);
  }
  const kept = SHOWN.filter((each) => each !== category && isSent(preferences, each)).map((each) => texts[each]);
  const stays = html`<p class="soft">${fillNames(texts.stays, { categories: kept.join(', ') })}</p>`;
  if (isStopped) return page(opened, html`<h1>${texts[category]}</h1>\n${done(texts.stopped)}${stays}\n${others}`);
  const lead = fillNames(texts.stopLead, { category: texts[category] });
  const form = html`<form method="post" action="${MAILS_PREFIX}${opened.token}/${category}"><button>${texts.stop}</button></form>`;
  return page(opened, html`<h1>${texts.stopTitle}</h1>\n<p>${lead}</p>\n${form}\n${stays}\n${others}`);
};

/** Invitations of members, which end for the address, whoever it is. */
const GUESTS = 'guests';

const ofGuest = (opened: Opened, isStopped: boolean): Response => {
  const { texts } = textsFor(opened);
  if (isStopped) return page(opened, html`<h1>${texts.guests}</h1>\n${done(texts.stopped)}`);
  const lead = fillNames(texts.stopLead, { category: texts.guests });
  const form = html`<form method="post" action="${MAILS_PREFIX}${opened.token}/${GUESTS}"><button>${texts.stop}</button></form>`;
  return page(opened, html`<h1>${texts.stopTitle}</h1>\n<p>${lead}</p>\n${form}`);
};

/**
 * `/mails/<token>` has a box for each category; `/mails/<token>/<category>` turns a category off with one press, or with
 * one click of a mail program (RFC 8058). They change preferences and nothing else, and a GET changes nothing.
 */
export const mailChoicesRoutes = ({ store, links, reactions }: MailChoicesDeps): AnyElysia => {
  const open = (token: string): Opened => {
    const read = store.view();
    const clientId = links.clientOf('mails', token);
    const client = clientId === undefined ? undefined : Client.rows.find(read, clientId);
    return { read, token, client: client?.status === 'archived' ? undefined : client };
  };
  const change = (client: ClientRow, wanted: Partial<Record<Shown, boolean>>): Promise<void> =>
    withOrigin({ actor: client.id, requestId: null }, () =>
      store.write<void>((tx) => chooseMails(tx, holderOf(client), wanted, reactions)),
    );
  const saved = async (request: Request, token: string, client: ClientRow): Promise<Response> => {
    const body = new URLSearchParams(
      Buffer.from(await readBytes(request, MOST_BYTES, () => bodyTooLarge(MOST_BYTES))).toString(),
    );
    const chosen = body.getAll('category');
    const preferences = notificationPreferencesView(store.view(), client.id);
    const changed = SHOWN.filter(
      (category) =>
        !preferences.categories[category].locked && chosen.includes(category) !== isSent(preferences, category),
    );
    await change(client, Object.fromEntries(changed.map((category) => [category, chosen.includes(category)])));
    return allChoices(open(token), client, true);
  };
  return router().all(
    `${MAILS_PREFIX}*`,
    async ({ request, requestContext }) => {
      const [token = '', category, ...others] = pathOf(request.url).slice(MAILS_PREFIX.length).split('/');
      // The log shows this instead of the path, which is secret.
      requestContext.route = `${MAILS_PREFIX}:token${category === undefined ? '' : '/:category'}`;
      const { method } = request;
      if (!['GET', 'HEAD', 'POST'].includes(method)) throw methodNotAllowed(method, 'GET, HEAD, POST');
      const opened = open(token);
      const { client } = opened;
      if (client !== undefined && category === GUESTS && others.length === 0) {
        const { email } = client;
        if (method === 'POST' && email !== null) await store.write((tx) => refuseMails(tx, email));
        return ofGuest(opened, method === 'POST');
      }
      if (client === undefined || others.length > 0 || (category !== undefined && !isShown(category))) {
        return gone(opened);
      }
      if (category === undefined) {
        return method === 'POST' ? saved(request, token, client) : allChoices(opened, client, false);
      }
      if (method === 'POST') await change(client, { [category]: false });
      return one(open(token), client, category, method === 'POST');
    },
    { parse: 'none' },
  );
};
