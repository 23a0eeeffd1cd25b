import { useMutation, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import { isNotStarted } from '../../../api/is-not-started.ts';
import { useText } from '../../../base/texts.tsx';
import { nowMs } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { useRefresh } from '../../../live/refresh.ts';
import { type Challenge, publishPreviewQuery } from '../../../parts/engagement/challenge-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import { useUntil } from '../use-days.ts';
import { useChecklist } from './use-checklist.ts';
import { useSiteWords } from './words.ts';

/** Says what publishing a challenge will do, and does it. */
export const PublishChallenge = ({ challenge, onClose }: { challenge: Challenge; onClose: () => void }) => {
  const t = useText();
  const refresh = useRefresh();
  const { id, title, siteIds, timezone, startDate } = challenge;
  const { dayTime } = useFormats(timezone);
  const until = useUntil(timezone);
  const { date } = useFormats('UTC');
  const sitesOf = useSiteWords();
  const open = (useChecklist(challenge).items ?? []).filter(({ isDone, isNeeded }) => isNeeded && !isDone);
  const publish = useMutation({
    mutationFn: () =>
      send(client.POST('/manage/challenges/{id}/publish', { params: { path: { id }, header: idempotencyKey() } })),
    onSuccess: () => {
      void refresh('challenge');
      say(t('engagement.published', { name: title }));
      onClose();
    },
  });
  const { data: preview, error } = useQuery({ ...publishPreviewQuery(id), enabled: isNotStarted(publish) });
  const isClosed = preview !== undefined && Date.parse(preview.enrollmentClosesAt) <= nowMs();
  const refused = error ?? publish.error;
  return (
    <Dialog title={t('engagement.publishTitle', { name: title })} onClose={onClose} isAlert>
      <div className="stack" data-gap="wide">
        {preview === undefined && error === null && <SkeletonRows />}
        {preview !== undefined && (
          <div className="stack" aria-live="polite">
            <p>
              {t(siteIds.length === 0 ? 'engagement.publishSeenAll' : 'engagement.publishSeen', {
                sites: sitesOf(siteIds),
              })}{' '}
              {preview.status === 'upcoming'
                ? t('engagement.publishJoinFrom', {
                    from: dayTime(preview.enrollmentOpensAt),
                    until: until(preview.enrollmentClosesAt),
                  })
                : preview.status === 'completed'
                  ? t('engagement.publishOver')
                  : t(isClosed ? 'engagement.publishClosed' : 'engagement.publishJoin', {
                      until: until(preview.enrollmentClosesAt),
                    })}
            </p>
            <p>
              {t('engagement.publishParts', {
                goals: preview.goalCount,
                assessments: preview.assessmentCount,
                articles: preview.articleCount,
                date: date(`${startDate}T00:00:00Z`),
              })}
            </p>
            <p className="quiet">{t('engagement.publishFixed')}</p>
          </div>
        )}
        {open.map(({ id: item, missing }) => (
          <p key={item} className="notice" data-tone="caution">
            <Icon of={TriangleAlert} />
            <span className="text">{missing}</span>
          </p>
        ))}
        <ActionError error={refused} />
        <div className="row">
          {error === null && (
            <Button
              variant="primary"
              isDisabled={preview === undefined}
              isPending={publish.isPending}
              onPress={() => publish.mutate()}
            >
              {t('engagement.publishAct')}
            </Button>
          )}
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
