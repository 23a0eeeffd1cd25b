import type { BookTexts } from '../texts.ts';

/** What stands on every page for members in French. */
export const shell: BookTexts['shell'] = {
  myClasses: 'Mes cours',
  library: 'Médiathèque',
  challenges: 'Défis',
  account: 'Compte',
  signIn: 'Connexion',
  back: 'Retour',
  close: 'Fermer',
  classesLeft: '{count, plural, one {# cours restant} other {# cours restants}}',
  closedTitle: 'De retour bientôt',
  closedForNow: 'Nous travaillons sur ces pages. Revenez un peu plus tard.',
  wrongTitle: 'Une erreur est survenue',
  wrong: 'Rien n’a été modifié. Réessayez dans un instant.',
  oldTitle: 'Cette page n’est plus à jour',
  old: 'Rien n’a été modifié. Rouvrez la page, puis recommencez.',
  tooLarge: 'Ce que vous avez envoyé est trop volumineux. Rien n’a été modifié.',
  tooOftenTitle: 'Trop de tentatives',
  tooOften: 'Attendez une minute, puis réessayez.',
  tooManyTitle: 'Trop de demandes',
  tooManyText: 'Réessayez dans {count, plural, one {# seconde} other {# secondes}}.',
  tryAgain: 'Réessayer',
  offline: 'Pas de connexion.',
  undo: 'Annuler',
  share: 'Partager',
  linkCopied: 'Le lien est copié.',
};
