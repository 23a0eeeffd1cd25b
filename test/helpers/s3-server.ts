import { mkdirSync } from 'node:fs';

/** The only account that the server knows. It checks the id of the key, and not signatures. */
export const S3_ACCOUNT = { id: 'S3RVER', secret: 'S3RVER-secret' };

const program = (directory: string, bucket: string): string => `
  const S3rver = require(${JSON.stringify(require.resolve('s3rver'))});
  const options = { port: 0, address: '127.0.0.1', silent: true, directory: ${JSON.stringify(directory)} };
  new S3rver({ ...options, configureBuckets: [{ name: ${JSON.stringify(bucket)} }] })
    .run()
    .then(({ port }) => console.log(port));
`;

/** A server of the S3 protocol in a process of its own, with one bucket that is kept in a directory. */
export const startS3 = async (directory: string, bucket: string) => {
  mkdirSync(directory, { recursive: true });
  // DES, with which it makes the marks of long lists, is in the old provider of OpenSSL.
  const words = ['node', '--openssl-legacy-provider', '--no-deprecation', '-e', program(directory, bucket)];
  const child = Bun.spawn(words, { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let out = '';
  while (!out.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) throw new Error('the S3 server ended before it was ready');
    out += value;
  }
  return {
    endpoint: `http://127.0.0.1:${out.trim()}`,
    async stop(): Promise<void> {
      child.kill();
      await child.exited;
    },
  };
};
