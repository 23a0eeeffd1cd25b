import { client, send } from '../../api/client.ts';

/**
 * The name of the staff member who changed a record at an instant, by the newest entry that the audit log has of that millisecond;
 * undefined for a program. Of two changes in one millisecond it may name the other author.
 */
export const changedBy = async (changedAt: string): Promise<string | undefined> => {
  const to = new Date(Date.parse(changedAt) + 1).toISOString();
  try {
    const { data } = await send(
      client.GET('/manage/audit-log', { params: { query: { from: changedAt, to, limit: 1 } } }),
    );
    const staffId = data[0]?.staffId;
    if (staffId == null) return undefined;
    const { displayName, firstName, lastName } = await send(
      client.GET('/v2/staff/{id}', { params: { path: { id: staffId } } }),
    );
    return displayName ?? `${firstName} ${lastName}`;
  } catch {
    // The question of the two values is asked without a name, too.
    return undefined;
  }
};
