import type { ApiResponse } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { addEntry } from '../../helpers/content.ts';
import { openStudioForMembers } from '../../helpers/members.ts';

export const PATH = '/v2/member/metrics';

/** A studio with metric units and a member. */
export const openMetrics = async () => {
  const studio = await openStudioForMembers();
  await studio.patch('/v2/settings', { brand: { locale: 'en-GB' } });
  const clientId = await addClient(studio);
  const member = await studio.signIn(clientId);
  const send = (method: string, path: string, body?: unknown) =>
    studio.send(method, `${PATH}${path}`, body, member.headers);
  const addMetric = async (definition: object = {}, fields: object = {}): Promise<string> => {
    const metricDefinition = { dimension: 'weight', direction: 'higher_is_better', repSchemes: [1, 5], ...definition };
    const { id } = await addEntry(studio, { title: 'Back squat', type: 'metric', metricDefinition, ...fields });
    return id;
  };
  studio.events();
  return {
    studio,
    clientId,
    member,
    send,
    addMetric,
    get: (path: string): Promise<ApiResponse> => send('GET', path),
    /** Records a value. Returns the entry. */
    record: async (contentEntryId: string, value: number, fields: object = {}): Promise<ApiResponse['body']> => {
      const { status, body } = await send('POST', '/entries', { contentEntryId, value, ...fields });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body;
    },
  };
};

export type MetricStudio = Awaited<ReturnType<typeof openMetrics>>;
