/**
 * Exonérations: a taxpayer is not billed for some years. A second person approves each, and each withdrawal, with its
 * document (docs/adr/0079).
 */
import {
  type ExonerationBody,
  type ExonerationEffet,
  EXONERATION_MESSAGES,
  type ExonerationQuery,
  type ExonerationRow,
  porteeEntiere,
  type RetraitBody,
} from '@octroi/contract';
import { billPlace, firstClosed } from '#src/domains/fiscalite/index.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type {
  Approbations,
  Approved,
  Commande,
  Effet,
} from '#src/platform/approbation/approbation.service.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { keptTo } from '#src/platform/listing/lieu.ts';
import { narrowingOf } from '#src/platform/listing/listing.ts';
import { type NarrowedList, readerOf } from '#src/platform/listing/reader.ts';
import { type Enrolling, presentYear } from '../saisie/facturation.service.ts';
import { taxpayersOf } from '../systeme/systeme.service.ts';
import {
  billedYears,
  endExoneration,
  exonerationConditions,
  exonerationSource,
  insertExoneration,
  isCovered,
  lockTaxpayer,
  type Portee,
  readExoneration,
  readPortee,
  type StoredExoneration,
} from './exonerations.repository.ts';

interface Retrait extends RetraitBody {
  id: number;
}

/** A written exonération or withdrawal, with what it changed. */
interface Written {
  effet: ExonerationEffet;
  portee: Portee;
  nom: string;
  /** Name of the only base and tax concerned. */
  noms: { base: string | null; taxe: string | null };
}

/** @throws AppError 409 if one of the years is closed */
async function demandOpen(trx: OpenTransaction, entiteId: number, du: number, au: number): Promise<void> {
  const closed = await firstClosed(trx, entiteId, du, au);
  if (closed !== undefined) throw new AppError('conflit.regle', EXONERATION_MESSAGES.close(closed));
}

/** Bills the taxpayer again for the years concerned, and no more than what the exonération concerns. */
async function settle(
  trx: OpenTransaction,
  enrolling: Enrolling,
  { entiteId, contribuable, enrollement, taxe }: Portee,
  ramification: number,
  annees: readonly { annee: number; creer: boolean }[],
): Promise<ExonerationEffet> {
  const effet = { echeances: 0, montant: 0, paye: 0 };
  for (const { annee, creer } of annees) {
    const report = await billPlace(
      trx,
      enrolling.payments,
      {
        entiteId,
        annee,
        ramificationId: ramification,
        contribuables: [contribuable],
        lignes: enrollement === null ? undefined : [enrollement],
        taxeId: taxe ?? undefined,
      },
      { creer },
    );
    effet.echeances += report.creees + report.retarifees + report.fermees;
    effet.montant += Math.abs(report.apres - report.avant);
    effet.paye += Math.min(report.avant, report.apres);
  }
  return effet;
}

/** @throws AppError 400 for a line or a tax that is not the taxpayer's, 404, 409 in a closed year or if it is exonerated already */
async function grant(
  trx: OpenTransaction,
  enrolling: Enrolling,
  person: Person,
  body: ExonerationBody,
  approved: Approved | undefined,
): Promise<Written> {
  const { contribuable, enrollement = null, taxe = null, du, au, citation } = body;
  const [place] = await taxpayersOf(trx, scopeOf(person), [contribuable]);
  if (!place) throw invalid('contribuable', 'Ce contribuable n’existe pas.');
  const portee = { entiteId: place.entite, contribuable, enrollement, taxe };
  const locked = await lockTaxpayer(trx, place.entite, contribuable);
  if (!locked) throw notFound();
  const { ligneConnue, taxeConnue, ...noms } = await readPortee(trx, portee);
  if (!ligneConnue) throw invalid('enrollement', EXONERATION_MESSAGES.ligne);
  if (!taxeConnue) throw invalid('taxe', EXONERATION_MESSAGES.taxe);
  await demandOpen(trx, place.entite, du, au);
  if (await isCovered(trx, portee, { du, au }))
    throw new AppError('conflit.regle', EXONERATION_MESSAGES.deja);
  await insertExoneration(
    trx,
    portee,
    { du, au, citation },
    { approbation: approved?.id ?? null, par: person.id },
  );
  const years = await billedYears(trx, portee, du, au);
  const effet = await settle(
    trx,
    enrolling,
    portee,
    locked.ramification,
    years.map((annee) => ({ annee, creer: false })),
  );
  return { effet, portee, nom: locked.nom, noms };
}

/** An exonération of a taxpayer whom the person sees. @throws AppError 404 */
async function findSeen(trx: OpenTransaction, person: Person, id: number): Promise<StoredExoneration> {
  const stored = await readExoneration(trx, id);
  const [place] = stored ? await taxpayersOf(trx, scopeOf(person), [stored.contribuable]) : [];
  if (!stored || !place) throw notFound();
  return stored;
}

/** @throws AppError 400 for another year than its own, 404, 409 in a closed year or once it is over */
async function withdraw(
  trx: OpenTransaction,
  enrolling: Enrolling,
  person: Person,
  { id, depuis }: Retrait,
): Promise<Written & { stored: StoredExoneration }> {
  const { contribuable, entiteId } = await findSeen(trx, person, id);
  const locked = await lockTaxpayer(trx, entiteId, contribuable);
  // read again under the lock of its taxpayer
  const stored = await readExoneration(trx, id);
  if (!locked || !stored) throw notFound();
  const { du, fin } = stored;
  if (fin < du) throw new AppError('conflit.regle', EXONERATION_MESSAGES.finie);
  if (depuis < du || depuis > fin) throw invalid('depuis', EXONERATION_MESSAGES.hors(du, fin));
  await demandOpen(trx, entiteId, depuis, fin);
  await endExoneration(trx, stored, depuis - 1);
  const present = presentYear(enrolling);
  const billed = await billedYears(trx, stored, depuis, fin);
  const years = new Set([...billed, ...(depuis <= present && present <= fin ? [present] : [])]);
  const effet = await settle(
    trx,
    enrolling,
    stored,
    locked.ramification,
    [...years].toSorted((a, b) => a - b).map((annee) => ({ annee, creer: annee === present })),
  );
  const { base, taxe } = await readPortee(trx, stored);
  return { effet, portee: stored, nom: locked.nom, noms: { base, taxe }, stored };
}

/** What is compared at the approval, and what is only shown: amounts follow payments made meanwhile. */
const shown = ({
  effet,
  nom,
  noms,
  portee,
}: Written): Pick<Effet, 'parts' | 'contexte' | 'montant' | 'entiteId'> => ({
  entiteId: portee.entiteId,
  montant: null,
  parts: [{ contribuable: portee.contribuable, montant: 0 }],
  contexte: {
    avant: { contribuable: nom },
    apres: {
      contribuable: nom,
      bases: noms.base ?? 'Toutes',
      taxe: noms.taxe ?? 'Toutes',
      echeances: effet.echeances,
      montant: effet.montant,
    },
  },
});

const yearsText = (du: number, au: number): string => (du === au ? String(du) : `${du} à ${au}`);

const journal = (
  { portee, noms, effet }: Written,
  { person, requestId }: { person: Person; requestId: string },
) => ({
  entiteId: portee.entiteId,
  utilisateurId: person.id,
  domaine: 'contribuables',
  ressource: 'contribuables',
  id: portee.contribuable,
  requestId,
  noms: { bases: noms.base ?? 'Toutes', taxe: noms.taxe ?? 'Toutes' },
  effet,
});

const granting = (enrolling: Enrolling): Commande<ExonerationBody, ExonerationEffet> => ({
  nom: 'contribuables.exonération',
  nature: 'exonération',
  domaine: 'contribuables',
  async execute(trx, person, body, requestId, approved) {
    demand(person, 'exonerations', 'Créer');
    const written = await grant(trx, enrolling, person, body, approved);
    const { noms, effet, ...entry } = journal(written, { person, requestId });
    const apres = { premiereAnnee: body.du, derniereAnnee: body.au, citation: body.citation };
    await writeJournal(trx, {
      ...entry,
      acte: 'exonérer',
      apres: { ...noms, ...apres, montant: effet.montant },
    });
    return {
      result: effet,
      effet: {
        ...shown(written),
        objet: `Exonérer ${written.nom} pour ${yearsText(body.du, body.au)} (${porteeEntiere(written.noms)})`,
        motif: body.citation,
        avant: null,
        apres,
      },
    };
  },
});

const withdrawing = (enrolling: Enrolling): Commande<Retrait, ExonerationEffet> => ({
  nom: 'contribuables.retrait-exonération',
  nature: 'exonération',
  domaine: 'contribuables',
  async execute(trx, person, body, requestId) {
    demand(person, 'exonerations', 'Modifier');
    const written = await withdraw(trx, enrolling, person, body);
    const { du, fin, citation } = written.stored;
    const { noms, effet, ...entry } = journal(written, { person, requestId });
    const [avant, apres] = [
      { premiereAnnee: du, derniereAnnee: fin, citation },
      { premiereAnnee: du, derniereAnnee: body.depuis - 1, citation },
    ];
    await writeJournal(trx, {
      ...entry,
      acte: 'retirer une exonération',
      avant: { ...noms, ...avant },
      apres: { ...noms, ...apres, montant: effet.montant },
    });
    return {
      result: effet,
      effet: {
        ...shown(written),
        objet: `Retirer dès ${body.depuis} l’exonération de ${written.nom} (${porteeEntiere(written.noms)})`,
        motif: citation,
        avant,
        apres,
      },
    };
  },
});

/** The list within the person's rights and scope. @throws AppError 403 */
export function narrowExonerations(person: Person, query: ExonerationQuery): NarrowedList<ExonerationRow> {
  demand(person, 'exonerations', 'Lister');
  return {
    source: keptTo(exonerationSource, query),
    conditions: exonerationConditions(scopeOf(person), query),
    ...narrowingOf(query),
  };
}

export function exonerationService(
  db: Database,
  enrolling: Enrolling,
  approbations: Pick<Approbations, 'define'>,
) {
  /** Runs an act and undoes it, to tell what it would change. */
  async function tryOut(work: (trx: OpenTransaction) => Promise<Written>): Promise<ExonerationEffet> {
    const trx = await db.startTransaction().execute();
    try {
      return (await work(trx)).effet;
    } finally {
      await trx.rollback().execute();
    }
  }

  const [give, takeBack] = [
    approbations.define(granting(enrolling)),
    approbations.define(withdrawing(enrolling)),
  ];

  return {
    ...readerOf(db, narrowExonerations),
    grant: (person: Person, body: ExonerationBody, requestId: string) => give(person, body, requestId),
    withdraw(person: Person, id: number, body: RetraitBody, requestId: string): Promise<ExonerationEffet> {
      demand(person, 'exonerations', 'Modifier');
      return takeBack(person, { ...body, id }, requestId);
    },
    prepareGrant(person: Person, body: ExonerationBody): Promise<ExonerationEffet> {
      demand(person, 'exonerations', 'Créer');
      return tryOut((trx) => grant(trx, enrolling, person, body, undefined));
    },
    prepareWithdrawal(person: Person, id: number, body: RetraitBody): Promise<ExonerationEffet> {
      demand(person, 'exonerations', 'Modifier');
      return tryOut((trx) => withdraw(trx, enrolling, person, { ...body, id }));
    },
  };
}
