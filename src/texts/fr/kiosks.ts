/** The list of the tablets at the doors. */
export const kiosks = {
  title: 'Bornes',
  hint: 'Les tablettes à la porte. Démarrez une borne depuis le menu du site, sur la tablette elle-même.',
  none: 'Il n’y a pas encore de borne. Ouvrez la console sur une tablette, appuyez sur le nom du site et choisissez « Démarrer une borne ici ».',
  kiosk: 'Borne',
  site: 'Site',
  lastUsed: 'Dernier usage',
  state: 'État',
  started: 'Démarrée le {date}',
  startedBy: 'Démarrée le {date} par {person}',
  notUsed: 'Pas encore',
  works: 'En service',
  ended: 'Terminée le {date}',
  revoke: 'Révoquer',
  revokeTitle: 'Révoquer {name} ?',
  revokeText:
    'Dès maintenant, plus personne ne peut s’enregistrer sur cette tablette, {site}. En moins d’une minute, elle montre la connexion. Les entrées qu’elle a gardées sans connexion ne sont plus envoyées.',
  revokeAgain: 'Cela ne peut pas être annulé. Vous pouvez démarrer une nouvelle borne sur la tablette à tout moment.',
  revokeAct: 'Révoquer {name}',
  revokedNow: '{name} : borne révoquée.',
};
