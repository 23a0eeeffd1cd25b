/** The list of the tablets at the doors. */
export const kiosks = {
  title: 'Kioske',
  hint: 'Tablets an der Tür. Starten Sie einen Kiosk im Standortmenü, auf dem Tablet selbst.',
  none: 'Es gibt noch keinen Kiosk. Öffnen Sie die Konsole auf einem Tablet, drücken Sie auf den Namen des Standorts und wählen Sie „Hier einen Kiosk starten“.',
  kiosk: 'Kiosk',
  site: 'Standort',
  lastUsed: 'Zuletzt benutzt',
  state: 'Zustand',
  started: 'Gestartet am {date}',
  startedBy: 'Gestartet am {date} von {person}',
  notUsed: 'Noch nicht',
  works: 'In Betrieb',
  ended: 'Beendet am {date}',
  revoke: 'Widerrufen',
  revokeTitle: '{name} widerrufen?',
  revokeText:
    'An diesem Tablet, {site}, kann ab sofort niemand mehr einchecken. Binnen einer Minute zeigt es die Anmeldung. Check-ins, die es ohne Verbindung aufgehoben hat, werden nicht mehr gesendet.',
  revokeAgain: 'Das lässt sich nicht rückgängig machen. Sie können auf dem Tablet jederzeit einen neuen Kiosk starten.',
  revokeAct: '{name} widerrufen',
  revokedNow: '{name} ist widerrufen.',
};
