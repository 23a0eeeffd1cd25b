import { useMutation, useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { TextKey } from '../../../texts/translate.ts';
import { client, sendTagged, type Tagged } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useFormats } from '../../formats.ts';
import { useRefresh } from '../../live/refresh.ts';
import { useCan, useMe } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { minorUnitsOf, typedAmount } from '../../typed/amounts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { Refused } from '../../ui/refused.tsx';
import { say } from '../../ui/toasts.tsx';
import { instructorQuery, type Person } from './queries.ts';
import { nameOf } from './words.ts';

type PayRate = NonNullable<Schemas['Instructor']['payRate']>;

const TYPES = ['per_class', 'hourly', 'per_head'] as const satisfies readonly PayRate['type'][];
const WORDS = {
  per_class: { name: 'staff.payPerClass', said: 'staff.paySaidPerClass' },
  hourly: { name: 'staff.payHourly', said: 'staff.paySaidHourly' },
  per_head: { name: 'staff.payPerHead', said: 'staff.paySaidPerHead' },
} as const satisfies Record<PayRate['type'], { name: TextKey; said: TextKey }>;

interface EditPayProps {
  readonly person: Person;
  readonly version: Tagged<Schemas['Instructor']>;
  readonly onClose: () => void;
}

/** Sets what somebody is paid for their classes, or that no rate is known. */
const EditPay = ({ person, version, onClose }: EditPayProps) => {
  const t = useText();
  const refresh = useRefresh();
  const { sites, studio } = useMe();
  const { id } = person;
  const rate = version.data.payRate ?? null;
  const site = sites.find((each) => each.id === (person.primarySiteId ?? person.siteIds[0])) ?? sites[0];
  const currency = rate?.currency ?? site?.currency ?? studio.currency;
  const [type, setType] = useState<PayRate['type']>(rate?.type ?? 'per_class');
  const [typed, setTyped] = useState(rate === null ? '' : typedAmount(rate.amount, currency));
  const amount = minorUnitsOf(typed, currency);
  const save = useMutation({
    mutationFn: () =>
      sendTagged(
        client.PATCH('/v2/instructors/{id}', {
          params: { path: { id }, ...(version.etag === null ? {} : { header: { 'If-Match': version.etag } }) },
          body: { payRate: amount === undefined ? null : { type, amount, currency } },
        }),
      ),
    onSuccess: () => {
      void refresh('instructor');
      say(t('laterWords.saved'));
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title={t('staff.payTitle', { name: nameOf(person) })} onClose={onClose}>
      <form className="stack" data-gap="wide" onSubmit={submit} noValidate>
        <RadioField
          label={t('staff.payFor')}
          value={type}
          choices={TYPES.map((each) => ({ id: each, label: t(WORDS[each].name) }))}
          onChange={setType}
        />
        <MoneyField
          label={t('staff.payAmount', { currency })}
          hint={t('staff.payAmountHint')}
          currency={currency}
          value={typed}
          onChange={setTyped}
        />
        <p className="small quiet">{t('staff.payNote')}</p>
        <Refused error={save.error} />
        <div className="row">
          <Button type="submit" variant="primary" isPending={save.isPending}>
            {t('laterWords.save')}
          </Button>
          <Button onPress={onClose}>{t('words.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
};

/** What somebody is paid for the classes they teach. */
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
          <Button size="small" onPress={() => setOpen(true)}>
            <Icon of={Pencil} />
            {t('staff.payEdit')}
          </Button>
        )}
      </header>
      <div className="body">
        {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
        {version !== undefined &&
          (rate == null ? (
            <p className="quiet">{t('staff.payNone')}</p>
          ) : (
            <p>{t(WORDS[rate.type].said, { amount: money(rate.amount, rate.currency) })}</p>
          ))}
      </div>
      {isOpen && version !== undefined && <EditPay {...{ person, version }} onClose={() => setOpen(false)} />}
    </section>
  );
};
