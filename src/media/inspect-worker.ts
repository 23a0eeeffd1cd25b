// The process in which files are examined: long videos take longer than requests should wait.

import { examine } from './examine.ts';
import { type MediaProperties, MediaUnsupported } from './properties.ts';

export type Examined =
  | { readonly properties: MediaProperties }
  | { readonly unsupported: string }
  | { readonly failure: string };

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<string>) => {
  let response: Examined;
  try {
    response = { properties: await examine(data) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    response = error instanceof MediaUnsupported ? { unsupported: message } : { failure: message };
  }
  self.postMessage(response);
};
