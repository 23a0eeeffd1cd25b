import type { RecordedResponse, Responses } from '../../http/openapi/recorded.ts';
import { embeddedFile } from '../../http/static-content.ts';
import recorded from './responses.ndjson' with { type: 'file' };

/** The address of the server in recorded responses and in example requests: a sandbox at the default port. */
export const RECORDED_ROOT = 'http://127.0.0.1:8420';

/** What the demo studio answered to the example of each operation, recorded by `scripts/responses.ts`, as of a server. */
export const recordedResponses = async (rootUrl: string): Promise<Responses> =>
  Buffer.from(await embeddedFile(recorded))
    .toString()
    .replaceAll(RECORDED_ROOT, rootUrl)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): RecordedResponse => JSON.parse(line));
