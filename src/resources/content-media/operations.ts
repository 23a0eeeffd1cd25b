import { Type } from '@sinclair/typebox';
import { from, like } from '../../http/operations/example.ts';
import type { FormFile } from '../../http/operations/forms.ts';
import { recordOperations } from '../../http/operations/record-operations.ts';
import { invalidParam } from '../../kernel/problem.ts';
import { described, id, line, oneOf, optional, shape } from '../../kernel/schemas.ts';
import { runInSlices, turn } from '../../kernel/slices.ts';
import { inspectFile } from '../../media/inspect.ts';
import { MediaUnsupported } from '../../media/properties.ts';
import { MEDIA } from '../demo-ids.ts';
import {
  captionSteps,
  captionTextOf,
  deleteCaptions,
  languageOf,
  MAX_CAPTION_BYTES,
  setCaptions,
} from './captions/captions.ts';
import { ManagedMedia, requireChange, requireEntry } from './entry.ts';
import { type FileDeps, keepFile } from './files.ts';
import {
  addExternalMedia,
  addStoredMedia,
  changedNow,
  deleteMedia,
  mediaUnsupported,
  refuseFactsOfFile,
  type StoredUpload,
  updateMedia,
} from './media.ts';
import { mediaPage } from './queries.ts';
import { ContentMedia, MEDIA_KINDS, MEDIA_STATUSES } from './record.ts';
import { fileClaims } from './uploads/claims.ts';
import { keepPoster } from './uploads/finisher.ts';
import { mediaView, mediaViews, type PublicMediaUrl } from './view.ts';

const inEnglish = (operation: string) => ({ path: { id: from(MEDIA.morningFlow, operation), language: 'en' } });
const CAPTIONS = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWelcome to the class.\n';

/** The largest file of a form, in bytes. Larger ones are uploaded with tus. */
const MAX_FORM_BYTES = 104_857_600;

export interface MediaDeps extends FileDeps {
  readonly publicMediaUrl: PublicMediaUrl;
  /** The maximum number of bytes of a media (STUDIOD_MEDIA_MAX_BYTES). */
  readonly mediaMaxBytes: number;
  readonly onMediaReady: () => void;
}

export const mediaFilters = {
  entry_id: optional(id()),
  kind: optional(oneOf(...MEDIA_KINDS)),
  status: optional(oneOf(...MEDIA_STATUSES)),
};

const captionBody = shape('SetCaptionsRequest', () => ({
  label: described(line(100), 'The label shown by the player, such as Português.'),
  text: optional(Type.String({ maxLength: MAX_CAPTION_BYTES, description: 'The captions as WebVTT or SubRip.' })),
}));

/** Looks at the file of a form and moves it into the store. @throws Problem 400 `media_unsupported` */
const storedFrom = async (deps: FileDeps, file: FormFile): Promise<StoredUpload> => {
  const { fileName, type } = fileClaims(file.name, file.type);
  const { path, sha256, sizeBytes } = file;
  try {
    const facts = await inspectFile(path, type);
    const posterSha256 = await keepPoster(deps, path.split('/').at(-1) ?? '', facts);
    await keepFile(deps, path, sha256);
    return { fileName, sha256, sizeBytes, facts, posterSha256 };
  } catch (error) {
    throw error instanceof MediaUnsupported ? mediaUnsupported(error.message) : error;
  }
};

const formLimit = (mediaMaxBytes: number) =>
  mediaMaxBytes <= MAX_FORM_BYTES
    ? { maxBytes: mediaMaxBytes, ifLarger: 'The file exceeds STUDIOD_MEDIA_MAX_BYTES. Send a smaller file.' }
    : { maxBytes: MAX_FORM_BYTES, ifLarger: 'Upload large media with tus.' };

/** The media of the on-demand library, for the studio (content.md "Media"). */
export const mediaOperations = (deps: MediaDeps) => {
  const { publicMediaUrl: urlOf } = deps;
  return recordOperations(
    { tag: 'Content', reads: 'getManagedMedia' },
    'manage',
    {
      record: { ...ContentMedia, find: ManagedMedia.find },
      views: (read, _caller, rows) => mediaViews(read, urlOf, rows),
      path: '/manage/content/media',
      names: ['media', 'media'],
      staff: 'content:manage',
      example: like(MEDIA.warmUp, 'createMedia'),
    },
    ({ list, retrieve, update, remove }, { flow, write }) => [
      list(
        'Returns all media, including media of unpublished entries, newest first.',
        (read, { query: { entry_id: entryId, kind, status }, caller, page }) =>
          mediaPage(read, page, { entryId, kind, status, live: 1 }, caller.siteIds),
        { id: 'listManagedMedia', filters: mediaFilters, example: { query: { status: 'ready' } } },
      ),
      flow(
        'POST /manage/content/media',
        'createMedia',
        {
          summary: 'Add media',
          description:
            'Send JSON with an external URL, which is never fetched, or a file as a multipart form. The type of a ' +
            'file is determined by its content. Upload larger files with tus.',
          body: ContentMedia.create,
          file: {
            part: 'file',
            ...formLimit(deps.mediaMaxBytes),
            description: 'A video, audio, image, PDF, or WebVTT file.',
          },
          status: 201,
          response: ContentMedia.schema,
          staff: 'content:manage',
          sites: 'named',
          example: {
            body: {
              externalUrl: 'https://video.example.com/breathing.mp4',
              title: 'Ten minutes of breathing',
              mimeType: 'video/mp4',
              durationSeconds: 600,
            },
          },
        },
        async ({ caller, body, file }, conclude) => {
          if (file === undefined) {
            return conclude((tx) => mediaView(tx, urlOf, addExternalMedia(tx, caller, body)));
          }
          refuseFactsOfFile(body);
          requireEntry(deps.store.view(), caller, body.entryId);
          const stored = await storedFrom(deps, file);
          const concluded = await conclude((tx) => mediaView(tx, urlOf, addStoredMedia(tx, caller, body, stored)));
          deps.onMediaReady();
          return concluded;
        },
      ),
      retrieve('Available even while it is uploading or processing.'),
      update(
        'You can change its title, entry, chapters, and policy, and for external media also the file properties.',
        updateMedia,
        {
          summary: 'Update media',
          example: {
            body: {
              chapters: [
                { startSeconds: 0, title: 'Arrive' },
                { startSeconds: 120, title: 'Breathe' },
              ],
            },
          },
        },
      ),
      remove('The file is removed after 7 days, unless other media use it.', deleteMedia, {
        summary: 'Delete media',
      }),
      flow(
        'PUT /manage/content/media/:id/captions/:language',
        'setCaptions',
        {
          hasEtag: false,
          summary: 'Set captions for media in one language',
          description: 'Send WebVTT, which is validated, or SubRip, which is converted, as text or as a file.',
          on: ManagedMedia,
          body: captionBody,
          file: {
            part: 'file',
            maxBytes: MAX_CAPTION_BYTES,
            ifLarger: 'Send captions of this media only.',
            description: 'A WebVTT or SubRip file.',
          },
          response: ContentMedia.schema,
          staff: 'content:manage',
          example: { ...inEnglish('createMedia'), body: { label: 'English', text: CAPTIONS } },
        },
        async ({ caller, record, params, body, file }, conclude) => {
          requireChange(deps.store.view(), caller, record.entryId);
          const language = languageOf(params.language ?? '');
          if (file !== undefined && body.text !== undefined) {
            throw invalidParam('text', "Send the captions in 'text' or as a file, not both.", { reason: 'not_both' });
          }
          const text = file === undefined ? body.text : await captionTextOf(file);
          if (text === undefined) throw invalidParam('text', "Send the captions in 'text'.", 'parameter_missing');
          const steps = captionSteps(text, file === undefined ? 'text' : 'file');
          // A text has been validated in this turn.
          await turn();
          const captions = { label: body.label, body: await runInSlices(steps) };
          return conclude((tx) => {
            const row = ManagedMedia.find(tx, caller, record.id);
            const isOther = setCaptions(tx, row, language, captions);
            return mediaView(tx, urlOf, isOther ? changedNow(tx, row) : row);
          });
        },
      ),
      write(
        'DELETE /manage/content/media/:id/captions/:language',
        'deleteCaptions',
        {
          hasEtag: false,
          summary: 'Delete captions for media in one language',
          description: 'Captions in other languages are kept.',
          on: ManagedMedia,
          response: ContentMedia.schema,
          staff: 'content:manage',
          example: inEnglish('setCaptions'),
        },
        (tx, { caller, record, params }) => {
          requireChange(tx, caller, record.entryId);
          deleteCaptions(tx, record, languageOf(params.language ?? ''));
          return mediaView(tx, urlOf, changedNow(tx, record));
        },
      ),
    ],
  );
};
