import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { keysOf } from '../../base/objects.ts';
import { present } from '../../base/present.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats, useFormatsIn } from '../../formats/use-formats.ts';
import { CsvButton } from '../../lists/files/csv-button.tsx';
import { idOf, type ListFilter, wordOf } from '../../lists/filters/filters.ts';
import { useClientFilter } from '../../lists/filters/use-client-filter.tsx';
import { useRange } from '../../lists/filters/use-range.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useListAddress } from '../../lists/use-list-address.ts';
import { METHOD_WORDS } from '../../parts/payments/method-words.ts';
import { PURPOSES } from '../../parts/payments/purpose-words.ts';
import { type Payment, type PaymentFilters, paymentsQuery } from '../../parts/payments/queries.ts';
import { LOOKS } from '../../parts/payments/words.ts';
import { useMe, useZoneOf } from '../../session/session.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import type { ListColumn } from '../../ui/tables/columns.ts';
import { PaymentPanel } from './payment-panel.tsx';
import { PaymentStatus, usePaymentWords } from './payment-parts.tsx';
import { PaymentTotals } from './payment-totals.tsx';

const route = getRouteApi('/signed-in/payments');

type Search = ReturnType<typeof route.useSearch>;

/** The filters of the page, as the address has them. */
const useFilters = (search: Search, onSet: (id: string, value: string | undefined) => void) => {
  const t = useText();
  const { sites, studio } = useMe();
  const site = sites.find(({ id }) => id === idOf(search.site));
  const range = useRange(search.range, site?.timezone ?? studio.timezone, (text) => onSet('range', text));
  const who = useClientFilter(search.client, (id) => onSet('client', id));
  const method = wordOf(keysOf(METHOD_WORDS), search.method);
  const status = wordOf(keysOf(LOOKS), search.status);
  const purpose = wordOf(keysOf(PURPOSES), search.purpose);
  const filters: PaymentFilters = {
    ...range.instants,
    ...(method === undefined ? {} : { payment_method: method }),
    ...(status === undefined ? {} : { status }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(site === undefined ? {} : { location_id: site.id }),
    ...(who.id === undefined ? {} : { client_id: who.id }),
  };
  const named = present<ListFilter>([
    range.filter,
    {
      id: 'method',
      label: t('client.method'),
      choices: keysOf(METHOD_WORDS).map((id) => ({ id, name: t(METHOD_WORDS[id]) })),
      value: method,
    },
    {
      id: 'status',
      label: t('client.state'),
      choices: keysOf(LOOKS).map((id) => ({ id, name: t(LOOKS[id].word) })),
      value: status,
    },
    {
      id: 'purpose',
      label: t('payments.purpose'),
      choices: keysOf(PURPOSES).map((id) => ({ id, name: t(PURPOSES[id]) })),
      value: purpose,
    },
    sites.length > 1 && { id: 'site', label: t('lists.site'), choices: sites, value: site?.id },
    ...who.filters,
  ]);
  return { filters, named, dialogs: [range.dialog, who.dialog] };
};

/** The columns of the list. What a filter makes constant is left out. */
const useColumns = (filters: PaymentFilters, isOpen: boolean): readonly ListColumn<Payment>[] => {
  const t = useText();
  const { sites } = useMe();
  const { money } = useFormats();
  const formatsIn = useFormatsIn();
  const zoneOf = useZoneOf();
  const { whoOf, whatOf, howOf } = usePaymentWords();
  const timeOf = ({ paidAt, createdAt }: Payment): string => paidAt ?? createdAt;
  return [
    {
      id: 'client',
      name: t('lists.client'),
      part: 'lead',
      cell: (payment) => (
        <div className="person">
          <Avatar name={whoOf(payment)} photoUrl={payment.client?.photoUrl ?? null} />
          <div className="who">
            <b className="strong">{whoOf(payment)}</b>
            <small>{whatOf(payment)}</small>
          </div>
        </div>
      ),
    },
    {
      id: 'state',
      name: t('client.state'),
      isShown: filters.status === undefined,
      cell: (payment) => <PaymentStatus payment={payment} />,
    },
    {
      id: 'method',
      name: t('client.method'),
      priority: 3,
      isShown: filters.payment_method === undefined,
      cell: howOf,
    },
    {
      id: 'site',
      name: t('lists.site'),
      priority: 3,
      isShown: sites.length > 1 && filters.location_id === undefined && !isOpen,
      cell: ({ siteId }) => sites.find(({ id }) => id === siteId)?.name,
    },
    {
      id: 'when',
      name: t('client.when'),
      priority: 3,
      isMoment: true,
      cell: (payment) => formatsIn(zoneOf(payment.siteId)).dayTime(timeOf(payment)),
    },
    {
      id: 'amount',
      name: t('client.amount'),
      part: 'side',
      isNumber: true,
      cell: (payment) => (
        <>
          {money(payment.amount, payment.currency)}
          {payment.amountRefunded > 0 && (
            <small className="quiet refunded">
              {t('client.refundedSoFar', { amount: money(payment.amountRefunded, payment.currency) })}
            </small>
          )}
          <small className="quiet narrow-only">{formatsIn(zoneOf(payment.siteId)).day(timeOf(payment))}</small>
        </>
      ),
    },
  ];
};

/** Payments: all that was taken and given back, by filters that stand in the address, with what they come to. */
export const PaymentsPage = () => {
  const t = useText();
  const { studio } = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const address = useListAddress(search, (next, change) => void navigate({ search: next, ...change }));
  const { filters, named, dialogs } = useFilters(search, address.set);
  const query = useQuery(paymentsQuery(filters, search));
  const columns = useColumns(filters, address.open !== undefined);
  return (
    <>
      <ListPage
        title={t('payments.title')}
        actions={<CsvButton family="payments" label={t('payments.csv')} filters={filters} />}
        totals={<PaymentTotals total={{ data: query.data?.total, error: query.error }} currency={studio.currency} />}
        filters={named}
        address={address}
        query={query}
        columns={columns}
        empty={
          <>
            <b className="strong">{t('payments.emptyTitle')}</b>
            <p>{t('payments.emptyText')}</p>
          </>
        }
        panel={(open) => <PaymentPanel {...open} />}
      />
      {dialogs}
    </>
  );
};
