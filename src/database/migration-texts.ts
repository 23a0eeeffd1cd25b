import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../migrations/', import.meta.url);

/**
 * The files of `migrations/`, separated by NUL, compressed by zstd, in base64. A macro: the bundler runs it. As plain text
 * they and their bytecode would take half a megabyte of the executable.
 */
export const migrationTexts = (): string => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));
  const texts = names.sort().map((name) => readFileSync(new URL(name, FOLDER), 'utf8'));
  return Bun.zstdCompressSync(Buffer.from(texts.join('\0')), { level: 22 }).toString('base64');
};
