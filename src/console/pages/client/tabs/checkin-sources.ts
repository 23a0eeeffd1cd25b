/** Who or what checked a client in, in words. */
export const SOURCES = {
  api: 'client.sourceApi',
  kiosk: 'client.sourceKiosk',
  staff: 'client.sourceStaff',
  member_app: 'client.sourceApp',
  access_control: 'client.sourceDoor',
} as const;

/** Why a client was refused. The message of the server is for programs. */
export const REFUSED = {
  ok: 'client.refused',
  no_active_package: 'checkins.why_no_active_package',
  expired: 'checkins.why_expired',
  suspended: 'checkins.why_suspended',
  arrears: 'checkins.why_arrears',
  wrong_location: 'checkins.why_wrong_location',
  outside_window: 'checkins.why_outside_window',
  undone: 'checkins.why_undone',
} as const;
