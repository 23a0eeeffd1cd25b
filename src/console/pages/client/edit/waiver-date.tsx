import type { Edit } from '../../../edit/use-edit.ts';
import { useFormats } from '../../../formats.ts';
import { isDate, startOfDate } from '../../../local-time.ts';
import { useSite } from '../../../shell/site.ts';
import { isUnread } from '../../../typed/unread.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { useFieldWords } from './field-words.ts';

/** The day on which the waiver was signed. */
export const WaiverDate = ({ edit }: { edit: Edit }) => {
  const { timezone } = useSite();
  const { localDate } = useFormats(timezone);
  const { nameOf } = useFieldWords();
  const path = 'waiver.signedAt';
  const instant = edit.draft[path] ?? '';
  return (
    <div className="one" data-changed={path in edit.changed ? '' : undefined}>
      <DateField
        label={nameOf(path)}
        value={instant === '' || isUnread(instant) ? instant : localDate(instant)}
        onChange={(date) => edit.set(path, isDate(date) ? new Date(startOfDate(date, timezone)).toISOString() : date)}
        error={edit.error?.detail(path)}
      />
    </div>
  );
};
