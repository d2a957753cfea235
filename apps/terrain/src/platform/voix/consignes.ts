/**
 * What the six cards say, in three languages. The Hausa and Zarma texts were not read by a speaker yet: the cards say so. A
 * collectivité may add a sound file for each (docs/exploitation.md).
 */
export const LANGUES = {
  fr: { nom: 'Français', relu: true },
  ha: { nom: 'Hausa', relu: false },
  dje: { nom: 'Zarma', relu: false },
} as const;
export type Langue = keyof typeof LANGUES;
export const A_RELIRE = 'Texte à relire par un locuteur.';

interface Carte {
  /** Name of its sound files: `<cle>.mp3`. */
  cle: string;
  icon: 'offline' | 'cash' | 'find' | 'receipt' | 'note' | 'office';
  titre: string;
  textes: Readonly<Record<Langue, string>>;
}

export const CARTES: readonly Carte[] = [
  {
    cle: 'carte-1',
    icon: 'offline',
    titre: 'Sans réseau aussi',
    textes: {
      fr: 'Travaillez avec ou sans réseau. Le téléphone garde tout. Quand le réseau revient, tout part seul au bureau. En haut, le téléphone dit combien d’actes attendent.',
      ha: 'Ka yi aiki ko akwai network ko babu. Wayar tana ajiye komai. Idan network ya dawo, komai zai tafi ofis da kansa. A sama, wayar tana nuna abubuwa nawa suke jira.',
      dje: 'Goy te, réseau go wala réseau si. Telefono ga hay kulu jisi. Da réseau ye ka kaa, hay kulu ga koy bureau ra nga boŋ se. Beene, telefono ga ci hay marge no ga batu.',
    },
  },
  {
    cle: 'carte-2',
    icon: 'cash',
    titre: 'Ouvrir la journée',
    textes: {
      fr: 'Le matin, ouvrez la journée (« Ouvrir ma caisse »). Dites la monnaie que vous avez. Sans cela, vous ne pouvez pas prendre de billets.',
      ha: 'Da safe, ka buɗe ranar aiki (« Ouvrir ma caisse »). Ka faɗi canjin da kake da shi. Idan ba haka ba, ba za ka iya karɓar kuɗi ba.',
      dje: 'Susubay, goyo zaaro feeri (« Ouvrir ma caisse »). Nooro kaŋ go ni kambe ra ci. Da manti yaadin, ni si hin ka nooru ta.',
    },
  },
  {
    cle: 'carte-3',
    icon: 'find',
    titre: 'Chercher la personne',
    textes: {
      fr: 'Écrivez le nom comme vous l’entendez, ou le téléphone. Choisissez la personne. Sa fiche dit ce qu’elle doit. Si elle n’a pas de fiche, inscrivez-la.',
      ha: 'Ka rubuta suna yadda kake ji, ko lambar waya. Ka zaɓi mutumin. Takardarsa tana nuna bashin da yake kansa. Idan ba shi da takarda, ka rubuta shi.',
      dje: 'Maa hantum mate kaŋ ni ga maa, wala telefono lamba. Bora suuban. A tira ga ci hay kaŋ a ga bana. Da tira si a se, a hantum.',
    },
  },
  {
    cle: 'carte-4',
    icon: 'receipt',
    titre: 'Prendre l’argent, donner le reçu',
    textes: {
      fr: 'Tapez le montant, choisissez billets ou mobile, puis « Encaisser ». Le reçu vient aussitôt : donnez-le toujours. Sans reçu, l’argent n’est pas compté.',
      ha: 'Ka rubuta adadin kuɗi, ka zaɓi kuɗin hannu ko na waya, sannan « Encaisser ». Rasit yana fitowa nan take: ka bayar da shi kullum. Idan babu rasit, ba a ƙidaya kuɗin ba.',
      dje: 'Nooro hantum, kambe nooru wala telefono nooru suuban, gaa « Encaisser ». Reçu ga fatta sohõ-sohõ : a no waati kulu. Da reçu si, nooro mana kabu.',
    },
  },
  {
    cle: 'carte-5',
    icon: 'note',
    titre: 'Si la personne ne paie pas',
    textes: {
      fr: 'Ouvrez sa fiche et choisissez « Visite ». Dites ce qui s’est passé : absent, fermé, promis, conteste. Le bureau saura que vous êtes passé.',
      ha: 'Ka buɗe takardarsa ka zaɓi « Visite ». Ka faɗi abin da ya faru: ba ya nan, a rufe, ya yi alkawari, ya ƙi yarda. Ofis zai san ka je wurin.',
      dje: 'A tira feeri ka « Visite » suuban. Hay kaŋ te ci : a si no, a ga daabu, a na alkawli sambu, a wangu. Bureau ga bay kaŋ ni koy noodin.',
    },
  },
  {
    cle: 'carte-6',
    icon: 'office',
    titre: 'Compter l’argent et le donner',
    textes: {
      fr: 'Le soir, comptez les billets et les pièces (« Compter et fermer »), puis donnez l’argent au bureau (« Verser »). Le téléphone ne dit jamais combien il devrait y avoir : comptez ce que vous avez.',
      ha: 'Da yamma, ka ƙidaya kuɗi (« Compter et fermer »), sannan ka kai kuɗin ofis (« Verser »). Wayar ba ta taɓa faɗin nawa ya kamata a samu: ka ƙidaya abin da kake da shi.',
      dje: 'Almaari, nooro kabu (« Compter et fermer »), gaa nooro no bureau se (« Verser »). Telefono si ci abada hay kaŋ ga hima ka bara : hay kaŋ go ni kambe ra kabu.',
    },
  },
];
