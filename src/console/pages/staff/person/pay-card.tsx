import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { client, sendTagged, type Tagged } from '../../../api/client.ts';
import type { Schemas } from '../../../api/types.ts';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { DialogForm } from '../../../forms/dialog-form.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { PAY_WORDS, payFieldsIn } from '../../../parts/staff/pay-record.ts';
import { useCan, useMe } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { instructorQuery, type Person } from '../queries.ts';
import { nameOf } from '../words.ts';

interface EditPayProps {
  readonly person: Person;
  readonly version: Tagged<Schemas['Instructor']>;
  readonly onClose: () => void;
}

/** Sets what someone is paid for their classes, or that no rate is known. */
const EditPay = ({ person, version, onClose }: EditPayProps) => {
  const t = useText();
  const { sites, studio } = useMe();
  const { id, primarySiteId, siteIds } = person;
  const site = sites.find((each) => each.id === (primarySiteId ?? siteIds[0])) ?? sites[0];
  const form = useEditedRecord(payFieldsIn(site?.currency ?? studio.currency), {
    kind: 'instructor',
    version,
    query: instructorQuery(id),
    write: (body, header) =>
      sendTagged(client.PATCH('/v2/instructors/{id}', { params: { path: { id }, ...header }, body })),
    onSaved: () => {
      onClose();
    },
    onUnchanged: onClose,
  });
  return (
    <DialogForm
      form={form}
      title={t('staff.payTitle', { name: nameOf(person) })}
      act={t('common.save')}
      onClose={onClose}
    >
      <FormFields form={form} />
      <p className="small quiet">{t('staff.payNote')}</p>
    </DialogForm>
  );
};

/** What someone is paid for the classes they teach. */
export const PayCard = ({ person }: { person: Person }) => {
  const t = useText();
  const can = useCan();
  const headingId = useId();
  const { money } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const mayRead = can('staff:write') && person.isInstructor === true;
  const { data: version, error, refetch } = useQuery({ ...instructorQuery(person.id), enabled: mayRead });
  if (!mayRead) return null;
  const rate = version?.data.payRate;
  return (
    <section className="card" aria-labelledby={headingId}>
      <header>
        <h2 id={headingId}>{t('staff.pay')}</h2>
        {version !== undefined && (person.role !== 'owner' || can('staff:write_owners')) && (
          <Button size="small" onPress={() => setOpen(true)} icon={Pencil}>
            {t('staff.payEdit')}
          </Button>
        )}
      </header>
      <div className="body">
        {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
        {version !== undefined &&
          (rate == null ? (
            <p className="quiet">{t('staff.payNone')}</p>
          ) : (
            <p>{t(PAY_WORDS[rate.type].said, { amount: money(rate.amount, rate.currency) })}</p>
          ))}
      </div>
      {isOpen && version !== undefined && <EditPay {...{ person, version }} onClose={() => setOpen(false)} />}
    </section>
  );
};
