/** The checks of `studiod doctor`, in the order of the output. Their names are stable: the console has words for each. */
export const CHECK_NAMES = [
  'database',
  'key',
  'permissions',
  'disk',
  'clock',
  'zone_data',
  'external_ids',
  'scheduler',
  'webhooks',
  'mail',
  'processor',
  'issuer',
  'media',
  'last_backup',
  'restore_test',
  'backup_copies',
  'proxy',
  'tls',
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];
