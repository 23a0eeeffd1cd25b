// What happens to an upload when all of its bytes are there.

import { rm, writeFile } from 'node:fs/promises';
import { mapUnavailable } from '../../../database/unavailable.ts';
import { Problem } from '../../../kernel/problem.ts';
import { inspectFile } from '../../../media/inspect.ts';
import { type MediaProperties, MediaUnsupported } from '../../../media/properties.ts';
import { digestOfFile } from '../../../media/store.ts';
import { type FileDeps, keepFile, useFiles } from '../files.ts';
import { columnsOfFacts, liveMedia, setErrored } from '../media.ts';
import { openUploads } from '../queries.ts';
import { ContentMedia } from '../record.ts';
import { receivedBytes, uploadPath } from './received-files.ts';
import type { ReceivedHashes } from './receiving.ts';

interface FinisherDeps extends FileDeps {
  readonly hashes: ReceivedHashes;
  readonly reportError: (error: unknown, where: string) => void;
  /** Called when a file can be played. */
  readonly onReady: () => void;
}

/** Puts the picture that a file has inside into the store, and returns its SHA-256. */
export const keepPoster = async (deps: FileDeps, name: string, { poster }: MediaProperties): Promise<string | null> => {
  if (poster === null) return null;
  const path = await uploadPath(deps, `${name}.poster`);
  try {
    const sha256 = new Bun.CryptoHasher('sha256').update(poster).digest('hex');
    await writeFile(path, poster, { mode: 0o600 });
    await keepFile(deps, path, sha256);
    return sha256;
  } finally {
    await rm(path, { force: true });
  }
};

/** Hashes received files, examines and stores them, one at a time. Each step can be repeated after a restart. */
export class UploadFinisher {
  #last: Promise<unknown> = Promise.resolve();
  readonly #queued = new Set<string>();
  #isStopped = false;

  constructor(readonly deps: FinisherDeps) {}

  /** All bytes of an upload are there: stores that, and does the rest later. */
  async received(id: string): Promise<void> {
    const isOpen = await this.deps.store.write((tx) => {
      const row = liveMedia(tx, id);
      if (row?.status !== 'uploading') return false;
      const change = {
        status: 'processing' as const,
        uploadExpiresAt: null,
        uploadCredentialId: null,
        uploadKeptBytes: null,
      };
      ContentMedia.rows.update(tx, id, { ...change, sizeBytes: row.uploadLength, updatedAt: tx.now });
      return true;
    });
    if (isOpen) this.#enqueue(id);
  }

  /**
   * Continues with the uploads whose bytes are all there: uploads of an earlier run, uploads that found the disk full, and
   * uploads whose request failed after its last byte, which the client may believe finished.
   */
  async resume(): Promise<void> {
    for (const { id, uploadLength, uploadKeptBytes } of openUploads(this.deps.store.view(), 'uploading')) {
      if (uploadKeptBytes === null && (await receivedBytes(this.deps, id)) === uploadLength) await this.received(id);
    }
    for (const { id } of openUploads(this.deps.store.view(), 'processing')) this.#enqueue(id);
    await this.#last;
  }

  /** Whether there are uploads that `resume` would look at. */
  hasReceived(): boolean {
    const read = this.deps.store.view();
    return openUploads(read, 'uploading').length > 0 || openUploads(read, 'processing').length > 0;
  }

  /** Starts with no further file, and resolves when the current one is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#last;
  }

  #enqueue(id: string): void {
    if (this.#queued.has(id)) return;
    this.#queued.add(id);
    this.#last = this.#last.then(async () => {
      try {
        if (!this.#isStopped) await this.#finish(id);
      } catch (error) {
        // It stays as it is, and is tried again. A full disk has been reported already.
        const problem = mapUnavailable(error);
        if (!(problem instanceof Problem)) this.deps.reportError(error, `upload ${id}`);
      } finally {
        this.#queued.delete(id);
      }
    });
  }

  async #finish(id: string): Promise<void> {
    const { store, hashes } = this.deps;
    const row = liveMedia(store.view(), id);
    const path = await uploadPath(this.deps, id);
    if (row?.status !== 'processing' || row.uploadLength === null) {
      await rm(path, { force: true });
      return;
    }
    const isReceived = (await receivedBytes(this.deps, id)) !== undefined;
    try {
      if (!isReceived && row.fileSha256 === null) throw new MediaUnsupported('Its data is lost. Upload it again.');
      const facts = await inspectFile(
        isReceived ? path : this.deps.media.path(row.fileSha256 ?? ''),
        row.uploadType ?? '',
      );
      const fileSha256 =
        row.fileSha256 ?? hashes.take(id, row.uploadLength)?.digest('hex') ?? (await digestOfFile(path));
      // Before the file has its name, so that a restart knows it.
      await store.write((tx) => ContentMedia.rows.update(tx, id, { fileSha256 }));
      const posterSha256 = await keepPoster(this.deps, id, facts);
      if (isReceived) await keepFile(this.deps, path, fileSha256);
      await store.write((tx) => {
        if (liveMedia(tx, id) === undefined) return;
        const found = { ...columnsOfFacts(facts), fileSha256, posterSha256 };
        ContentMedia.rows.update(tx, id, { ...found, status: 'ready', updatedAt: tx.now });
        useFiles(tx, fileSha256, posterSha256);
      });
      this.deps.onReady();
    } catch (error) {
      if (!(error instanceof MediaUnsupported)) throw error;
      await store.write((tx) => setErrored(tx, id, error.message));
      await rm(path, { force: true });
    } finally {
      hashes.drop(id);
    }
  }
}
