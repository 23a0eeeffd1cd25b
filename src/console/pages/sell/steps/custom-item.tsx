import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useKeyFor } from '../../../api/use-key-for.ts';
import { useText } from '../../../base/texts.tsx';
import { minorUnitsOf } from '../../../formats/amounts.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { Form, useForm } from '../../../forms/form.tsx';
import { useSite } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { MoneyField } from '../../../ui/fields/money-field.tsx';
import { ActionError } from '../../../ui/notices/errors.tsx';
import { paymentOf } from '../payment-of.ts';
import type { Method } from '../sale.ts';

interface CustomItemProps {
  readonly clientId: string | undefined;
  readonly method: Method;
  readonly onPaid: (paymentId: string, said: string) => void;
}

/** Selling something that is no plan: a mat, a drink. */
export const CustomItem = ({ clientId, method, onPaid }: CustomItemProps) => {
  const t = useText();
  const { money } = useFormats();
  const { id: siteId, currency } = useSite();
  const [description, setDescription] = useState('');
  const [amount, setAmount] = useState('');
  const keyFor = useKeyFor();
  const units = minorUnitsOf(amount, currency);
  const record = useMutation({
    mutationFn: (sold: { clientId: string; amount: number }) => {
      const body = {
        ...paymentOf({ ...sold, currency, purpose: 'product' }, method, description),
        siteId,
        description,
      };
      return send(client.POST('/manage/payments', { params: { header: keyFor(body) }, body }));
    },
    onSuccess: (payment) => onPaid(payment.id, t('sell.taken', { amount: money(payment.amount, payment.currency) })),
  });
  const form = useForm({
    act: record,
    problems: { amount: units === undefined || units === 0 ? t('sell.amountWrong') : undefined },
    submit: () => clientId !== undefined && units !== undefined && record.mutate({ clientId, amount: units }),
  });
  if (clientId === undefined) return <p className="quiet">{t('sell.chooseWho')}</p>;
  return (
    <Form form={form}>
      <div className="fields">
        <Field
          label={t('sell.description')}
          value={description}
          onChange={setDescription}
          placeholder={t('sell.descriptionExample')}
        />
        <MoneyField
          label={t('sell.amount', { currency })}
          currency={currency}
          value={amount}
          onChange={setAmount}
          {...form.field('amount')}
        />
      </div>
      <ActionError error={form.refused} isLine />
      <Button type="submit" variant="primary" isPending={record.isPending}>
        {units === undefined ? t('sell.takeNothing') : t('sell.take', { amount: money(units, currency) })}
      </Button>
    </Form>
  );
};
