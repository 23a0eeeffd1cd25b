import { useErrorText } from './failure.tsx';

interface RefusedProps {
  /** Why, as the server or the browser says it. */
  readonly error: unknown;
  /** What is said in place of that. */
  readonly text?: string | undefined;
  /** A line without a frame, where a notice would outweigh what it is about. */
  readonly isLine?: boolean;
}

/** Says why an act was refused; nothing while it was not. */
export const Refused = ({ error, text, isLine = false }: RefusedProps) => {
  const textOf = useErrorText();
  if (error === null || error === undefined) return null;
  return (
    <p className={isLine ? 'error' : 'notice'} data-tone={isLine ? undefined : 'critical'} role="alert">
      {text ?? textOf(error)}
    </p>
  );
};
