/** The list of the tablets at the doors. */
export const kiosks = {
  title: 'Kiosks',
  hint: 'Tablets at the door. Start one from the site menu on the tablet itself.',
  none: 'There is no kiosk yet. Open the console on a tablet, press the name of the site and choose “Start a kiosk here”.',
  kiosk: 'Kiosk',
  site: 'Site',
  lastUsed: 'Last used',
  state: 'State',
  started: 'Started {date}',
  startedBy: 'Started {date} by {person}',
  notUsed: 'Not yet',
  works: 'Works',
  ended: 'Ended {date}',
  revoke: 'Revoke',
  revokeTitle: 'Revoke {name}?',
  revokeText:
    'Nobody can check in at this tablet at {site} any more, from now on. It shows the sign-in within a minute. Check-ins that it keeps for want of a connection are not sent.',
  revokeAgain: 'This cannot be undone. You can start a new kiosk on the tablet at any time.',
  revokeAct: 'Revoke {name}',
  revokedNow: '{name} is revoked.',
};
