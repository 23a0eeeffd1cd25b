import { type Html, html } from '../../../kernel/html.ts';
import type { Playback } from '../../../resources/content-media/playback/record.ts';
import { clockText } from '../client/player/clock-text.ts';
import { AHEAD, CAPTIONS, CHEVRON_DOWN, FULL_SCREEN, OUTSIDE, PLAY_SOLID, REWIND } from '../icons.ts';
import { siteQuery } from '../layout.ts';
import { ownFile } from '../own-file.ts';
import type { Visit } from '../visit.ts';
import { entryPath, pictureOf } from './cover.ts';
import type { Entry, Media } from './shapes.ts';

/** A media and how it is played. */
export interface Shown {
  readonly media: Media;
  /** The best way for this server's files: HLS where there are renditions. */
  readonly best: Playback;
  /** A file that every browser plays; undefined where there is only a playlist. */
  readonly file: Playback | undefined;
}

interface OnScreen {
  readonly entry: Entry;
  readonly shown: Shown;
  readonly next: Entry | undefined;
}

export interface Screen {
  readonly player: Html;
  /** How fast it plays, for anyone who has a script. */
  readonly speed: Html | undefined;
  readonly parts: Html | undefined;
}

const sourcesOf = (context: Visit['context'], { best, file }: Shown): Html => {
  const playlist = best.protocol === 'hls' ? ownFile(context, best.playbackUrl) : undefined;
  const path = ownFile(context, file?.playbackUrl);
  return html`${playlist === undefined ? '' : html` data-playlist="${playlist}"`}${path === undefined ? '' : html` src="${path}"`}`;
};

const tracksOf = (context: Visit['context'], { best }: Shown): readonly Html[] => {
  const own = best.captions.find((each) => each.language.slice(0, 2) === context.language);
  return best.captions.flatMap(({ language: code, label, url }) => {
    const path = ownFile(context, url);
    if (path === undefined) return [];
    const isOwn = code === own?.language;
    return [
      html`<track kind="captions" src="${path}" srclang="${code}" label="${label}"${isOwn ? html` data-own=""` : ''}>`,
    ];
  });
};

/** A media that another host has is opened there: nothing is loaded from elsewhere. */
const elsewhere = ({ context: { t } }: Visit, url: string): Html =>
  html`<p class="outside"><a class="button" data-variant="primary" data-size="large" href="${url}" target="_blank" rel="noopener noreferrer">${OUTSIDE}${t('library.openElsewhere')}</a></p>`;

const controls = ({ context: { t } }: Visit, hasCaptions: boolean): Html =>
  html`<div class="controls" hidden><div class="mid"><button type="button" data-do="back" aria-label="${t('library.back10')}">${REWIND}</button><button type="button" class="play" data-do="play" aria-label="${t('library.play')}" data-pause="${t('library.pause')}">${PLAY_SOLID}</button><button type="button" data-do="ahead" aria-label="${t('library.ahead10')}">${AHEAD}</button></div><div class="down"><time class="now">0:00</time><div class="seek" role="slider" tabindex="0" aria-label="${t('library.position')}" aria-valuemin="0" aria-valuemax="0" aria-valuenow="0"></div><time class="whole">0:00</time>${hasCaptions ? html`<button type="button" data-do="captions" aria-label="${t('library.captions')}" aria-pressed="false">${CAPTIONS}</button>` : undefined}<button type="button" data-do="full" aria-label="${t('library.fullScreen')}">${FULL_SCREEN}</button></div></div>`;

const chaptersOf = ({ context: { t } }: Visit, { chapters }: Media): Html | undefined => {
  if (chapters.length === 0) return undefined;
  const lines = chapters.map(
    ({ startSeconds, title }) =>
      html`<li><a href="#player" data-at="${startSeconds}"><time>${clockText(startSeconds)}</time><span class="grow">${title}</span></a></li>`,
  );
  return html`<section class="section"><h2>${t('library.chapters')}</h2><ol class="chapters">${lines}</ol></section>`;
};

const speeds = ['0.75', '1', '1.25', '1.5', '2'];

/** The player of an entry, and the parts of what it plays. Without a script it is the browser's own player. */
export const screenOf = (visit: Visit, { entry, shown, next }: OnScreen): Screen => {
  const { context } = visit;
  const { t } = context;
  const { media, best } = shown;
  const back = html`<div class="up"><a href="/book/library${siteQuery(context)}" aria-label="${t('library.toLibrary')}">${CHEVRON_DOWN}</a></div>`;
  const isOwn = ownFile(context, best.playbackUrl) !== undefined;
  if (!isOwn) {
    const player = html`<div class="screen" role="region" aria-label="${t('library.player')}">${pictureOf(context, entry, true)}${back}${elsewhere(visit, best.playbackUrl)}</div>`;
    return { player, speed: undefined, parts: undefined };
  }
  const poster = ownFile(context, best.posterUrl);
  // Of a stranger nothing is kept.
  const reported =
    context.member === undefined
      ? undefined
      : html` data-media="${media.id}" data-entry="${entry.id}" data-site="${context.site.id}" data-resume="${best.resume?.positionSeconds ?? 0}" data-beat="${best.heartbeatIntervalSeconds}"`;
  const tag = media.kind === 'audio' ? 'audio' : 'video';
  const attributes = html`id="player"${sourcesOf(context, shown)}${poster === undefined ? '' : html` poster="${poster}"`} controls playsinline preload="metadata"${reported}${next === undefined ? '' : html` data-next="${entryPath(context, next)}" data-next-title="${next.title}"`}`;
  const tracks = tracksOf(context, shown);
  const element =
    tag === 'audio' ? html`<audio ${attributes}>${tracks}</audio>` : html`<video ${attributes}>${tracks}</video>`;
  const upNext = html`<div class="up-next" role="status" hidden><p>${t('library.upNext')} <b></b></p><button class="button" type="button" data-size="small">${t('library.stayHere')}</button></div>`;
  const again = html`<a class="button" data-size="small" href="${entryPath(context, entry)}">${t('shell.tryAgain')}</a>`;
  const trouble = html`<div class="up-next trouble" role="alert" hidden><p>${t('library.cannotPlay')}</p>${again}</div>`;
  const player = html`<div class="screen" role="region" aria-label="${t('library.player')}" data-kind="${tag}">${poster === undefined ? pictureOf(context, entry, true) : undefined}${element}<p class="caption" hidden><span></span></p>${back}${controls(visit, tracks.length > 0)}${upNext}${trouble}</div>`;
  const speed = html`<label class="speed" hidden><span class="visually-hidden">${t('library.speed')}</span><select class="button" data-size="small" id="speed">${speeds.map((each) => html`<option value="${each}"${each === '1' ? html` selected` : ''}>${each}×</option>`)}</select></label>`;
  return { player, speed, parts: chaptersOf(visit, media) };
};
