import type { Read } from '../../../database/database.ts';
import { conflict } from '../../../kernel/problem.ts';
import type { LinkCaller, MediaLinks } from '../../../media/links.ts';
import { captionsOf } from '../queries.ts';
import type { MediaRow } from '../record.ts';
import { captionFile, POSTER_FILE } from '../view.ts';
import { MASTER, renditionName, sourceName } from './files.ts';
import { isRendition, variantsOf } from './queries.ts';
import { MediaVariant, type Playback, PROTOCOLS, type Protocol, type VariantRow } from './record.ts';

/** How often a player reports where it is (content.md "Video"), in seconds. */
const HEARTBEAT_SECONDS = 15;

export interface LinkDeps {
  readonly links: MediaLinks;
  readonly rootUrl: () => string;
}

export const addressesFor = ({ links, rootUrl }: LinkDeps, read: Read, caller: LinkCaller, media: MediaRow) => {
  const { pathOf, expiresAt } = links.linkFor(media, caller, read.nowMs);
  let isUsed = false;
  return {
    urlOf(file: string): string {
      isUsed = true;
      return rootUrl() + pathOf(file);
    },
    /** When the addresses given so far end; null when none does. */
    expiresAt: (): string | null => (isUsed ? expiresAt : null),
  };
};
type Addresses = ReturnType<typeof addressesFor>;

export const variantView = (row: VariantRow, { urlOf }: Pick<Addresses, 'urlOf'>) => ({
  ...MediaVariant.view(row),
  url: row.externalUrl ?? urlOf(renditionName(row.id)),
});

/** How the file or the address of a media itself is played. */
const ownProtocol = ({ externalUrl, mimeType }: MediaRow): Protocol => {
  if (externalUrl === null) return 'mp4';
  const path = URL.parse(externalUrl)?.pathname.toLowerCase() ?? '';
  if (path.endsWith('.m3u8') || /mpegurl/i.test(mimeType ?? '')) return 'hls';
  return path.endsWith('.mpd') || /dash\+xml/i.test(mimeType ?? '') ? 'dash' : 'mp4';
};

const byQuality = (left: VariantRow, right: VariantRow): number =>
  right.isDefault - left.isDefault ||
  (right.height ?? 0) - (left.height ?? 0) ||
  (right.bitrateKbps ?? 0) - (left.bitrateKbps ?? 0);

/** The studio's default first, then this appliance's, then the best external address; undefined without any. */
const addressOf = (
  media: MediaRow,
  variants: readonly VariantRow[],
  { urlOf }: Addresses,
  protocol: Protocol,
): string | undefined => {
  const [best] = variants.filter((each) => each.protocol === protocol && !isRendition(each)).sort(byQuality);
  if (best?.isDefault === 1) return best.externalUrl ?? undefined;
  // A part of the renditions would be worse than the file itself.
  if (protocol === 'hls' && media.renderedAt !== null && variants.some(isRendition)) return urlOf(MASTER);
  if (protocol === ownProtocol(media)) return media.externalUrl ?? urlOf(sourceName(media));
  return best?.externalUrl ?? undefined;
};

/** @throws Problem 409 `media_not_ready` */
const requireReady = ({ status }: Pick<MediaRow, 'status'>): void => {
  if (status === 'ready') return;
  throw conflict('media_not_ready', `The media cannot be played: it is ${status}. Try again when its status is ready.`);
};

/**
 * What a player needs of a media that the caller may play.
 * @param protocol that the player knows; undefined for the best there is.
 * @throws Problem 409 `media_not_ready`, also when the media is not there by this protocol.
 */
export const playbackOf = (
  deps: LinkDeps,
  read: Read,
  caller: LinkCaller,
  media: MediaRow,
  protocol: Protocol | undefined,
): Omit<Playback, 'resume'> => {
  requireReady(media);
  const addresses = addressesFor(deps, read, caller, media);
  const variants = variantsOf(read, media.id);
  const preferred = variants.find(({ isDefault, externalUrl }) => isDefault === 1 && externalUrl !== null)?.protocol;
  const tried = protocol === undefined ? [...(preferred === undefined ? [] : [preferred]), ...PROTOCOLS] : [protocol];
  for (const each of tried) {
    const playbackUrl = addressOf(media, variants, addresses, each);
    if (playbackUrl === undefined) continue;
    const response = {
      object: 'media_playback' as const,
      contentMediaId: media.id,
      playbackUrl,
      protocol: each,
      posterUrl: media.posterSha256 === null ? null : addresses.urlOf(POSTER_FILE),
      captions: captionsOf(read, [media.id]).map(({ language, label }) => ({
        language,
        label,
        url: addresses.urlOf(captionFile(language)),
      })),
      variants: variants.map((row) => variantView(row, addresses)),
      heartbeatIntervalSeconds: HEARTBEAT_SECONDS,
    };
    return { ...response, tokenExpiresAt: addresses.expiresAt() };
  }
  throw conflict(
    'media_not_ready',
    `The media is not available as ${protocol}. Leave out protocol to get the best available.`,
  );
};
