import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { useNow } from '../../../base/time/now.ts';
import { instantOf, momentText } from '../../../formats/moment-text.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import type { EntryDraft } from '../../../parts/content/entry-record.ts';
import type { Entry } from '../../../parts/content/queries.ts';
import { stateOf } from '../../../parts/content/words.ts';
import { useMe } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx';
import { say } from '../../../ui/overlays/toasts.tsx';
import { EntryStatus } from '../entry-state.tsx';
import type { EntryVersion } from './entry-query.ts';

interface PublishingCardProps {
  readonly form: RecordForm<EntryDraft>;
  readonly version: EntryVersion;
}

/** What the state of an entry means for members, in a sentence. */
const useMeaning = (): ((entry: Entry, now: number) => string) => {
  const t = useText();
  const { dayTime } = useFormats();
  return (entry, now) => {
    const { publishedAt, expiresAt } = entry;
    switch (stateOf(entry, now)) {
      case 'draft':
        return t('content.meansDraft');
      case 'scheduled':
        return publishedAt === null ? '' : t('content.meansScheduled', { time: dayTime(publishedAt) });
      case 'expired':
        return t('content.meansExpired');
      case 'archived':
        return t('content.meansArchived');
      case 'published':
        return expiresAt === null
          ? t('content.meansPublished')
          : t('content.meansPublishedUntil', { time: dayTime(expiresAt) });
    }
  };
};

const Archive = ({ version }: { version: EntryVersion }) => {
  const t = useText();
  const refresh = useRefresh();
  const { id } = version.data;
  const archive = useMutation({
    mutationFn: () =>
      send(
        client.DELETE('/manage/content/entries/{id}', {
          params: { path: { id }, ...(version.etag === null ? {} : { header: { 'If-Match': version.etag } }) },
        }),
      ),
    onSuccess: () => say(t('content.archived')),
    onSettled: () => refresh('content'),
  });
  return (
    <>
      <ConfirmButton
        label={t('content.archive')}
        variant="quiet"
        isDisabled={archive.isPending}
        outcome={t('content.archiveOutcome')}
        confirm={t('content.archive')}
        onConfirm={() => archive.mutate()}
      />
      <ActionError error={archive.error} />
    </>
  );
};

/** When an entry is there: publishing it now or at a time, its end, taking it back, and the archive. */
export const PublishingCard = ({ form, version }: PublishingCardProps) => {
  const t = useText();
  const now = useNow();
  const { studio } = useMe();
  const { data: entry } = version;
  const meaningOf = useMeaning();
  const [isScheduling, setScheduling] = useState(false);
  const [isTried, setTried] = useState(false);
  const state = stateOf(entry, now);
  const hasTime = isScheduling || state === 'scheduled';
  const chosen = instantOf(form.draft.publishedAt, studio.timezone);
  const isInFuture = chosen !== null && Date.parse(chosen) > now;
  const isPast = isScheduling && !isInFuture && (isTried || form.changed.includes('publishedAt'));
  const timed = {
    ...form,
    errorOf: (name: string): string | undefined => (isPast ? t('content.timePast') : form.errorOf(name)),
  };
  const publish = (): void => {
    setScheduling(false);
    form.save({ status: 'published', publishedAt: '' });
  };
  const schedule = (): void => {
    setTried(true);
    if (!isInFuture) return;
    setScheduling(false);
    form.save({ status: 'scheduled' });
  };
  return (
    <section className="card" aria-labelledby="entry-state">
      <header>
        <h2 id="entry-state">{t('content.publishing')}</h2>
      </header>
      <div className="body stack">
        <EntryStatus entry={entry} />
        <p className="small quiet">{meaningOf(entry, now)}</p>
        {state === 'archived' ? (
          <div className="row">
            <Button variant="primary" isPending={form.isPending} onPress={() => form.save({ status: 'draft' })}>
              {t('content.restore')}
            </Button>
          </div>
        ) : (
          <>
            <div className="row" data-wrap="">
              {(state === 'draft' || state === 'scheduled') && (
                <Button variant="primary" isPending={form.isPending} onPress={publish}>
                  {t('content.publishNow')}
                </Button>
              )}
              {state === 'draft' && !isScheduling && (
                <Button onPress={() => setScheduling(true)}>{t('content.publishLater')}</Button>
              )}
              {state !== 'draft' && (
                <Button
                  isPending={form.isPending}
                  onPress={() => form.save({ status: 'draft', ...(state === 'scheduled' ? { publishedAt: '' } : {}) })}
                >
                  {t(state === 'scheduled' ? 'content.unschedule' : 'content.unpublish')}
                </Button>
              )}
            </div>
            {hasTime && (
              <div className="stack">
                <FormFields
                  form={timed}
                  only={['publishedAt']}
                  hints={{ publishedAt: t('content.clockOf', { zone: studio.timezone }) }}
                  isMarked
                />
                {state === 'draft' && (
                  <div className="row">
                    <Button variant="tinted" isPending={form.isPending} onPress={schedule}>
                      {t('content.schedule')}
                    </Button>
                    <Button
                      variant="quiet"
                      onPress={() => {
                        setScheduling(false);
                        form.set('publishedAt', momentText(entry.publishedAt, studio.timezone));
                      }}
                    >
                      {t('words.cancel')}
                    </Button>
                  </div>
                )}
              </div>
            )}
            <FormFields form={form} only={['expiresAt']} isMarked />
            <div className="row">
              <Archive version={version} />
            </div>
          </>
        )}
      </div>
    </section>
  );
};
