import { useState } from 'react';
import type { Compte } from '@octroi/contract/contribuables/fiche/compte';
import type { Encaissement } from '@octroi/contract/paiements/encaissements';
import { montantFault } from '@octroi/contract/paiements/rules';
import { sumBy } from '@octroi/contract/platform/values/money';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#src/platform/api.ts';
import { queryFor, call, type RequestOf, type Reply } from '#src/platform/call.ts';
import { useCashMethod } from '#src/platform/kept/cash-method.ts';
import { type Failure, failureOf, queryClient, typedRead } from '#src/platform/query.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { useKeptTyping } from '#src/ui/form/use-kept-typing.ts';
import type { Whole } from '#src/ui/form/WholeInput.tsx';
import { callOf, NO_CALL, type UnansweredCall } from '#src/ui/use-call-key.ts';
import { type Ligne, NATURES, type Personne, type Rapide } from './guichet.ts';

type Moyen = Reply<'GET /moyen_paiements'>['data'][number];
type Body = RequestOf<'POST /encaissements'>['body'];

const EMPTY = {
  montant: '' as Whole,
  annee: null as number | null,
  recu: '' as Whole,
  moyen: null as number | null,
  reference: '',
  cheque: { banque: '', numero: '', tireur: '' },
  payeur: { nom: '', telephone: '' },
};
type Saisie = typeof EMPTY;

/** Books it, after a confirmation if it exceeds the amount due. @returns undefined if the person cancels */
async function book(body: Body, idempotencyKey: string): Promise<Encaissement | undefined> {
  const send = (query: { excedent?: 'refuser' }): Promise<Encaissement> =>
    call('POST /encaissements', { query, body, idempotencyKey });
  try {
    return await send({ excedent: 'refuser' });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflit.excedent') throw error;
    const yes = await askConfirm({
      title: 'Encaisser quand même ?',
      message: error.message,
      confirm: 'Encaisser quand même',
      danger: true,
    });
    return yes ? send({}) : undefined;
  }
}

/** The methods of the counter; undefined until they are read. */
function useMoyens() {
  const read = useQuery(queryFor('GET /moyen_paiements', { query: { itemperpage: 200 } }));
  const moyens = read.data?.data.filter(
    ({ enabled, nature }) => enabled && NATURES.some((each) => each.nature === nature),
  );
  return { moyens, failure: failureOf(read) };
}

/** The body of the request. */
function bodyOf(toutes: readonly Ligne[], saisie: Saisie, moyen: Moyen): Body {
  const cash = moyen.nature === 'espèces';
  const several = toutes.length > 1;
  const { payeur, cheque, reference, recu } = saisie;
  return {
    moyenPaiement: moyen.id,
    montant: sumBy(toutes, ({ montant }) => montant),
    lignes: toutes.map((each) => ({
      contribuable: each.personne.id,
      montant: each.montant,
      annee: each.annee,
    })),
    payeur: several
      ? { nom: payeur.nom.trim() || (toutes[0]?.personne.nom ?? ''), telephone: payeur.telephone || null }
      : null,
    recuEnMain: cash && recu !== '' ? recu : null,
    cheque: moyen.nature === 'chèque' ? cheque : null,
    noTransaction: !cash && !several && reference.trim() ? reference.trim() : null,
  };
}

/** Sends the payment with an idempotency key, and keeps the result. */
function useSending() {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const [fait, setFait] = useState<Encaissement | null>(null);
  const [sent, setSent] = useState(NO_CALL);
  async function send(body: Body): Promise<boolean> {
    if (saving) return false;
    const request = callOf(sent, body);
    setSent(request);
    setSaving(true);
    try {
      const booked = await book(body, request.key);
      if (!booked) return false;
      setSent(NO_CALL);
      setFait(booked);
      void queryClient.invalidateQueries();
      return true;
    } catch (error) {
      toastFailure(error);
      if (error instanceof ApiError)
        setErrors({
          tout: error.message,
          ...Object.fromEntries(error.errors.map(({ field, message }) => [field, message])),
        });
      return false;
    } finally {
      setSaving(false);
    }
  }
  return { errors, setErrors, saving, fait, setFait, send, sent, setSent };
}

/** What is typed, kept with the key: a payment whose answer was lost is not booked again. */
function useEntry(sent: UnansweredCall, setSent: (sent: UnansweredCall) => void) {
  const [personne, setPersonne] = useState<Personne | null>(null);
  const [lignes, setLignes] = useState<readonly Ligne[]>([]);
  const [saisie, setSaisie] = useState(EMPTY);
  useKeptTyping(personne !== null || lignes.length > 0, {
    values: { personne, lignes, saisie, sent },
    restore: (kept) => {
      setPersonne(kept.personne);
      setLignes(kept.lignes);
      setSaisie(kept.saisie);
      setSent(kept.sent);
    },
  });
  return { personne, setPersonne, lignes, setLignes, saisie, setSaisie };
}

export interface Guichet {
  personne: Personne | null;
  compte: Compte | undefined;
  /** Why the account could not be read. */
  failure: Failure | undefined;
  /** Other taxpayers of this payment. */
  lignes: readonly Ligne[];
  saisie: Saisie;
  /** Undefined until they are read. */
  moyens: readonly Moyen[] | undefined;
  /** Why they could not be read. */
  unreadMoyens: Failure | undefined;
  /** Without one, nothing can be booked. */
  moyen: Moyen | undefined;
  /** The total in francs; NaN while an amount is invalid. */
  total: number;
  errors: Readonly<Record<string, string>>;
  saving: boolean;
  /** The last payment. */
  fait: Encaissement | null;
  set: (change: Partial<Saisie>) => void;
  choose: (personne: Personne) => void;
  quick: (rapide: Rapide) => void;
  nature: (nature: string) => void;
  /** Keeps the current line and opens a new one for another taxpayer. @returns whether the line was valid */
  addOther: () => boolean;
  drop: (contribuable: number) => void;
  clear: () => void;
  save: () => Promise<boolean>;
}

export function useGuichet(): Guichet {
  const { errors, setErrors, saving, fait, setFait, send, sent, setSent } = useSending();
  const { personne, setPersonne, lignes, setLignes, saisie, setSaisie } = useEntry(sent, setSent);
  const account = useQuery({
    ...queryFor('GET /contribuables/{id}/compte', { params: { id: personne?.id ?? 0 } }),
    ...typedRead,
    enabled: personne !== null,
  });
  const failure = failureOf(account);
  const { moyens, failure: unreadMoyens } = useMoyens();
  const [lastCash, storeCash] = useCashMethod();
  // of several cash methods, the one that the person used last
  const ofNature = (nature: string): Moyen | undefined =>
    moyens?.find((each) => each.nature === nature && each.id === lastCash) ??
    moyens?.find((each) => each.nature === nature);
  const moyen = moyens?.find(({ id }) => id === saisie.moyen) ?? ofNature('espèces') ?? moyens?.[0];
  const present: Ligne[] =
    personne && saisie.montant !== '' ? [{ personne, montant: saisie.montant, annee: saisie.annee }] : [];
  const toutes = [...lignes, ...present];
  const total = sumBy(toutes, ({ montant }) => montant);

  const set = (change: Partial<Saisie>): void => {
    setErrors({});
    setSaisie((before) => ({ ...before, ...change }));
  };
  const clear = (): void => {
    setPersonne(null);
    setLignes([]);
    setSaisie(EMPTY);
    setErrors({});
  };

  const save = async (): Promise<boolean> => {
    if (!moyen || (!personne && lignes.length === 0)) return false;
    const fault = personne ? montantFault(saisie.montant) : undefined;
    setErrors(fault ? { montant: fault } : {});
    const saved = !fault && (await send(bodyOf(toutes, saisie, moyen)));
    if (saved && moyen.nature === 'espèces') storeCash(moyen.id);
    if (saved) clear();
    return saved;
  };

  return {
    personne,
    compte: failure ? undefined : account.data,
    failure,
    lignes,
    saisie,
    moyens,
    unreadMoyens,
    moyen,
    total,
    errors,
    saving,
    fait,
    set,
    choose(next) {
      setPersonne(next);
      setFait(null);
      setErrors({});
      setLignes((before) => before.filter((each) => each.personne.id !== next.id));
      set({ montant: '', annee: null, ...(lignes.length === 0 ? { recu: '' } : {}) });
    },
    quick: ({ montant, annee }) => {
      if (montant > 0) set({ montant, annee });
    },
    nature(nature) {
      const next = ofNature(nature);
      if (next) set({ moyen: next.id });
    },
    addOther() {
      const fault = personne ? montantFault(saisie.montant) : undefined;
      setErrors(fault ? { montant: fault } : {});
      if (!personne || fault || saisie.montant === '') return false;
      setLignes([...lignes, { personne, montant: saisie.montant, annee: saisie.annee }]);
      setPersonne(null);
      set({ montant: '', annee: null });
      return true;
    },
    drop: (contribuable) => setLignes(lignes.filter((each) => each.personne.id !== contribuable)),
    clear,
    save,
  };
}
