import type { ApiError } from '../../../api/client.ts';
import { ConflictView, type FieldWords } from '../../../edit/conflict-view.tsx';
import { LeaveGuard } from '../../../edit/leave-guard.tsx';
import type { Edit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/failure.tsx';

/** What the server refused, with the names of the fields where there are several. */
export const Refusal = ({ error, words }: { error: ApiError | undefined; words?: FieldWords }) => {
  const t = useText();
  const textOf = useErrorText();
  if (error === undefined) return null;
  const { code, details } = error;
  return (
    <div className="notice" data-tone="critical" role="alert">
      <div className="text">
        <b>{code === 'site_not_allowed' ? t('settings.notAllSites') : textOf(error)}</b>
        {details.length > 1 && (
          <ul className="small">
            {details.map(({ param, message }) => (
              <li key={`${param} ${message}`}>
                {words === undefined ? message : `${words.nameOf(param)}: ${message}`}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
};

/** The end of a form on a page: the refusal, the conflict with another person, and the bar that saves. */
export const FormFoot = ({ edit, words }: { edit: Edit; words: FieldWords }) => {
  const t = useText();
  const count = Object.keys(edit.changed).length;
  return (
    <>
      <LeaveGuard count={count} />
      <Refusal error={edit.error} words={words} />
      <ConflictView edit={edit} words={words} />
      {count > 0 && edit.conflict === undefined && (
        <div className="savebar" role="status">
          <span className="strong">{t('edit.changes', { count })}</span>
          <span className="push" />
          <Button onPress={edit.discard}>{t('edit.discard')}</Button>
          <Button type="submit" variant="primary" isPending={edit.isPending}>
            {t('laterWords.save')}
            <kbd>Ctrl ↵</kbd>
          </Button>
        </div>
      )}
    </>
  );
};
