/** Who or what checked a client in, in words. */
export const SOURCES = {
  api: 'client.sourceApi',
  kiosk: 'client.sourceKiosk',
  staff: 'client.sourceStaff',
  member_app: 'client.sourceApp',
  access_control: 'client.sourceDoor',
} as const;
