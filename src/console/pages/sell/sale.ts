import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { minorUnitsOf } from '../../formats/amounts.ts';
import { lastPlansQuery } from '../../parts/desk/last-plans.ts';
import type { Plan, SaleBody } from '../../parts/sell/queries.ts';
import { useSite } from '../../session/session.ts';

const route = getRouteApi('/signed-in/sell');

/** How a sale is paid: in cash, at a terminal outside, by a saved card, or as a present. */
export type Method = 'cash' | 'external' | 'comp' | { readonly cardId: string };

/** The plan that is chosen until someone chooses: the plan that the client bought last, if it is still on sale; else the first plan. */
const usualPlan = (plans: readonly Plan[] | undefined, bought: readonly string[]): Plan | undefined => {
  const last = bought.find((id) => plans?.some((plan) => plan.id === id));
  return plans?.find(({ id }) => last === undefined || id === last);
};

/** What a person has typed and chosen so far. The address holds the client, the plan, the class and the tab. */
export const useSale = (plans: readonly Plan[] | undefined) => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { id: siteId } = useSite();
  const [method, setMethod] = useState<Method>('cash');
  const [discount, setDiscount] = useState('');
  const [discountReason, setDiscountReason] = useState('');
  const [code, setCode] = useState('');
  const [price, setPrice] = useState('');
  const [isWaiting, setWaiting] = useState(false);
  const lastPlans = useQuery({ ...lastPlansQuery(search.client ?? ''), enabled: search.client !== undefined });
  // Nothing is chosen until it is known who buys and what was bought last: a plan that changes automatically would be sold by mistake.
  const usual = search.client === undefined || lastPlans.isLoading ? undefined : usualPlan(plans, lastPlans.data ?? []);
  const plan = plans?.find(({ id }) => id === search.plan) ?? usual;
  const change = (changed: { client?: string; plan?: string; session?: string; tab?: string }): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  const discountAmount = plan === undefined ? undefined : minorUnitsOf(discount, plan.currency);
  const priceAmount = plan === undefined ? undefined : minorUnitsOf(price, plan.currency);
  // Text that is no amount would be left out of the sale: nothing is sold until someone corrects it.
  const isTyped =
    (discount.trim() === '' || discountAmount !== undefined) && (price.trim() === '' || priceAmount !== undefined);
  const body: SaleBody | undefined =
    search.client === undefined || plan === undefined
      ? undefined
      : {
          clientId: search.client,
          planId: plan.id,
          siteId,
          paymentMethod: typeof method === 'string' ? method : 'card',
          joinWaitlist: isWaiting,
          ...(typeof method === 'string' ? {} : { paymentMethodId: method.cardId }),
          ...(search.session === undefined ? {} : { bookSessionId: search.session }),
          ...(discountAmount === undefined || discountAmount === 0 ? {} : { discountAmount }),
          ...(discountReason.trim() === '' ? {} : { discountReason }),
          ...(priceAmount === undefined ? {} : { price: priceAmount }),
          ...(code === '' ? {} : { discountCode: code }),
        };
  const clear = (): void => {
    setMethod('cash');
    setDiscount('');
    setDiscountReason('');
    setCode('');
    setPrice('');
    setWaiting(false);
    void navigate({ search: ({ tab }) => (tab === undefined ? {} : { tab }) });
  };
  return {
    search,
    siteId,
    plan,
    method,
    discount,
    discountReason,
    code,
    price,
    isWaiting,
    body,
    discountAmount,
    priceAmount,
    isTyped,
    change,
    clear,
    setMethod,
    setDiscountReason,
    setPrice,
    setWaiting,
    // A sale takes a discount or a code.
    setDiscount: (typed: string): void => {
      setDiscount(typed);
      if (typed !== '') setCode('');
    },
    setCode: (typed: string): void => {
      setCode(typed);
      if (typed === '') return;
      setDiscount('');
      setDiscountReason('');
    },
  };
};

export type Sale = ReturnType<typeof useSale>;
