import { mkdirSync } from 'node:fs';
import { signatureProblem } from './s3-signature.ts';

/** The only account that the server knows. */
export const S3_ACCOUNT = { id: 'S3RVER', secret: 'S3RVER-secret' };

/** A path below which the server answers too, as that of Supabase. */
export const S3_PATH = '/storage/v1/s3';

const program = (directory: string, bucket: string): string => `
  const S3rver = require(${JSON.stringify(require.resolve('s3rver'))});
  const options = { port: 0, address: '127.0.0.1', silent: true, directory: ${JSON.stringify(directory)} };
  new S3rver({ ...options, configureBuckets: [{ name: ${JSON.stringify(bucket)} }] })
    .run()
    .then(({ port }) => console.log(port));
`;

/** Answers as S3 does to a request with a wrong signature, and passes others on to `endpoint`, which knows the account. */
const withSignatures = (endpoint: string, paths: string[]): Bun.Server<undefined> =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      paths.push(new URL(request.url).pathname);
      const body = await request.bytes();
      const problem = signatureProblem(request, body, S3_ACCOUNT.secret);
      if (problem !== undefined) {
        const error = `<Error><Code>SignatureDoesNotMatch</Code><Message>${problem}</Message></Error>`;
        return new Response(error, { status: 403, headers: { 'content-type': 'application/xml' } });
      }
      const { pathname, search } = new URL(request.url);
      const init = { method: request.method, headers: request.headers, ...(body.length > 0 && { body }) };
      const own = pathname.startsWith(`${S3_PATH}/`) ? pathname.slice(S3_PATH.length) : pathname;
      return fetch(`${endpoint}${own}${search}`, init);
    },
  });

/** A server of the S3 protocol with one bucket that is kept in a directory. Every request to it must be signed with its secret. */
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
  const paths: string[] = [];
  const front = withSignatures(`http://127.0.0.1:${out.trim()}`, paths);
  return {
    endpoint: front.url.origin,
    /** The path of every request so far. */
    paths,
    async stop(): Promise<void> {
      void front.stop(true);
      child.kill();
      await child.exited;
    },
  };
};
