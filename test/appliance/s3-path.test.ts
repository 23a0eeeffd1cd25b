import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { s3Target } from '../../src/cli/targets/s3.ts';
import { storage } from '../../src/config/types.ts';
import { testFolder } from '../helpers/process.ts';
import { S3_ACCOUNT, S3_PATH, startS3 } from '../helpers/s3-server.ts';

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text);
}

test.each(['', '/'])('an S3 storage below a path gets every request there, signed (%p at the end)', async (end) => {
  const s3 = await startS3(join(testFolder(), 's3'), 'studio');
  try {
    const target = s3Target('s3://studio/harbour', {
      accessKeyId: S3_ACCOUNT.id,
      secretAccessKey: S3_ACCOUNT.secret,
      endpoint: storage.parse(`${s3.endpoint}${S3_PATH}${end}`),
      region: undefined,
    });
    await target.put('a.txt', async () => ({ bytes: bytesOf('hello'), size: 5 }));
    expect(await target.list()).toEqual([{ name: 'a.txt', bytes: 5 }]);
    const read: Uint8Array[] = [];
    for await (const piece of target.get('a.txt', 5)) read.push(piece);
    expect(Buffer.concat(read).toString()).toBe('hello');
    await target.remove('a.txt');
    expect(await target.list()).toEqual([]);
    expect(s3.paths.filter((path) => !path.startsWith(`${S3_PATH}/studio/`))).toEqual([]);
    expect(s3.paths.length).toBeGreaterThan(4);
  } finally {
    await s3.stop();
  }
});
