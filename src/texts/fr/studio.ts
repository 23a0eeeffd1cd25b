/** The settings of the studio as a whole, each with what it does. */
export const studio = {
  title: 'Studio',
  partPlace: 'Langue, argent et heure',
  partHelp: 'Membres',
  partSafety: 'Connexion',
  locale: 'Langue et pays',
  localeHint:
    "La façon d'écrire prix, dates et heures, et la première langue des e-mails. Au départ, comme à l’installation.",
  currency: 'Devise',
  currencyHint:
    'Des formules et des nouveaux sites. Ce qui est vendu garde la sienne. Au départ, celle de l’installation.',
  zone: 'Fuseau horaire',
  zoneHint:
    'Des nouveaux sites et de ce qui est commun à tous. Un site garde le sien. Au départ, celui de l’installation.',
  weekStart: 'La semaine commence le',
  weekStartHint: "Dans le calendrier et les heures d'ouverture.",
  defaultSite: 'Site principal',
  defaultSiteHint: "Celui des personnes qui n'en ont choisi aucun autre. Au départ, le premier site.",
  support: 'Aide aux membres',
  supportHint: 'Une adresse que les e-mails et les pages de cartes donnent en cas de souci. Vide : aucune adresse.',
  tier: "Ce que l'application d'un membre peut demander",
  tierHint: 'Au-delà, il faut attendre un instant.',
  tierBasic: "L'habituel : 60 demandes par minute",
  tierPremium: 'Davantage : 600 demandes par minute',
  tierPro: 'Le maximum : 3 000 demandes par minute',
  secondFactor: 'Tous ceux qui travaillent ici ont besoin d’un second facteur',
  secondFactorHint: "Oui : qui n'en a pas le configure avant toute chose. Seuls les propriétaires changent ceci.",
};
