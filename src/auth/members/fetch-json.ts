/** The time limit of a request, real ms. */
const TIMEOUT = 5_000;
/** A discovery document or key set is a few thousand bytes. */
const MAX_BYTES = 262_144;

const readText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/**
 * Fetches a JSON document, limited in time and size. Redirects are not followed.
 * @throws Error that says what went wrong.
 */
export const fetchJson = async (url: string, timeout = TIMEOUT): Promise<unknown> => {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return JSON.parse(await readText(response));
};
