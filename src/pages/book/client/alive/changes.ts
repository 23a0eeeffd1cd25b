const PATH = '/public-api/v2/member/live';

/** Runs `changed` for every change that the server tells, until the stream ends. Throws where there is no stream. */
export const followChanges = async (siteId: string, signal: AbortSignal, changed: () => void): Promise<void> => {
  const headers = { 'x-studiod-page': '1', 'x-site-id': siteId, accept: 'text/event-stream' };
  const response = await fetch(PATH, { headers, signal });
  if (!response.ok || response.body === null) throw new Error(`${PATH}: ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    if (blocks.some((block) => /^data: ?\{.*"(?:bookingId|sessionId)"/m.test(block) || block.includes('reset')))
      changed();
  }
};
