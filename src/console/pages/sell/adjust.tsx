import { Pencil, Percent, TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { Form, useForm } from '../../forms/form.tsx';
import { useCan, useSite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { MoneyField } from '../../ui/fields/money-field.tsx';
import type { Sale } from './sale.ts';

interface CodeProps {
  readonly sale: Sale;
  /** Why the code cannot be used, as the server says it. */
  readonly codeProblem: string | undefined;
}

/** A code is sent once it is typed: the server says what it takes off. */
const Code = ({ sale, codeProblem }: CodeProps) => {
  const t = useText();
  const [typed, setTyped] = useState(sale.code);
  const form = useForm({ submit: () => sale.setCode(typed.trim()) });
  return (
    <Form form={form} className="code-row">
      <Field
        label={t('sell.codeLabel')}
        autoFocus
        autoComplete="off"
        spellCheck="false"
        value={typed}
        onChange={setTyped}
        error={sale.code === typed.trim() ? codeProblem : undefined}
      />
      <Button type="submit">{t('sell.codeApply')}</Button>
    </Form>
  );
};

type Kind = 'discount' | 'code' | 'price';

interface AdjustProps extends CodeProps {
  /** Why so much cannot be taken off. */
  readonly discountProblem: string | undefined;
}

/** A code; and for anyone who may change prices a discount or another price. */
export const Adjust = ({ sale, codeProblem, discountProblem }: AdjustProps) => {
  const t = useText();
  const mayAdjust = useCan()('packages:adjust');
  const site = useSite();
  const currency = sale.plan?.currency ?? site.currency;
  const [shown, setShown] = useState<readonly Kind[]>(sale.code === '' ? [] : ['code']);
  /** Opens another field. Those with a text stay in sight: it counts, or stops the sale where it cannot be read. */
  const open = (kind: Kind): void =>
    setShown((before) => [...before.filter((each) => each !== kind && sale[each] !== ''), kind]);
  return (
    <>
      <div className="row adjust">
        {mayAdjust && (
          <Button
            variant="quiet"
            size="small"
            aria-expanded={shown.includes('discount')}
            onPress={() => open('discount')}
            icon={Percent}
          >
            {t('sell.discount')}
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          aria-expanded={shown.includes('code')}
          onPress={() => open('code')}
          icon={TicketPercent}
        >
          {t('sell.code')}
        </Button>
        {mayAdjust && (
          <Button
            variant="quiet"
            size="small"
            aria-expanded={shown.includes('price')}
            onPress={() => open('price')}
            icon={Pencil}
          >
            {t('sell.price')}
          </Button>
        )}
      </div>
      {shown.includes('discount') && (
        <div className="fields">
          <MoneyField
            label={t('sell.discountAmount')}
            currency={currency}
            autoFocus
            value={sale.discount}
            onChange={sale.setDiscount}
            error={discountProblem}
          />
          <Field label={t('sell.discountReason')} value={sale.discountReason} onChange={sale.setDiscountReason} />
        </div>
      )}
      {shown.includes('code') && <Code sale={sale} codeProblem={codeProblem} />}
      {shown.includes('price') && (
        <MoneyField
          label={t('sell.priceOnce')}
          currency={currency}
          autoFocus
          value={sale.price}
          onChange={sale.setPrice}
        />
      )}
    </>
  );
};
