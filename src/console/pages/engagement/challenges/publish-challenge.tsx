import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { isAhead } from '../../../api/ahead.ts';
import { client, idempotencyKey, send } from '../../../api/client.ts';
import { nowMs } from '../../../clock.ts';
import { useFormats } from '../../../formats.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Refused } from '../../../ui/refused.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { say } from '../../../ui/toasts.tsx';
import { useUntil } from '../use-days.ts';
import { type Challenge, publishPreviewQuery } from './queries.ts';
import { useChecklist } from './use-checklist.ts';
import { useSiteWords } from './words.ts';

/** Says what publishing a challenge will do, and does it. */
export const PublishChallenge = ({ challenge, onClose }: { challenge: Challenge; onClose: () => void }) => {
  const t = useText();
  const queries = useQueryClient();
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
      void queries.invalidateQueries({ queryKey: ['challenges'] });
      void queries.invalidateQueries({ queryKey: ['challenge', id] });
      say(t('engagement.published', { name: title }));
      onClose();
    },
  });
  const { data: preview, error } = useQuery({ ...publishPreviewQuery(id), enabled: isAhead(publish) });
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
        <Refused error={refused} />
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
