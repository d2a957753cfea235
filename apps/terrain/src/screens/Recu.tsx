/** A receipt, right after the payment; and the list of all receipts of this phone. */
import { groupedCode } from '@octroi/contract/impressions/code-piece';
import { formatFrancs, formatNumber } from '@octroi/contract/platform/values/money';
import { useEffect, useState } from 'react';
import { emisOfOld } from '#src/model/emission.ts';
import type { Etat } from '#src/model/etat.ts';
import type { Recu } from '#src/model/recus.ts';
import { MESSAGES } from '#src/model/terrain.ts';
import { go } from '#src/platform/address.ts';
import type { Emis } from '#src/platform/log/emis.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field } from '#src/ui/Field.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Page } from '#src/ui/Page.tsx';
import { addressOfCode, type Code, codeOf, pathOf } from '#src/ui/qr.ts';
import type { Paper } from '#src/ui/receipt/picture.ts';
import { SANS_VALEUR, stampOf } from '#src/ui/receipt/stamp.ts';
import { count, hourText, instantText } from '#src/ui/text.ts';
import { useAct } from '#src/ui/use-act.ts';
import { useDraft } from '#src/ui/use-draft.ts';
import { Remise } from './acces/Remise.tsx';

/** The stored content; for a receipt of an older app version, the current data. */
const emisFor = (etat: Etat, recu: Recu): Emis => recu.emis ?? emisOfOld(recu, etat);

function titreOf(etat: Etat, recu: Recu): string {
  if (recu.annule) return 'Reçu annulé';
  // the phone is never told whether the operator confirmed
  return emisFor(etat, recu).aConfirmer ? 'Reçu provisoire' : 'Reçu';
}

function paperOf(etat: Etat, recu: Recu): Paper {
  const { collectivite, nom, numKlis, lieu, moyen, agent, reste, aConfirmer } = emisFor(etat, recu);
  const { annule } = recu;
  return {
    collectivite,
    numero: recu.numero,
    montant: recu.montant,
    moyen,
    titre: titreOf(etat, recu),
    reserve: aConfirmer && !annule ? 'Sous réserve de confirmation par l’opérateur.' : undefined,
    contribuable: [nom, numKlis ?? ''].filter(Boolean).join('\n'),
    lieu,
    reste: reste === null ? undefined : formatFrancs(reste),
    agent,
    jour: instantText(recu.instant),
    annule,
    exercice: etat.exercice,
    adresse: addressOfCode(recu.code),
    code: groupedCode(recu.code),
  };
}

export function RecuScreen({ sequence }: { sequence: number }) {
  const { etat } = useTerrain();
  const recu = etat.recus.find((receipt) => receipt.sequence === sequence);
  if (!recu)
    return (
      <Page titre="Reçu" retour>
        {etat.erreur !== MESSAGES.nonMontre && <p className="vide">Ce reçu n’est plus sur ce téléphone.</p>}
      </Page>
    );
  return <ReceiptView recu={recu} etat={etat} />;
}

const ANNULE = 'Ce reçu est annulé : il ne prouve plus rien. Reprenez le papier, ou imprimez-le annulé.';
const A_ENVOYER = 'Tant qu’il n’est pas envoyé, la page de son QR ne le connaît pas encore.';

function ReceiptView({ recu, etat }: { recu: Recu; etat: Etat }) {
  const paper = paperOf(etat, recu);
  return (
    <Page
      titre={titreOf(etat, { ...recu, annule: false })}
      retour={() => go('/recus')}
      quai={
        <>
          <Remise paper={paper} />
          <a className="b p" href="#/chercher">
            Personne suivante
          </a>
        </>
      }
    >
      <div className="fait">
        {recu.annule ? (
          <b>Reçu annulé</b>
        ) : (
          <>
            <div className="coche">
              <Icon name="check" />
            </div>
            <b>{formatFrancs(recu.montant)}</b>
            <span>{methodText(etat, recu)}</span>
          </>
        )}
      </div>
      <Receipt paper={paper} />
      {recu.message && <p className="note posee ambre">Le bureau regarde ce paiement : {recu.message}</p>}
      <p className={recu.annule ? 'note posee rouge' : recu.envoye ? '' : 'note posee'}>
        {recu.annule
          ? ANNULE
          : recu.envoye
            ? null
            : paper.exercice
              ? SANS_VALEUR
              : `${paper.reserve ?? 'Ce reçu est valable.'} ${A_ENVOYER}`}
      </p>
      <Cancel recu={recu} today={etat.today} />
    </Page>
  );
}

/** `reçus en espèces`; a mobile payment only counts once the operator confirms it. */
function methodText(etat: Etat, recu: Recu): string {
  const { moyen, especes, aConfirmer } = emisFor(etat, recu);
  if (especes) return 'reçus en espèces';
  return aConfirmer ? `par ${moyen}, à confirmer` : `par ${moyen}`;
}

function Receipt({ paper }: { paper: Paper }) {
  const [code, setCode] = useState<Code>();
  useEffect(() => {
    void codeOf(paper.adresse).then(setCode);
  }, [paper.adresse]);
  const [nom = '', numero] = paper.contribuable.split('\n');
  const word = stampOf(paper);
  return (
    <section className={`recu${word ? ' annule' : ''}`} aria-label={paper.titre}>
      <p className="papier">{paper.collectivite}</p>
      {word && (
        <>
          <p className="annulation">{paper.exercice ? SANS_VALEUR : 'REÇU ANNULÉ'}</p>
          <svg className="tampon" viewBox="0 0 300 200" aria-hidden="true">
            <text
              x="150"
              y="118"
              textAnchor="middle"
              textLength={word.length > 7 ? 250 : undefined}
              lengthAdjust="spacingAndGlyphs"
              transform="rotate(-28 150 100)"
            >
              {word}
            </text>
          </svg>
        </>
      )}
      <div className="no">{paper.numero}</div>
      <div className="dedans">
        <dl>
          <dt>Contribuable</dt>
          <dd>
            {nom}
            {numero && (
              <>
                <br />
                {numero}
              </>
            )}
          </dd>
          <dt>Montant</dt>
          <dd>{formatFrancs(paper.montant)}</dd>
          {paper.reste && (
            <>
              <dt>Restait à payer</dt>
              <dd>{paper.reste}</dd>
            </>
          )}
          {paper.lieu && (
            <>
              <dt>Lieu</dt>
              <dd>{paper.lieu}</dd>
            </>
          )}
          <dt>Agent</dt>
          <dd>{paper.agent}</dd>
          <dt>Jour</dt>
          <dd>{paper.jour}</dd>
        </dl>
        {code && !paper.exercice && (
          <svg
            className="qr"
            viewBox={`-2 -2 ${code.size + 4} ${code.size + 4}`}
            role="img"
            aria-label="QR du reçu"
          >
            <path d={pathOf(code)} />
          </svg>
        )}
      </div>
      {!paper.exercice && <p className="signes">{paper.code}</p>}
    </section>
  );
}

/** Only today's receipts, with a reason: the money is given back. */
function Cancel({ recu, today }: { recu: Recu; today: string }) {
  const { terrain } = useTerrain();
  const form = useDraft(`annulation/${recu.sequence}`, () => ({ asking: false, motif: '' }));
  const { faute, busy, run, setFaute } = useAct();
  if (!form || recu.annule || recu.jour !== today) return null;
  const { asking, motif } = form.draft;
  if (!asking)
    return (
      <div className="quai">
        <button className="b rouge" onClick={() => form.change({ asking: true })}>
          Annuler ce reçu
        </button>
      </div>
    );
  const cancel = () => {
    if (!motif.trim()) return setFaute('Dites pourquoi.');
    run(async () => {
      const corps = { sequence: recu.sequence, motif: motif.trim() };
      await form.save((name) => terrain.act({ type: 'annulation', corps }, { draft: name }));
    });
  };
  return (
    <div>
      <Field
        label="Pourquoi annuler ?"
        aide="Rendez l’argent avant d’annuler."
        maxLength={500}
        value={motif}
        onValue={(typed) => form.change({ motif: typed })}
        faute={faute}
      />
      <div className="quai">
        <button className="b rouge" disabled={busy} onClick={cancel}>
          Annuler {formatFrancs(recu.montant)}
        </button>
        <button className="b" onClick={() => void form.drop()}>
          Garder le reçu
        </button>
      </div>
    </div>
  );
}

export function Recus() {
  const { etat } = useTerrain();
  const days = [...new Set(etat.recus.map(({ jour }) => jour))];
  return (
    <Page titre="Reçus" sous="De ce téléphone" onglet="recus">
      {days.length === 0 && (
        <p className="vide">
          <b>Aucun reçu encore.</b>
          Chaque encaissement en donne un, avec ou sans réseau.
        </p>
      )}
      {days.map((day) => (
        <Day key={day} day={day} etat={etat} />
      ))}
    </Page>
  );
}

function Day({ day, etat }: { day: string; etat: Etat }) {
  const recus = etat.recus.filter(({ jour }) => jour === day);
  return (
    <section>
      <h2 className="tete">
        {day === etat.today ? 'Aujourd’hui' : day.split('-').reverse().join('/')}
        <small>{count(recus.length, 'reçu', 'reçus')}</small>
      </h2>
      {recus.map((recu) => (
        <a key={recu.sequence} className="ligne haute" href={`#/recu/${recu.sequence}`}>
          <span>
            <b>{emisFor(etat, recu).nom || recu.numero}</b>
            <small>
              {recu.numero} · {hourText(recu.instant)}
            </small>
            {recu.annule && <span className="jeton">annulé</span>}
            {!recu.envoye && <span className="jeton calme">en attente</span>}
          </span>
          <span className="n">{formatNumber(recu.montant)}</span>
        </a>
      ))}
    </section>
  );
}
