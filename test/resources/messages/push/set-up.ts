import { openForMembers } from '../../../helpers/member-sign-in.ts';
import { openPushService } from '../../../helpers/push-service.ts';

export const SUBSCRIPTIONS = '/public-api/v2/member/push-subscriptions';

/** A studio that sends notifications, with a push service that keeps them. */
export const openPushStudio = async (settings: object = {}) => {
  const opened = await openForMembers();
  const { studio, pass } = opened;
  let publicKey = '';
  const service = openPushService(() => publicKey);
  await studio.given(studio.patch('/v2/settings', { notification: { webPush: true, ...settings } }));

  /** Lets the device of a member get notifications. */
  const allow = async ({ headers }: { readonly headers: Record<string, string> }, name?: string) => {
    ({ publicKey } = (await studio.get('/public-api/v2/member/push', headers)).body);
    const subscription = await service.browser(name);
    return studio.given(studio.post(SUBSCRIPTIONS, subscription, headers));
  };
  /** A member whose device gets notifications. */
  const reached = async (email = 'ann@example.com') => {
    const member = await opened.member(email);
    const { id: subscriptionId } = await allow(member);
    return { ...member, subscriptionId };
  };
  return {
    ...opened,
    service,
    allow,
    reached,
    /** The titles of what arrived. */
    titles: () => service.received.map(({ payload }) => payload.title),
    /** The notifications in the message log. */
    logged: () =>
      studio.db
        .query("select kind, status, errorCode, attempts from messages where channel = 'push' order by id")
        .all() as { kind: string; status: string; errorCode: string | null; attempts: number }[],
    settle: () => pass(),
    async close() {
      await studio.app.stop();
      await service.close();
    },
  };
};
