// The thread in which files are examined: those of long videos take longer than requests should wait.

import { examine } from './examine.ts';
import { type MediaProperties, MediaUnsupported } from './properties.ts';

/** The answer about a file. */
export type Examined =
  | { readonly properties: MediaProperties }
  | { readonly unsupported: string }
  | { readonly failure: string };

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<string>) => {
  let answer: Examined;
  try {
    answer = { properties: await examine(data) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    answer = error instanceof MediaUnsupported ? { unsupported: message } : { failure: message };
  }
  self.postMessage(answer);
};
