import type { Verb } from '../../kernel/machine.ts';

export type EndpointStatus = 'enabled' | 'failing' | 'disabled';

const NOT_DISABLED = [
  'webhook_not_disabled',
  'This webhook is not disabled. Only a disabled one can be enabled.',
] as const;

/** What the owner can do to an endpoint (section 3); what deliveries do to it is in the pipeline's health. */
export const verbs = {
  enable: { to: 'enabled', refused: { enabled: NOT_DISABLED, failing: NOT_DISABLED } },
} as const satisfies Record<string, Verb<EndpointStatus>>;
