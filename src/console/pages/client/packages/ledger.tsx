import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import type { PackProps } from '../../../parts/client/pack-record.ts';
import { householdQuery, ledgerQuery } from '../../../parts/client/queries.ts';
import { useZoneOf } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';

const REASONS = {
  purchase: 'client.ledgerPurchase',
  booking: 'client.ledgerBooking',
  cancel_restore: 'client.ledgerRestored',
  late_forfeit: 'client.ledgerForfeited',
  no_show: 'client.ledgerNoShow',
  adjustment: 'client.ledgerAdjusted',
  expiry: 'client.ledgerExpired',
  refund: 'client.ledgerRefunded',
} as const;

/** Who came with a package that the household shares; undefined for the owner. */
const useWho = (ownerId: string, clientIds: readonly (string | null)[]) => {
  const t = useText();
  const isOther = (clientId: string | null): clientId is string => clientId !== null && clientId !== ownerId;
  const { data: household } = useQuery({ ...householdQuery(ownerId), enabled: clientIds.some(isOther) });
  return (clientId: string | null): string | undefined => {
    if (!isOther(clientId)) return undefined;
    const name = household?.members.find((member) => member.clientId === clientId)?.name;
    return name == null ? t('client.ledgerShared') : t('client.ledgerFor', { name });
  };
};

const LedgerFor = ({ who }: { readonly who: string | undefined }) =>
  who === undefined ? null : <small className="quiet ledger-note">{who}</small>;

/** Every change of the credits of a package. */
export const Ledger = ({ pack, onClose }: PackProps) => {
  const t = useText();
  const { dayTime, signed } = useFormats(useZoneOf()(pack.siteId));
  const { data, error, refetch } = useQuery(ledgerQuery(pack.clientId, pack.id));
  const entries = data?.ledger ?? [];
  const whoOf = useWho(
    pack.clientId,
    entries.map(({ clientId, guestClientId }) => (guestClientId === null ? clientId : null)),
  );
  return (
    <Dialog title={t('client.ledgerTitle', { name: pack.name })} onClose={onClose}>
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows />}
      {data !== undefined && (
        <div className="table-region">
          <DataTable
            isGrid
            rows={entries}
            keyOf={({ id }) => id}
            columns={[
              { id: 'when', name: t('client.when'), className: 'nowrap', cell: ({ at }) => dayTime(at) },
              {
                id: 'what',
                name: t('client.what'),
                cell: ({ reason, note, clientId, guestClientId }) => (
                  <>
                    {t(REASONS[reason])}
                    <LedgerFor who={guestClientId === null ? whoOf(clientId) : t('client.ledgerGuest')} />
                    {note !== null && <small className="quiet ledger-note">{note}</small>}
                  </>
                ),
              },
              { id: 'change', name: t('client.creditChange'), isNumber: true, cell: ({ delta }) => signed(delta) },
              { id: 'left', name: t('client.left'), isNumber: true, cell: ({ balance }) => balance },
            ]}
          />
        </div>
      )}
      <div className="row">
        <Button autoFocus onPress={onClose}>
          {t('words.close')}
        </Button>
      </div>
    </Dialog>
  );
};
