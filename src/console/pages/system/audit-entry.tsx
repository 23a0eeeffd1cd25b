import { ChevronDown } from 'lucide-react';
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { IMPORTED } from '../../base/families.ts';
import { present } from '../../base/present.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { useFieldName } from '../../parts/data/field-names.ts';
import { Icon } from '../../ui/pictures/icon.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { formNameOf } from './audit-fields.ts';
import { useValueText } from './audit-values.ts';
import { changesOf, useActText } from './audit-words.ts';
import type { Entry } from './queries.ts';

const Changes = ({ entry }: { entry: Entry }) => {
  const t = useText();
  const ofFiles = useFieldName();
  const nameOf = (field: string): string => {
    const known = formNameOf(entry.recordType, field);
    return known === undefined ? ofFiles(field) : t(known);
  };
  const textOf = useValueText(entry);
  const changes = changesOf(entry, textOf);
  if (entry.erasedAt !== null) return <p className="quiet">{t('system.erased')}</p>;
  if (changes.length === 0) return null;
  return (
    <DataTable
      className="change-table"
      isGrid
      hasRowHeads
      rows={changes}
      keyOf={({ field }) => field}
      columns={[
        { id: 'what', name: t('system.what'), cell: ({ field }) => nameOf(field) },
        {
          id: 'before',
          name: t('system.before'),
          className: 'break-words',
          cell: ({ before }) => before ?? (entry.before === null ? '–' : t('system.nothing')),
        },
        {
          id: 'after',
          name: t('system.after'),
          className: 'break-words',
          cell: ({ after }) => after ?? (entry.after === null ? '–' : t('system.nothing')),
        },
      ]}
    />
  );
};

/** The name of what an entry is about, where its record has one. */
const subjectOf = ({ before, after }: Entry): string | undefined => {
  for (const field of ['name', 'title', 'family', 'file', 'displayName', 'label', 'email']) {
    const value = after?.[field] ?? before?.[field];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
};

/** An entry of the audit log: when, who and what, and on a press each change. */
export const AuditEntry = ({ entry, who }: { entry: Entry; who: string }) => {
  const t = useText();
  const { dayTime } = useFormats();
  const act = useActText()(entry);
  const { family } = entry.after ?? {};
  const known = IMPORTED.find(({ id }) => id === family)?.label;
  const subject = known === undefined ? subjectOf(entry) : t(known);
  const { createdAt, address, requestId, number } = entry;
  return (
    <Disclosure className="audit-entry">
      <Heading level={2}>
        <AriaButton slot="trigger" className="audit-line">
          <span className="audit-when quiet">{dayTime(createdAt)}</span>
          <span className="audit-who">{who}</span>
          <span className="audit-act">
            {act}
            {subject !== undefined && <span className="quiet"> · {subject}</span>}
          </span>
          <Icon of={ChevronDown} />
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        <div className="audit-more stack">
          <Changes entry={entry} />
          <small className="quiet break-words">
            {present([
              t('system.entry', { number }),
              address !== null && t('system.address', { address }),
              requestId !== null && t('system.request', { id: requestId }),
            ]).join(' · ')}
          </small>
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
};
