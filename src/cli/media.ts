import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../config/settings.ts';
import { temporaryFolder } from '../database/temporary-folder.ts';
import { randomText } from '../kernel/ids.ts';
import { systemRandom } from '../kernel/random.ts';

const MEDIA_FOLDER = 'media';

/** Where the media are kept; `data` is the data directory. */
export const mediaDirectory = ({ mediaDir }: Pick<Config, 'mediaDir'>, data: string): string =>
  resolve(mediaDir ?? join(data, MEDIA_FOLDER));

/** A directory that no one uses, for the media of a studio in memory. Remove it at the end. */
export const temporaryMediaDirectory = (): string => join(tmpdir(), `studiod-media-${randomText(systemRandom(), 24)}`);

/** The same, made in one pass. @throws NoTemporaryFolder */
export const newTemporaryMediaDirectory = (): string => temporaryFolder('studiod-media-');
