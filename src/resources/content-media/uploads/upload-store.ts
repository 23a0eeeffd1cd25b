import { rm, truncate, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Tx } from '../../../database/database.ts';
import type { Caller } from '../../../kernel/caller.ts';
import { isoInstant } from '../../../kernel/clock.ts';
import { DAY_MS } from '../../../kernel/durations.ts';
import { requireEntry } from '../entry.ts';
import type { FileDeps } from '../files.ts';
import { liveMedia } from '../media.ts';
import { ContentMedia, type MediaRow } from '../record.ts';
import type { Checksum } from './checksum.ts';
import { claimsOf } from './claims.ts';
import { deleteUpload, receivedBytes, uploadPath } from './received-files.ts';
import { type ReceivedHashes, receive } from './receiving.ts';
import { requireRoom, roomForUploads } from './room.ts';

/** How long an upload may take, in milliseconds. */
const LIFETIME_MS = 7 * DAY_MS;

interface UploadStoreDeps extends FileDeps {
  readonly hashes: ReceivedHashes;
}

interface UploadRequest {
  readonly caller: Caller;
  readonly checksum: Checksum | undefined;
  /** Adds the audit entry and stores the response for the idempotency key; `refused` forgets it. */
  readonly conclude: (tx: Tx, response: object, outcome?: 'refused') => void;
}

/** The uploads of one request. Their state is in the media and survives a crash; the length is the file's. */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'checksum', 'termination'];

  constructor(
    readonly deps: UploadStoreDeps,
    readonly asked: UploadRequest,
  ) {
    super();
  }

  override async create(upload: Upload): Promise<Upload> {
    const { store, media } = this.deps;
    const { entryId, title, fileName, type, kind } = claimsOf(upload.metadata);
    const { caller, conclude } = this.asked;
    requireEntry(store.view(), caller, entryId);
    await media.requireSpace();
    const room = await roomForUploads(this.deps);
    const path = await uploadPath(this.deps, upload.id);
    await writeFile(path, '', { flag: 'wx', mode: 0o600 });
    const created = store.write((tx) => {
      requireEntry(tx, caller, entryId);
      requireRoom(tx, caller, upload.size ?? 0, room);
      const row: MediaRow = {
        ...ContentMedia.make(tx, { entryId, title, kind }, { id: upload.id, title, kind, status: 'uploading' }),
        fileName,
        uploadType: type,
        uploadLength: upload.size ?? 0,
        uploadExpiresAt: isoInstant(tx.nowMs + LIFETIME_MS),
        uploadCredentialId: caller.credentialId,
      };
      ContentMedia.rows.insert(tx, row);
      const { id, status } = row;
      conclude(tx, {
        id,
        object: 'content_media',
        status,
        kind,
        title,
        fileName,
        entryId,
        sizeBytes: row.uploadLength,
      });
    });
    await created.catch(async (error) => {
      await rm(path, { force: true });
      throw error;
    });
    return upload;
  }

  #row(id: string): MediaRow & { readonly uploadLength: number } {
    const row = liveMedia(this.deps.store.view(), id);
    if (row === undefined || row.uploadLength === null) throw ERRORS.FILE_NOT_FOUND;
    return { ...row, uploadLength: row.uploadLength };
  }

  override async getUpload(id: string): Promise<Upload> {
    const { status, uploadLength: size, uploadKeptBytes, fileName, uploadType, title } = this.#row(id);
    let offset = size;
    if (status === 'uploading') {
      // The process ended while bytes were received whose checksum it could no longer verify.
      if (uploadKeptBytes !== null) await this.#keepOnly(id, uploadKeptBytes);
      const received = await receivedBytes(this.deps, id);
      if (received === undefined) throw ERRORS.FILE_NOT_FOUND;
      offset = received;
    }
    return new Upload({ id, size, offset, metadata: { filename: fileName, filetype: uploadType, title } });
  }

  async #keepOnly(id: string, bytes: number): Promise<void> {
    await truncate(await uploadPath(this.deps, id), bytes);
    this.deps.hashes.drop(id);
    await this.#setKept(id, null);
  }

  #setKept(id: string, uploadKeptBytes: number | null): Promise<void> {
    return this.deps.store.write((tx) => ContentMedia.rows.update(tx, id, { uploadKeptBytes }));
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { checksum } = this.asked;
    if (this.#row(id).status !== 'uploading') return offset;
    const path = await uploadPath(this.deps, id);
    if (checksum !== undefined) await this.#setKept(id, offset);
    try {
      return await receive(stream, { ...this.deps, id, path, offset, checksum });
    } finally {
      if (checksum !== undefined) await this.#setKept(id, null);
    }
  }

  override async remove(id: string): Promise<void> {
    if (this.#row(id).status !== 'uploading') throw ERRORS.INVALID_TERMINATION;
    await this.deps.store.write((tx) => this.#delete(tx, id));
    await this.#removeFile(id);
  }

  /** Removes what a creation made that is refused because of its bytes: its client never learns where the upload is. */
  async removeRefused(id: string): Promise<void> {
    const { store } = this.deps;
    if (liveMedia(store.view(), id) !== undefined) {
      const isGone = await store.write((tx) => {
        if (liveMedia(tx, id)?.status !== 'uploading') return false;
        this.#delete(tx, id, 'refused');
        return true;
      });
      if (!isGone) return;
    }
    await this.#removeFile(id);
  }

  #delete(tx: Tx, id: string, outcome?: 'refused'): void {
    deleteUpload(tx, id);
    this.asked.conclude(tx, { id, object: 'content_media', deleted: true }, outcome);
  }

  async #removeFile(id: string): Promise<void> {
    this.deps.hashes.drop(id);
    await rm(await uploadPath(this.deps, id), { force: true });
  }
}
