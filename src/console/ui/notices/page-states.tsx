import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { ApiError } from '../../api/client.ts';
import { endFirstPicture } from '../../base/first-picture.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { useMe } from '../../session/session.ts';
import { Link } from '../button.tsx';
import { SkeletonRows } from '../tables/skeleton-rows.tsx';
import { LoadError } from './errors.tsx';

/** A page that the person may not open, or that does not exist, with the way back. */
const Gone = ({ title, text }: { title: string; text?: string }) => {
  const t = useText();
  return (
    <div className="page-head">
      <div className="titles">
        <h1>{title}</h1>
        {text !== undefined && <p>{text}</p>}
        <p>
          <Link to="/today">{t('shell.notFoundBack')}</Link>
        </p>
      </div>
    </div>
  );
};

export const NotFoundPage = () => <Gone title={useText()('shell.notFoundTitle')} />;

/** A page that the role of the person does not include. */
export const ForbiddenPage = () => {
  const t = useText();
  const { anyOf } = useFormats();
  const { owners } = useMe();
  return <Gone title={t('shell.forbiddenTitle')} text={t('shell.forbidden', { owners: anyOf(owners) })} />;
};

interface NotLoadedProps {
  /** Why it could not be read; null while it is being read. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** What a page shows in place of what it has not read: 403, 404 and what is no ID in words, all else with a retry. */
export const NotLoaded = ({ error, onRetry }: NotLoadedProps) => {
  if (error === null) return <PagePending />;
  if (error instanceof ApiError && error.status === 403) return <ForbiddenPage />;
  if (error instanceof ApiError && (error.status === 404 || error.code === 'id_invalid')) return <NotFoundPage />;
  return <LoadError error={error} onRetry={onRetry} />;
};

/** What is shown in place of a page that could not be loaded. It loads when the connection is back. */
export const PageError = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  const isOffline = error instanceof ApiError && error.isOffline;
  useLayoutEffect(endFirstPicture, []);
  const onBack = useEffectEvent(retry);
  useEffect(() => {
    if (!isOffline) return;
    const online = (): void => onBack();
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, [isOffline]);
  return <NotLoaded error={error} onRetry={retry} />;
};

/** Rows in the final height while a page is loading. */
export const PagePending = () => (
  <div className="stack" aria-hidden="true">
    <SkeletonRows count={6} />
  </div>
);
