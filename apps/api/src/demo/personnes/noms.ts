/** First and family names as they are met in Niger, by community, with its rough share of each region's towns. */
import { list, weighted, type Random, type Weighted } from '../random.ts';

export interface Communaute {
  nom: string;
  hommes: readonly string[];
  femmes: readonly string[];
  familles: readonly string[];
}

const haoussa: Communaute = {
  nom: 'haoussa',
  hommes:
    list(`Moussa, Ibrahim, Issa, Laouali, Sani, Habou, Maman, Mahamane, Abdou, Salissou, Rabiou, Oumarou, Ousmane,
    Yahaya, Souleymane, Kabirou, Nouhou, Mansour, Bachir, Chaïbou, Ada, Illiassou, Lawan, Aminou, Nassirou, Tchiroma,
    Sabo, Saadou, Harouna, Zakari, Ismaël, Hamissou, Balla, Tanimoune, Dan Ladi, Garba, Mamane, Siradji, Yacouba`),
  femmes:
    list(`Aïchatou, Hadiza, Zeinabou, Rakia, Saratou, Halima, Mariama, Nana, Hassana, Ousseina, Ramatou, Fatchima,
    Sakina, Zouera, Tsahara, Rahila, Salamatou, Balkissa, Habsatou, Farida, Indo, Delou, Barira, Laraba, Talatou,
    Maimouna, Hindatou, Amina, Nafissa, Rabi`),
  familles:
    list(`Abdou, Adamou, Amadou, Assoumane, Ango, Bako, Chaïbou, Dan Baba, Dan Maradi, Elhadji, Gado, Garba, Goni,
    Harou, Ibrahim, Idi, Inoussa, Issaka, Kané, Karimou, Laouali, Lawali, Maazou, Magagi, Mahamadou, Mahaman, Malam,
    Manzo, Maïga, Mato, Moutari, Nayoussa, Oumarou, Rabo, Saley, Salifou, Sanoussi, Souley, Tanko, Yahouza, Zakari`),
};

const zarma: Communaute = {
  nom: 'zarma',
  hommes:
    list(`Seyni, Hassane, Hamidou, Boubacar, Amadou, Soumana, Hama, Idrissa, Abdoulaye, Djibo, Oumarou, Harouna,
    Seydou, Daouda, Mounkaïla, Karimou, Adamou, Younoussa, Moumouni, Kimba, Salou, Garba, Alzouma, Issoufou, Yayé,
    Sadou, Tahirou, Dandakoye, Hamani, Bonkano, Souleymane, Mamoudou, Ayouba, Halidou, Abdou, Beïdou`),
  femmes:
    list(`Fati, Hamsatou, Mariama, Kadidia, Haoua, Aïssa, Fatouma, Ramatoulaye, Salamatou, Hawa, Zalika, Bibata,
    Rékia, Djamila, Aminata, Mariétou, Hadjara, Safiatou, Nafissatou, Ouma, Biba, Roukayatou, Absatou, Kadi, Aïssatou,
    Saouda, Gaïcha, Mimouna, Haïri, Fourératou`),
  familles:
    list(`Abdoulaye, Adamou, Alfari, Amadou, Bagna, Beïdari, Boubacar, Boureima, Djibo, Djermakoye, Diallo, Gado,
    Garba, Hama, Hamani, Hamidou, Hassane, Idrissa, Issa, Kalilou, Kimba, Maïga, Mamoudou, Mayaki, Mounkaïla, Moussa,
    Moumouni, Namata, Oumarou, Saïbou, Saley, Salou, Seydou, Seyni, Soumana, Soumaïla, Tahirou, Yayé, Zada, Yacouba`),
};

const touareg: Communaute = {
  nom: 'touareg',
  hommes:
    list(`Mohamed, Rhissa, Ahmoudou, Alhassane, Attaher, Ghoumour, Ilias, Mohamed Aghali, Aghali, Ibrahim, Hamadi,
    Alkassoum, Akoli, Hamed, Almoustapha, Efad, Rissa, Mouddour, Moussa, Ousmane, Elhadj, Sidi, Inaka, Khamed, Anara`),
  femmes:
    list(`Fatimata, Tamoumoun, Mariama, Raïchatou, Ghaïchatou, Takhia, Lalla, Zahra, Tinfana, Assalama, Amina,
    Tahawa, Halimatou, Oumoul, Alhader, Ténéré, Fadimata, Ramata, Mamata, Aghaïcha`),
  familles:
    list(`Ag Alhassane, Ag Mohamed, Ag Boula, Alambo, Alhousseini, Anako, Attaher, Attawel, Balla, Boukar, Efangal,
    Elhadji, Ghali, Ghoumour, Hamadi, Ibrahim, Ilatan, Khamed, Mohamed, Moussa, Oumani, Rhissa, Salah, Souleymane`),
};

const peul: Communaute = {
  nom: 'peul',
  hommes:
    list(`Amadou, Bello, Boureima, Alfa, Hamadou, Ousmane, Djibril, Oumarou, Sambo, Yéro, Bandé, Hassoumi, Mamadou,
    Dicko, Hamma, Saïdou, Demmo, Ardo, Bouba, Gorko, Djadjo, Aliou, Samba, Ibrahima`),
  femmes:
    list(`Aïssata, Dicko, Koumbo, Djeneba, Fadimatou, Hourey, Oumou, Kadidjatou, Poullo, Adama, Salmou, Dado,
    Penda, Djoumaï, Ramata, Mariam, Nènè, Inna, Hadja, Fanta`),
  familles:
    list(`Ardo, Bandé, Barry, Bello, Boubacar, Boureima, Diallo, Dicko, Djibo, Hamadou, Hamma, Hassoumi, Kouré,
    Modibo, Oumarou, Sambo, Sidibé, Sow, Tall, Yéro`),
};

const kanouri: Communaute = {
  nom: 'kanouri',
  hommes:
    list(`Abba, Boukar, Malam, Kaka, Mallam, Adji, Mamadou, Moustapha, Kiari, Lawan, Ari, Chetima, Gremah, Bulama,
    Abari, Maï, Modou, Goni, Tijani, Oumara, Kellou, Brah, Yérima, Elh Abba`),
  femmes:
    list(`Ya Kaka, Yakoura, Fanna, Zara, Aïssa, Kaltouma, Falmata, Hadiza, Bintou, Amsatou, Mariama, Kaka, Kellou,
    Zeïnaba, Hajja, Maïramou, Aboua, Inda, Kolo, Yagana`),
  familles:
    list(`Abba, Abari, Adji, Ari, Boukar, Boulama, Brah, Chetima, Elhadji, Goni, Grema, Kadelo, Kiari, Kosso, Lamine,
    Lawan, Malam, Mamadou, Manga, Mele, Moustapha, Oumara, Tchari, Yérima`),
};

const PARTS: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  // haoussa, zarma, touareg, peul, kanouri
  NIA: [30, 45, 7, 13, 5],
  MAR: [85, 3, 3, 7, 2],
  ZIN: [70, 2, 4, 6, 18],
  TAH: [72, 3, 18, 6, 1],
  AGA: [35, 5, 50, 5, 5],
  DOS: [25, 60, 2, 12, 1],
  DIF: [12, 2, 3, 18, 65],
  TIL: [5, 65, 5, 24, 1],
  BKO: [85, 4, 5, 5, 1],
  ARL: [45, 8, 42, 3, 2],
  GAY: [40, 40, 2, 17, 1],
  DOG: [85, 8, 2, 5, 0],
};

const COMMUNAUTES = [haoussa, zarma, touareg, peul, kanouri] as const;

/** The communities of a town, in proportion. */
export function communautesOf(code: string): Weighted<Communaute> {
  const parts = PARTS[code] ?? [1, 1, 1, 1, 1];
  return weighted(COMMUNAUTES, (communaute) => parts[COMMUNAUTES.indexOf(communaute)] ?? 0);
}

export interface Person {
  nom: string;
  prenom: string;
}

/** A third of those who pay local taxes are women, more among market traders. */
export function drawPerson(random: Random, communautes: Weighted<Communaute>, partFemmes = 0.33): Person {
  const communaute = random.draw(communautes);
  const woman = random.chance(partFemmes);
  const prenom = random.pick(woman ? communaute.femmes : communaute.hommes);
  let nom = random.pick(communaute.familles);
  while (nom === prenom) nom = random.pick(communaute.familles);
  return { nom, prenom };
}
