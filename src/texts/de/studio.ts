/** The settings of the studio as a whole, each with what it does. */
export const studio = {
  title: 'Studio',
  partPlace: 'Sprache, Geld und Zeit',
  partHelp: 'Mitglieder',
  partSafety: 'Anmeldung',
  locale: 'Sprache und Land',
  localeHint:
    'Wie Preise, Daten und Zeiten geschrieben werden, und die erste Sprache der Mails. Anfangs wie bei der Einrichtung.',
  currency: 'Währung',
  currencyHint: 'Für Tarife und neue Standorte. Was verkauft ist, behält seine. Anfangs wie bei der Einrichtung.',
  zone: 'Zeitzone',
  zoneHint:
    'Für neue Standorte und für alles, was zu allen Standorten gehört. Ein Standort behält seine. Anfangs wie bei der Einrichtung.',
  weekStart: 'Die Woche beginnt am',
  weekStartHint: 'Im Kalender und bei den Öffnungszeiten.',
  defaultSite: 'Standard-Standort',
  defaultSiteHint: 'Wohin gehört, wer keinen anderen Standort gewählt hat. Anfangs der erste Standort.',
  support: 'Hilfe für Mitglieder',
  supportHint: 'Eine Adresse, die Mails und Kartenseiten nennen, wenn etwas nicht klappt. Leer: keine Adresse.',
  tier: 'Wie viel die App eines Mitglieds anfragen darf',
  tierHint: 'Mehr muss einen Moment warten.',
  tierBasic: 'Üblich: 60 Anfragen je Minute',
  tierPremium: 'Mehr: 600 Anfragen je Minute',
  tierPro: 'Am meisten: 3.000 Anfragen je Minute',
  secondFactor: 'Wer hier arbeitet, braucht einen zweiten Faktor',
  secondFactorHint: 'Ein: Wer keinen hat, richtet ihn vor allem anderen ein. Nur Inhaber ändern dies.',
};
