import type { ApiError } from '../../api/client.ts';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { useInView } from '../../ui/use-in-view.ts';

interface SaveErrorProps {
  readonly error: Error;
  /** What is shown in place of the words of the server. */
  readonly title?: string | undefined;
  /** The name of a field of the server's, by its path in the body. */
  readonly nameOf: (param: string) => string;
}

/** Why saving was refused: by the names of the fields, where the server says more than one reason. */
export const SaveError = ({ error, title, nameOf }: SaveErrorProps) => {
  const textOf = useErrorText();
  const reason = useInView<HTMLDivElement>();
  const { details = [] } = error as Partial<ApiError>;
  return (
    <div ref={reason} className="notice" data-tone="critical" role="alert">
      <div className="text">
        <b>{title ?? textOf(error)}</b>
        {details.length > 1 && (
          <ul className="small">
            {details.map(({ param, message }) => (
              <li key={param}>
                {nameOf(param)}: {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
};
