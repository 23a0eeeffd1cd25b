import { useMutation, useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { listText } from '../../../kernel/locale-formats.ts';
import type { TextKey } from '../../../texts/translate.ts';
import { ApiError, client, send } from '../../api/client.ts';
import { PASSWORD_REQUIRED } from '../../api/confirmation.ts';
import type { Schemas } from '../../api/types.ts';
import { pageLanguage, useText } from '../../base/texts.tsx';
import { later } from '../../base/time/now.ts';
import { PREVIEW } from '../../live/refresh.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { forgetTyping } from '../../ui/keys/typed.ts';
import { LoadError } from '../../ui/notices/errors.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';

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
  meta: PREVIEW,
  queryFn: async () => {
    const params = { query: { dry_run: true } };
    const body = { includesOwnData: false };
    return (await send(client.POST('/manage/demo-data/remove', { params, body }))) as Schemas['DemoDataRemovalPreview'];
  },
  retry: false,
  gcTime: 0,
} as const;

/** What stays, with the text of its number; of everything else there is one number. */
const KEPT: Readonly<Record<string, TextKey>> = {
  clients: 'demo.ownClients',
  staff: 'demo.ownStaff',
  sites: 'demo.ownSites',
  sessions: 'demo.ownClasses',
  bookings: 'demo.ownBookings',
  packages: 'demo.ownPackages',
  payments: 'demo.ownPayments',
  plans: 'demo.ownPlans',
  schedules: 'demo.ownSchedules',
  contentEntries: 'demo.ownEntries',
  challenges: 'demo.ownChallenges',
  awards: 'demo.ownAwards',
  leaderboards: 'demo.ownBoards',
  discountCodes: 'demo.ownCodes',
  clientLists: 'demo.ownLists',
};
/** How many names a line has at most. */
const MOST_NAMES = 8;

type Kept = Schemas['DemoDataRemovalPreview']['kept'];

/** What people have made or changed, by number and name. */
const KeptList = ({ kept }: { kept: Kept }) => {
  const t = useText();
  const others = kept.reduce((sum, { records, count }) => (KEPT[records] === undefined ? sum + count : sum), 0);
  return (
    <div className="stack">
      <p>{t('demo.kept')}</p>
      <ul>
        {kept.map(({ records, count, first }) => {
          const text = KEPT[records];
          if (text === undefined) return null;
          const names = first.flatMap(({ name }) => (name === null ? [] : [name]));
          const more = names.length > MOST_NAMES || count > first.length ? ['…'] : [];
          const shown = [...names.slice(0, MOST_NAMES), ...more];
          return (
            <li key={records}>
              {t(text, { count })}
              {names.length > 0 && <span className="quiet">: {listText(pageLanguage(), shown)}</span>}
            </li>
          );
        })}
        {others > 0 && <li>{t('demo.ownOthers', { count: others })}</li>}
      </ul>
    </div>
  );
};

/** Asks before the demo data are removed, with what goes and what stays. */
const DemoQuestion = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  const [takesOwn, setTakesOwn] = useState(false);
  const { data, error, refetch } = useQuery(previewQuery);
  const remove = useMutation({
    mutationFn: () => removeAll(takesOwn),
    // Everything that the page has read is of the demo studio.
    onSuccess: () => {
      forgetTyping();
      location.assign('/console/today');
    },
  });
  const failure = error ?? remove.error;
  const kept = data?.kept ?? [];
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
        {kept.length > 0 && (
          <>
            <KeptList kept={kept} />
            <CheckField
              label={t('demo.own')}
              hint={t('demo.ownHint')}
              isSelected={takesOwn}
              onChange={setTakesOwn}
              isDisabled={remove.isPending}
            />
          </>
        )}
        {failure !== null && !isUnanswered && <LoadError error={failure} />}
        <div className="row">
          {data === undefined && error !== null ? (
            <Button variant="primary" onPress={() => void refetch()}>
              {t('words.retry')}
            </Button>
          ) : (
            <Button
              variant="primary"
              isPending={remove.isPending}
              isDisabled={data === undefined}
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
