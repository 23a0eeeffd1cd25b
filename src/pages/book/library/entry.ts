import { type Html, html } from '../../../kernel/html.ts';
import type { Playback } from '../../../resources/content-media/playback/record.ts';
import { FREE } from '../free.ts';
import { BACK, CHECK, OUTSIDE, PLUS } from '../icons.ts';
import { plansPath, siteQuery, topOf } from '../layout.ts';
import { ApiRefusal, orRefused, refusalNote } from '../messages.ts';
import { ownFile } from '../own-file.ts';
import { signInPath } from '../paths.ts';
import { shareButton } from '../share.ts';
import type { BookPage, Form, PageResult, Visit } from '../visit.ts';
import { entryLine, entryPath, pictureOf } from './cover.ts';
import { inLibrary } from './in-library.ts';
import { markdown } from './markdown.ts';
import { type Screen, type Shown, screenOf } from './screen.ts';
import type { Entry } from './shapes.ts';
import { leadersOf, lengthOf, lockText } from './words.ts';

const EXPANDED = ['instructors', 'categories', 'memberStatus', 'media'];
/** The kinds of media that have a player; pictures and documents are shown in the text. */
const PLAYED: ReadonlySet<string> = new Set(['video', 'audio']);
/** The most parts of a program that a page shows. */
const MOST_PARTS = 60;

const readEntry = (
  { callApi, context: { member, site } }: Visit,
  idOrSlug: string,
  expanded = EXPANDED,
): Promise<Entry> => {
  const path = { id: idOrSlug };
  return member === undefined
    ? callApi('getLibraryEntry', { path, query: { site_id: site.id } })
    : callApi('getContentEntry', { path, query: { 'expand[]': expanded } });
};

const findEntry = (visit: Visit): Promise<Entry> => readEntry(visit, visit.param('slug'));

/** How the first media of an entry is played; undefined where there is nothing to play, or not yet. */
const playbackOf = async (
  { callApi, context: { member, site } }: Visit,
  { primaryMediaId, media = [] }: Entry,
): Promise<Shown | undefined> => {
  const first = media.find(({ id }) => id === primaryMediaId) ?? media[0];
  if (first === undefined || first.status !== 'ready') return undefined;
  const path = { contentMediaId: first.id };
  const play = async (protocol?: Playback['protocol']): Promise<Playback | undefined> => {
    try {
      return member === undefined
        ? await callApi('getLibraryPlayback', { path, query: { site_id: site.id, protocol } })
        : await callApi('getMediaPlayback', { path, query: { protocol } });
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 409) return undefined;
      throw error;
    }
  };
  const best = await play();
  if (best === undefined) return undefined;
  const file = best.protocol === 'mp4' ? best : await play('mp4');
  return { media: first, best, file };
};

/** What comes after an entry: the newest other one of its first category. */
const nextOf = async (
  { callApi, context: { member, site } }: Visit,
  { id, categoryIds: [categoryId] }: Entry,
): Promise<Entry | undefined> => {
  if (categoryId === undefined) return undefined;
  const page = { category_id: categoryId, limit: 3 };
  const { data } =
    member === undefined
      ? await callApi('listLibrary', { query: { ...page, site_id: site.id } })
      : await callApi('listContentEntries', {
          query: { ...page, sort: 'newest', 'expand[]': ['instructors', 'categories'] },
        });
  return data.find((entry) => entry.id !== id && entry.isLocked !== true && entry.mediaIds.length > 0);
};

/** The parts of a program, in their order. Parts that are not published are left out. */
const partsOf = async (visit: Visit, { children = [] }: Entry) => {
  const asked = children.slice(0, MOST_PARTS).map(async ({ entryId, dayNumber }) => {
    try {
      const entry = await readEntry(visit, entryId, ['instructors', 'categories', 'memberStatus']);
      return [{ entry, dayNumber }];
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 404) return [];
      throw error;
    }
  });
  return (await Promise.all(asked)).flat();
};

type Parts = Awaited<ReturnType<typeof partsOf>>;

const partList = (visit: Visit, parts: Parts): Html | undefined => {
  const { t } = visit.context;
  if (parts.length === 0) return undefined;
  const lines = parts.map(({ entry, dayNumber }) => {
    const day = dayNumber === null ? undefined : t('library.day', { day: dayNumber });
    const note = [day, lockText(visit.context, entry) ?? leadersOf(entry)].filter(Boolean).join(' · ');
    return entryLine(visit.context, entry, note);
  });
  return html`<section class="section"><h2>${t('library.parts')}</h2><ul class="rows">${lines}</ul></section>`;
};

const button = (visit: Visit, act: string, icon: Html, text: string, isOn: boolean): Html =>
  html`<form method="post" action="/book/library/${visit.param('slug')}"${FREE}><input type="hidden" name="act" value="${act}"><button class="button"${isOn ? html` data-variant="tinted"` : ''} data-size="small">${icon}${text}</button></form>`;

const actions = (
  visit: Visit,
  { memberStatus, children = [] }: Entry,
  screen: Screen | undefined,
): Html | undefined => {
  const { t, member } = visit.context;
  if (member === undefined) return screen && html`<div class="actions">${screen.speed}</div>`;
  const isListed = memberStatus?.isFavorite === true;
  const isDone = memberStatus?.status === 'completed';
  const isRead = screen === undefined && children.length === 0;
  const list = isListed
    ? button(visit, 'unlist', CHECK, t('library.inMyList'), true)
    : button(visit, 'list', PLUS, t('library.addToList'), false);
  const done = isDone
    ? html`<span class="status" data-tone="positive">${CHECK}${t('library.done')}</span>`
    : button(visit, 'done', CHECK, t('library.markDone'), false);
  return html`<div class="actions">${list}${screen?.speed}${isRead ? done : undefined}${shareButton(visit.context, true)}</div>`;
};

const facts = (visit: Visit, entry: Entry): string => {
  const { durationSeconds, level } = entry;
  const length = durationSeconds === null ? undefined : lengthOf(visit.context, durationSeconds);
  return [leadersOf(entry), length, level].filter(Boolean).join(' · ');
};

/** A stranger may be a member who can open it. */
const lockedForStrangers = ({ context, url }: Visit, { lockReason }: Entry, locked: string): Html => {
  const { t } = context;
  const signIn = html`<a class="button" data-size="small" href="${signInPath(url.pathname + url.search)}">${t('shell.signIn')}</a>`;
  const plans =
    lockReason === 'package_required'
      ? html`<a class="button" data-size="small" href="${plansPath(context)}">${t('library.toPlans')}</a>`
      : undefined;
  return html`<div class="notice"><div><b>${locked}</b><div class="actions">${plans}${signIn}</div></div></div>`;
};

/** How to open what is locked, in place of its content. */
const lockedNote = (visit: Visit, entry: Entry): Html | undefined => {
  const { context } = visit;
  const locked = lockText(context, entry);
  if (locked === undefined) return undefined;
  const { t } = context;
  if (context.member === undefined) return lockedForStrangers(visit, entry, locked);
  const way =
    entry.lockReason === 'package_required'
      ? html` <a class="link" href="/book/plans">${t('library.toPlans')}</a>`
      : entry.lockReason === 'challenge_required'
        ? html` <a class="link" href="/book/challenges">${t('shell.challenges')}</a>`
        : undefined;
  return html`<div class="notice"><div><b>${locked}</b>${way}</div></div>`;
};

/** Why there is nothing to play yet, or no longer. */
const notPlayed = ({ context: { t } }: Visit, { primaryMediaId, media = [] }: Entry): Html | undefined => {
  const first = media.find(({ id }) => id === primaryMediaId) ?? media[0];
  if (first === undefined) return undefined;
  const text = first.status === 'errored' ? t('library.cannotPlay') : t('library.notReady');
  return html`<div class="notice" role="status"><div>${text}</div></div>`;
};

const bodyOf = async ({ context }: Visit, { body, summary, equipment }: Entry): Promise<Html> => {
  const { t } = context;
  const tools =
    equipment.length === 0
      ? undefined
      : html`<section class="section"><h2>${t('library.equipment')}</h2><ul class="ticks">${equipment.map((each) => html`<li>${each}</li>`)}</ul></section>`;
  return html`${summary === null ? undefined : html`<p class="lead">${summary}</p>`}${tools}${body == null || body === '' ? undefined : html`<div class="prose">${await markdown(context, body)}</div>`}`;
};

const entryPageWith = async (visit: Visit, refused?: ApiRefusal): Promise<BookPage> => {
  const { context } = visit;
  const { t } = context;
  const entry = await findEntry(visit);
  const isOpen = entry.isLocked !== true;
  const [shown, next, parts] = await Promise.all([
    isOpen ? playbackOf(visit, entry) : undefined,
    entry.mediaIds.length > 0 ? nextOf(visit, entry) : undefined,
    isOpen ? partsOf(visit, entry) : [],
  ]);
  const after =
    next === undefined
      ? undefined
      : html`<section class="section after-this"><h2>${t('library.after')}</h2><ul class="rows">${entryLine(context, next)}</ul></section>`;
  const isPlayed = shown !== undefined && PLAYED.has(shown.media.kind);
  const screen = isPlayed ? screenOf(visit, { entry, shown, next }) : undefined;
  const head = html`<div class="class-head"><h1>${entry.title}</h1><p class="quiet">${facts(visit, entry)}</p></div>${refusalNote(context, refused)}${actions(visit, entry, screen)}`;
  const text = html`${lockedNote(visit, entry)}${isOpen && shown === undefined ? notPlayed(visit, entry) : undefined}${isOpen ? await bodyOf(visit, entry) : entry.summary === null ? undefined : html`<p class="lead">${entry.summary}</p>`}${partList(visit, parts)}`;
  const status = refused === undefined ? 200 : 422;
  const common = { context, title: entry.title, tab: 'library' as const, status } as const;
  if (screen !== undefined) {
    const content = html`<div class="only-wide">${topOf(context, 'library')}</div><main id="main"><div class="page player-grid">${screen.player}<div class="player-body">${head}${screen.parts}${text}${after}</div></div></main>`;
    return { ...common, content, kind: 'player-page', scripts: ['player'] };
  }
  const file = ownFile(context, shown?.best.playbackUrl);
  const art =
    shown?.media.kind === 'image' && file !== undefined
      ? html`<img src="${file}" alt="${shown.media.title}">`
      : pictureOf(context, entry, true);
  const paper = shown?.media.kind === 'document' ? (file ?? shown.best.playbackUrl) : undefined;
  const open =
    paper === undefined
      ? undefined
      : html`<p class="section"><a class="button" href="${paper}" target="_blank" rel="noopener noreferrer">${OUTSIDE}${shown?.media.title}</a></p>`;
  const content = html`${topOf(context, 'library')}<main class="page narrow" id="main"><p class="way-back"><a class="link" href="/book/library${siteQuery(context)}">${BACK}${t('library.toLibrary')}</a></p><div class="article-art">${art}</div>${head}${text}${open}${after}</main>`;
  return { ...common, content };
};

export const entryPage = (visit: Visit): Promise<PageResult> | PageResult =>
  inLibrary(visit, (at) => entryPageWith(at));

export const actOnEntry = async (visit: Visit, form: Form): Promise<PageResult> => {
  const { callApi, context } = visit;
  if (context.member === undefined) return { to: signInPath(visit.url.pathname + visit.url.search) };
  const entry = await findEntry(visit);
  const path = { id: entry.id };
  const act = form.get('act');
  return orRefused(
    async (): Promise<PageResult> => {
      if (act === 'list') await callApi('addFavorite', { path });
      else if (act === 'unlist') await callApi('removeFavorite', { path });
      else if (act === 'done') await callApi('setContentStatus', { path, body: { status: 'completed' } });
      return { to: entryPath(context, entry) };
    },
    (refused) => entryPageWith(visit, refused),
  );
};
