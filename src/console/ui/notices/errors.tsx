import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { ApiError } from '../../api/client.ts';
import { PASSWORD_REQUIRED } from '../../api/confirmation.ts';
import { PasskeyCancelled, PasskeyRefused } from '../../api/refusals/passkey-errors.ts';
import { useText } from '../../base/texts.tsx';
import { Button } from '../button.tsx';
import { useShortcut } from '../keys/shortcuts.ts';

interface LoadErrorProps {
  readonly error: unknown;
  /** Tries again; also by the key R. */
  readonly onRetry?: () => void;
}

/** The words of an error: why the server has refused it, or that no response came. */
export const useErrorText = (): ((error: unknown) => string) => {
  const t = useText();
  return (error) => {
    if (error instanceof PasskeyCancelled) return t('shell.passkeyCancelled');
    if (error instanceof PasskeyRefused) return t('shell.passkeyRefused');
    if (!(error instanceof ApiError)) return t('shell.unexpected');
    if (error.code === PASSWORD_REQUIRED) return t('shell.passwordNotGiven');
    if (error.isOffline) return t('shell.noConnection');
    // Its words could not be loaded.
    return error.message === '' ? t('shell.unexpected') : error.message;
  };
};

/** What did not load, in the words of the interface, in the place where it would be. */
export const LoadError = ({ error, onRetry }: LoadErrorProps) => {
  const t = useText();
  const textOf = useErrorText();
  useShortcut('r', () => (onRetry === undefined ? false : onRetry()));
  useEffect(() => {
    // For the log of the browser: a person cannot do anything with an exception.
    if (!(error instanceof ApiError)) reportError(error);
  }, [error]);
  return (
    <div className="notice" data-tone="critical" role="alert">
      <div className="text">
        <b>{t('shell.errorTitle')}</b>
        <span className="small">{textOf(error)}</span>
        {error instanceof ApiError && error.requestId !== undefined && (
          <span className="small quiet">{t('shell.requestId', { id: error.requestId })}</span>
        )}
      </div>
      {onRetry !== undefined && (
        <Button size="small" onPress={onRetry} icon={RotateCw}>
          {t('words.retry')}
        </Button>
      )}
    </div>
  );
};

interface ActionErrorProps {
  /** Why, as the server or the browser says it. */
  readonly error: unknown;
  /** What is shown in place of that. */
  readonly text?: string | undefined;
  /** A line without a frame, where a notice would outweigh what it is about. */
  readonly isLine?: boolean;
}

/** Says why an act was refused; nothing while it was not. */
export const ActionError = ({ error, text, isLine = false }: ActionErrorProps) => {
  const textOf = useErrorText();
  if (error === null || error === undefined) return null;
  return (
    <p className={isLine ? 'error' : 'notice'} data-tone={isLine ? undefined : 'critical'} role="alert">
      {text ?? textOf(error)}
    </p>
  );
};
