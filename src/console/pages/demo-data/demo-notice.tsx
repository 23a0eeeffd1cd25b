import { useMutation, useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { ApiError, client, send } from '../../api/client.ts';
import { PASSWORD_REQUIRED } from '../../api/confirmation.ts';
import type { Schemas } from '../../api/types.ts';
import { later } from '../../clock.ts';
import { pageLanguage, useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icon.tsx';

/** How long the page waits before it asks whether the rest is gone. */
const ASK_AGAIN_MS = 500;

/** Removes the demo data. Resolves when all of them are gone. */
const removeAll = async (includesOwnData: boolean): Promise<void> => {
  const response = await send(client.POST('/manage/demo-data/remove', { body: { includesOwnData } }));
  let { isFinished } = response as Schemas['DemoDataRemoval'];
  while (!isFinished) {
    await new Promise<void>((resolve) => later(resolve, ASK_AGAIN_MS));
    isFinished = !(await send(client.GET('/manage/me'))).hasDemoData;
  }
};

/** What a removal would do, as the server says. */
const previewQuery = {
  queryKey: ['demo-data'],
  queryFn: async () => {
    const params = { query: { dry_run: true } };
    const body = { includesOwnData: true };
    return (await send(client.POST('/manage/demo-data/remove', { params, body }))) as Schemas['DemoDataRemovalPreview'];
  },
  retry: false,
  gcTime: 0,
} as const;

/** What people may have added, with the text of its number. */
const OWN = [
  ['clients', 'demo.ownClients'],
  ['bookings', 'demo.ownBookings'],
  ['payments', 'demo.ownPayments'],
  ['plans', 'demo.ownPlans'],
  ['schedules', 'demo.ownSchedules'],
  ['contentEntries', 'demo.ownEntries'],
] as const;

/** Asks before the demo data are removed, with what goes and what stays. */
const DemoQuestion = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  const [takesOwn, setTakesOwn] = useState(false);
  const { data, error, refetch } = useQuery(previewQuery);
  const remove = useMutation({
    mutationFn: () => removeAll(takesOwn),
    // Everything that the page has read is of the demo studio.
    onSuccess: () => location.assign('/console/today'),
  });
  const failure = error ?? remove.error;
  const own = OWN.flatMap(([record, text]) => {
    const count = data?.own[record] ?? 0;
    return count === 0 ? [] : [t(text, { count })];
  });
  const isUnanswered = failure instanceof ApiError && failure.code === PASSWORD_REQUIRED;
  return (
    <Dialog title={t('demo.question')} isAlert onClose={onClose}>
      <div className="stack" data-gap="wide">
        {data !== undefined && (
          <>
            <p>{t('demo.goes', data.removed)}</p>
            <p className="quiet">{t('demo.stays')}</p>
          </>
        )}
        {data === undefined && error === null && <p className="quiet">{t('demo.reading')}</p>}
        {own.length > 0 && (
          <CheckField
            label={t('demo.own', { added: new Intl.ListFormat(pageLanguage()).format(own) })}
            hint={t('demo.ownHint')}
            isSelected={takesOwn}
            onChange={setTakesOwn}
            isDisabled={remove.isPending}
          />
        )}
        {failure !== null && !isUnanswered && <Failure error={failure} />}
        <div className="row">
          {data === undefined && error !== null ? (
            <Button variant="primary" onPress={() => void refetch()}>
              {t('words.retry')}
            </Button>
          ) : (
            <Button
              variant="primary"
              isPending={remove.isPending}
              isDisabled={data === undefined || (own.length > 0 && !takesOwn)}
              onPress={() => remove.mutate()}
            >
              {t('demo.remove')}
            </Button>
          )}
          <Button onPress={onClose} isDisabled={remove.isPending}>
            {t('words.cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};

/** Says that the studio shows demo data, and removes them. */
export const DemoNotice = () => {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="notice demo-notice">
      <Icon of={Sparkles} />
      <div className="text">
        <b>{t('demo.notice')}</b>
        <span className="small">{t('demo.noticeText')}</span>
      </div>
      <Button size="small" onPress={() => setAsking(true)}>
        {t('demo.remove')}
      </Button>
      {isAsking && <DemoQuestion onClose={() => setAsking(false)} />}
    </div>
  );
};
