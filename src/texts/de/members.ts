/** The settings of the page on which members book. */
export const members = {
  title: 'Mitgliederseite',
  address: 'Adresse der Seite',
  addressText:
    'Hier sehen alle den Stundenplan; Mitglieder melden sich an, buchen und kaufen. Setzen Sie die Adresse auf Ihre Website, in E-Mails und an die Tür.',
  addressOfAll:
    'Sie zeigt den ersten Standort und führt zu den anderen. Wählen Sie oben einen Standort für dessen eigene Adresse.',
  open: 'Öffnen',
  qrCode: 'QR-Code von {url}',
  signsIn: 'Mitglieder melden sich mit einem Code per E-Mail an.',
  nobodySignsIn: 'Mitglieder können sich hier noch nicht anmelden',
  signInOff: 'Codes sind abgeschaltet: Starten Sie den Server ohne <b>{setting}</b>=off.',
  signInNoMail:
    'Sie brauchen einen Code per E-Mail, und dieser Server hat keinen Mailserver. Setzen Sie <b>{url}</b> und <b>{from}</b> und starten Sie ihn neu.',
  partSeen: 'Was Fremde sehen',
  timetable: 'Alle sehen den Stundenplan',
  timetableHint:
    'Mit den Kursen und den Tarifen, die online verkauft werden. Aus: Mitglieder sehen sie, wenn sie angemeldet sind.',
  library: 'Alle sehen die Mediathek',
  libraryHint:
    'Fremde öffnen, was öffentlich ist, und lesen, wie sich das Übrige öffnet. Aus: Die Mediathek ist nur für Mitglieder.',
  search: 'Suchmaschinen führen die Seiten auf',
  searchHint: 'Aus: Wer die Adresse hat, sieht sie, und keine Suchmaschine führt sie auf.',
  places: 'Freie Plätze',
  placesHint: 'Was Fremde über eine Stunde lesen, die nicht voll ist.',
  placesFew: '„Nur noch wenige Plätze“, ab dreien',
  placesCount: 'Wie viele Plätze frei sind',
  placesNever: 'Nichts',
  partSignUp: 'Neu dabei',
  signUp: 'Wer ohne den Empfang Kunde wird',
  signUpHint: 'Zuerst wird die Adresse mit einem Code per E-Mail geprüft.',
  signUpOpen: 'Alle, sofort',
  signUpApproval: 'Alle, die das Studio zulässt',
  signUpApprovalHint: 'Sie warten unter den Entscheidungen auf Heute.',
  signUpClosed: 'Niemand: Der Empfang legt Kunden an',
  birthDate: 'Die Anmeldung fragt nach dem Geburtsdatum',
  birthDateHint: 'Für Personen unter 18 unterschreibt eine sorgeberechtigte Person.',
  waiver: 'Haftungserklärung',
  waiverHint:
    'Mitglieder lesen sie und unterschreiben mit ihrem Namen. Eine Änderung ergibt eine neue Fassung, und alle unterschreiben neu. Leer: Es wird nichts unterschrieben.',
  consent: 'Einwilligung',
  consentHint:
    'Worin Mitglieder bei der Anmeldung einwilligen, etwa welche Daten Sie speichern. Eine Änderung ergibt eine neue Fassung. Leer: Es wird nicht gefragt.',
  version: 'Fassung {version} gilt.',
  partWords: 'Worte',
  german: 'Deutsche Seiten und E-Mails sagen',
  germanHint:
    'Zu Mitgliedern. E-Mails, deren Texte Sie geändert haben, bleiben, wie sie sind, und E-Mails an das Team sagen Sie.',
  germanInformal: 'du',
  germanFormal: 'Sie',
  partWebsite: 'Auf Ihrer Website',
  websites: 'Websites, die sie zeigen dürfen',
  websitesHint:
    'Etwa https://www.example.com, eine je Zeile. Keine andere Website kann den Stundenplan oder die Tarife in einem Rahmen zeigen.',
  websiteWrong: 'Jede Zeile ist die Adresse einer Website, etwa https://www.example.com.',
  embed: 'Zeile für Ihre Website',
  embedText: 'Setzen Sie diese Zeile dorthin, wo der Stundenplan oder die Tarife stehen sollen.',
  embedFirst:
    'Nennen Sie oben Ihre Website und speichern Sie. Setzen Sie dann diese Zeile dorthin, wo der Stundenplan oder die Tarife stehen sollen.',
  embedView: 'Sie zeigt',
  embedTimetable: 'den Stundenplan',
  embedPlans: 'die Tarife',
  keysText: 'Seiten, die Sie selbst bauen, fragen mit einem öffentlichen Schlüssel.',
  keys: 'Schlüssel anlegen',
};
