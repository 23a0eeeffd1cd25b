import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client, send } from '../api/client.ts';
import { useText } from '../base/texts.tsx';
import type { Me } from '../session/session.ts';
import { Button } from '../ui/button.tsx';

type Permission = Me['permissions'][number];

/** Whom to ask for what one may not do. */
const whoMayQuery = (permission: Permission) =>
  queryOptions({
    queryKey: ['who-may', permission],
    queryFn: async () =>
      (await send(client.GET('/manage/staff/who-may', { params: { query: { permission } } }))).holders,
    staleTime: 600_000,
  });

/** The name of whom to ask; undefined while that is not known, and where no one has to be asked. */
export const useWhoMay = (permission: Permission, isAsked = true): string | undefined => {
  const { data } = useQuery({ ...whoMayQuery(permission), enabled: isAsked });
  return isAsked ? data?.[0]?.name : undefined;
};

/** `Ask Olivia Grant`: whom to ask, or what is missing while that is not known. */
export const useAsk = (permission: Permission): string => {
  const t = useText();
  const name = useWhoMay(permission);
  return name === undefined ? t('words.notAllowed') : t('words.askPerson', { name });
};

interface AskProps {
  readonly permission: Permission;
  readonly children: ReactNode;
}

/** A button for an act that the person may not do, with who may. */
export const AskButton = ({ permission, children }: AskProps) => (
  <span className="row" data-ask="">
    <Button size="small" isDisabled>
      {children}
    </Button>
    <small className="quiet">{useAsk(permission)}</small>
  </span>
);
