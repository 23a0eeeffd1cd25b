import type { Read } from '../../database/database.ts';
import type { BookScript } from '../../http/pages/bundle/bundle.ts';
import { type Html, html, htmlLines } from '../../kernel/html.ts';
import { brandSettings } from '../../resources/settings/queries.ts';
import type { StudioResponse } from '../../resources/studio/shapes.ts';
import { hasLibraryFeatures, studioView } from '../../resources/studio/studio.ts';
import { bookTranslator, type TranslateBook } from '../../texts/book.ts';
import { languageOf, type MemberLanguage } from '../../texts/languages.ts';
import { MEMBER_LANGUAGES } from '../../texts/made/languages.ts';
import { type Embed, framed } from './embed/frames.ts';
import { forWhomBar } from './for-whom.ts';
import { BACK, CALENDAR_DAYS, MARK, PERSON, PLAY, TICKET, TROPHY } from './icons.ts';
import { initialsOf } from './initials.ts';
import { type Formats, formatsFor } from './make-formats.ts';
import { offerBar } from './me/offers.ts';
import { ownFile } from './own-file.ts';
import { previewOf } from './preview.ts';
import { Signs } from './signs.ts';
import type { BookMember, BookPage, Tab } from './visit.ts';

type Site = StudioResponse['sites'][number];

/** What every page needs: the studio, the site, the words of the reader. */
export interface BookContext {
  readonly read: Read;
  readonly studio: StudioResponse;
  readonly site: Site;
  readonly language: MemberLanguage;
  readonly locale: string;
  readonly t: TranslateBook;
  readonly formats: Formats;
  readonly signs: Signs;
  /** The root of the server, as search engines need it. */
  readonly rootUrl: string;
  /** Who is signed in; undefined for strangers. */
  readonly member: BookMember | undefined;
  /** How a website shows the page in a frame; undefined for a page of its own. */
  readonly embed: Embed | undefined;
}

/** The addresses of styles and scripts. */
export interface Files {
  readonly page: string;
  /** The style of pages that strangers do not see at first. */
  readonly member: string;
  readonly font: string;
  readonly theme: string;
  readonly scripts: Readonly<Record<BookScript, string>>;
}

/** The locale of dates and numbers: the brand's where it has the language of the page, else the language. */
export const localeFor = (brandLocale: string, language: MemberLanguage): string =>
  languageOf([brandLocale], MEMBER_LANGUAGES) === language ? brandLocale : language;

interface Opening {
  readonly language: MemberLanguage;
  readonly rootUrl: string;
  readonly member: BookMember | undefined;
  readonly embed: Embed | undefined;
}

/** Makes the context of a page at a site, by default the site of the brand. Undefined where there is no such site. */
export const opening = (read: Read, { language, rootUrl, member, embed }: Opening) => {
  const studio = studioView(read);
  const locale = localeFor(studio.locale, language);
  const t = bookTranslator(language, brandSettings(read).formOfAddress, locale);
  // Parts of a page are of several sites: their signs are drawn once for all of them.
  const signs = new Signs({ read, rootUrl });
  return (siteId: string = studio.defaultSiteId): BookContext | undefined => {
    const site =
      studio.sites.find(({ id }) => id === siteId) ?? (siteId === studio.defaultSiteId ? studio.sites[0] : undefined);
    if (site === undefined) return undefined;
    const formats = formatsFor(locale, site.timezone);
    return { read, studio, site, language, locale, t, formats, signs, rootUrl, member, embed };
  };
};

type AtSite = Pick<BookContext, 'studio' | 'site' | 'member'>;

/** The home of a member, while it is open. */
const homeOf = ({ studio, member }: AtSite): string | undefined =>
  studio.sites.find(({ id }) => id === member?.homeSiteId)?.id;

/** Pages without a site are of the home of a member, and of the site of the brand for strangers. */
const isUnnamed = (at: AtSite): boolean => at.site.id === (homeOf(at) ?? at.studio.defaultSiteId);

/** The address of the timetable of a site. */
export const sitePath = (at: AtSite): string => (isUnnamed(at) ? '/book' : `/book/${at.site.id}`);

export const plansPath = (at: AtSite): string => (isUnnamed(at) ? '/book/plans' : `/book/plans?site=${at.site.id}`);

/** What names the site in the address of a page of the library, where it is not the site of pages without one. */
export const siteQuery = (at: AtSite): string => (isUnnamed(at) ? '' : `?site=${at.site.id}`);

/** The logo of the studio where this server keeps it, else the mark. */
export const logoOf = (context: BookContext): Html => {
  const path = ownFile(context, context.studio.theme.logoUrl);
  return html`<span class="logo disc" aria-hidden="true">${path === undefined ? MARK : html`<img src="${path}" alt="">`}</span>`;
};

interface TabLink {
  readonly tab: Tab;
  readonly path: string;
  readonly text: string;
  readonly icon: Html;
}

const CHALLENGE_FEATURES = ['challenges', 'leaderboards'] as const;

/** The pages of a visitor: what the studio has switched off is absent. */
const tabsOf = (context: BookContext): readonly TabLink[] => {
  const { t, studio, site, member } = context;
  const library: TabLink = {
    tab: 'library',
    path: `/book/library${siteQuery(context)}`,
    text: t('shell.library'),
    icon: PLAY,
  };
  const timetable = {
    tab: 'timetable',
    path: sitePath(context),
    text: t('book.timetable'),
    icon: CALENDAR_DAYS,
  } as const;
  if (member === undefined) {
    const plans: TabLink = { tab: 'plans', path: plansPath(context), text: t('book.plans'), icon: TICKET };
    return [timetable, plans, ...(site.hasLibrary ? [library] : [])];
  }
  const { features } = studio;
  const challenges: TabLink = {
    tab: 'challenges',
    path: '/book/challenges',
    text: t('shell.challenges'),
    icon: TROPHY,
  };
  return [
    timetable,
    { tab: 'me', path: '/book/me', text: t('shell.myClasses'), icon: TICKET },
    ...(hasLibraryFeatures(features) ? [library] : []),
    ...(CHALLENGE_FEATURES.some((key) => features[key]) ? [challenges] : []),
    { tab: 'account', path: '/book/me/account', text: t('shell.account'), icon: PERSON },
  ];
};

const linkTo = (current: Tab | undefined, { tab, path, text }: TabLink, icon?: Html): Html =>
  html`<a href="${path}"${tab === current ? html` aria-current="page"` : ''}>${icon}${text}</a>`;

/** The credits and the account of the person who is signed in; for a stranger, the way to sign in. */
const personOf = ({ t, member }: BookContext, onPicture = false): Html => {
  if (member === undefined) {
    return html`<a class="button" data-size="small"${onPicture ? html` data-glass=""` : ''} href="/book/sign-in">${t('shell.signIn')}</a>`;
  }
  const { credits, firstName, lastName } = member;
  const chip =
    credits === null || credits === 0
      ? undefined
      : html`<a class="credit-chip" href="/book/me">${TICKET}${t('shell.classesLeft', { count: credits })}</a>`;
  return html`${chip}<a class="avatar disc only-wide" href="/book/me/account" data-size="small"><span aria-hidden="true">${initialsOf(firstName, lastName)}</span><span class="visually-hidden">${t('shell.account')}, ${firstName} ${lastName}</span></a>`;
};

const navOf = (context: BookContext, current: Tab | undefined, name: string): Html =>
  html`<nav${name === '' ? '' : html` class="${name}"`} aria-label="${context.t('book.studio')}">${tabsOf(context)
    .filter(({ tab }) => tab !== 'account')
    .map((each) => linkTo(current, each))}</nav>`;

/** The head of pages besides the timetable of strangers. A page in a frame has no head. */
export const topOf = (context: BookContext, current?: Tab): Html | undefined => {
  if (context.embed !== undefined) return undefined;
  const { studio } = context;
  return html`<header class="top"><a class="row studio" href="${sitePath(context)}">${logoOf(context)}<span class="name">${studio.name}</span></a>${navOf(context, current, '')}<span class="push row" id="person" data-live="">${personOf(context)}</span></header>${forWhomBar(context)}`;
};

/** The head of a page that is a step of something: a way back, and what it is. */
export const stepTop = ({ t }: BookContext, back: string, name: string): Html =>
  html`<header class="top"><a class="button" data-variant="quiet" data-icon="" href="${back}" aria-label="${t('shell.back')}">${BACK}</a><span class="name">${name}</span></header>`;

/** The navigation over the photo of the timetable. */
export const mastNav = (context: BookContext): Html =>
  html`${navOf(context, 'timetable', 'mast-nav')}<span class="push row">${personOf(context, true)}</span>`;

const tabBar = (context: BookContext, current: Tab | undefined): Html | undefined =>
  context.member === undefined
    ? undefined
    : html`<nav class="tabbar" aria-label="${context.t('book.pages')}">${tabsOf(context).map((each) => linkTo(current, each, each.icon))}</nav>`;

/** Says in a frame that what was done in a window of its own is done, and where it stands. */
const doneNote = ({ t, embed }: BookContext): Html | undefined =>
  embed?.isDone
    ? html`<p class="notice" role="status"><span>${t('embed.done')} <a class="link" href="/book/me">${t('shell.myClasses')}</a></span></p>`
    : undefined;

/** Says in the window that a frame has opened, once it has done what it was opened for, how to get back. */
const windowNote = ({ t }: BookContext): Html => html`<p class="notice" role="status">${t('embed.closeWindow')}</p>`;

/** A page in a frame has the script of frames alone: it opens other pages in windows of their own. */
const scriptsOf = ({ context: { embed }, scripts = [] }: BookPage, files: Files): readonly Html[] =>
  embed === undefined
    ? ['book' as const, ...scripts].map((each) => html`<script type="module" src="${files.scripts[each]}"></script>`)
    : [html`<script src="/book/embed/frame.js" defer></script>`];

/** What the page of a member says where the session has ended meanwhile. */
const sessionOf = ({ t, member }: BookContext): Html | undefined =>
  member === undefined
    ? undefined
    : html` data-member="${member.household?.self.clientId ?? member.clientId}" data-over="${t('signIn.over')}" data-again="${t('signIn.pressAgain')}"`;

/** What is around the page on a phone is as its ground, `--canvas` of both schemes. */
const THEME_COLORS = html`<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f9fafa">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101312">`;

/** Whether a page is the same for all strangers, and search engines may list it. */
export const isPublicPage = ({ context, canonical }: BookPage): boolean =>
  context.member === undefined && canonical !== undefined;

/**
 * A whole document. Nothing in it is loaded from elsewhere. It can be read, and its forms work, without a script.
 * @param style what is in the page in place of the files of its style
 * @param isWindowDone whether it is in a window that a frame has opened, which has done what it was opened for
 */
export const documentOf = (page: BookPage, files: Files, style: Html | undefined, isWindowDone = false): string => {
  const { context } = page;
  const { t, studio, language, rootUrl, signs, member, embed } = context;
  const { title, kind, tab, data, canonical } = page;
  const isIndexed = canonical !== undefined && embed === undefined && context.site.isIndexed;
  const kinds = [
    kind,
    ...(member === undefined ? [] : ['signed-in']),
    ...(embed === undefined ? [] : ['embedded']),
  ].filter((each) => each !== undefined);
  const content = html`${doneNote(context)}${isWindowDone ? windowNote(context) : undefined}${page.content}`;
  return html`<!doctype html>
<html lang="${language}"${embed?.scheme === undefined ? '' : html` data-theme="${embed.scheme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${t('book.title', { page: title, studio: studio.name })}</title>
${isIndexed ? html`<link rel="canonical" href="${rootUrl}${canonical}">` : html`<meta name="robots" content="noindex">`}
${canonical === undefined || embed !== undefined ? undefined : previewOf(page)}
${THEME_COLORS}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="manifest" href="/book/manifest.webmanifest">
<link rel="apple-touch-icon" href="/book/icon-192.png">
<link rel="preload" href="${files.font}" as="font" type="font/woff2" crossorigin>
${
  style ??
  htmlLines([files.page, files.member, files.theme].map((file) => html`<link rel="stylesheet" href="${file}">`))
}
${scriptsOf(page, files)}
</head>
<body${sessionOf(context)} data-site="${homeOf(context) ?? context.site.id}"${kinds.length === 0 ? '' : html` class="${kinds.join(' ')}"`} data-close="${t('shell.close')}" data-offline="${t('shell.offline')}" data-locale="${context.locale}" data-as-of="${t('app.asOf', { time: '{time}' })}" data-no-day="${t('app.noDay', { day: '{day}' })}" data-wrong="${t('shell.wrong')}">
<a class="skip" href="#main">${t('book.skip')}</a>
${member === undefined || kind === 'gate' || kind === 'flow-page' ? undefined : html`<div id="offers" data-live="">${offerBar(context)}</div>`}
${embed === undefined ? content : framed(content, embed)}
${kind === undefined || kind === 'out' ? tabBar(context, tab) : undefined}
${signs.drawings()}
${data}
</body>
</html>
`.text;
};
