/** The agent's till: opened with a float, counted blind (Compter.tsx). The expected amount never appears. */
import { DESTINATION_WORDS } from '@octroi/contract/caisse/rules';
import { numerosText } from '@octroi/contract/caisse/valeurs/valeur-rules';
import { formatNumber, FRANCS_ENTIERS, parseWhole } from '@octroi/contract/platform/values/money';
import type { Etat } from '#src/model/etat.ts';
import { instantOf } from '#src/model/instants.ts';
import { goInstead } from '#src/platform/address.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field, Options, Select } from '#src/ui/Field.tsx';
import { Opening as Reading, Page } from '#src/ui/Page.tsx';
import { instantText } from '#src/ui/text.ts';
import { Mot } from '#src/ui/words.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { type Drafting, useDraft } from '#src/ui/use-draft.ts';

export function Caisse() {
  const { etat } = useTerrain();
  const { till, today } = etat;
  if (!till) return <Opening etat={etat} />;
  const late = till.jour !== today;
  return (
    <Page
      titre="Ma caisse"
      sous={late ? `Ouverte le ${till.jour.split('-').reverse().join('/')}` : 'Ouverte'}
      retour={() => goInstead('/aujourdhui')}
      quai={
        <>
          <div className="paire">
            {etat.tranches.length > 0 && (
              <a className="b" href="#/caisse/vendre">
                Vendre des tickets
              </a>
            )}
            <a className="b" href="#/caisse/verser">
              <Mot nom="verser" />
            </a>
          </div>
          <a className="b p" href="#/caisse/compter">
            <Mot nom="compter" />
          </a>
        </>
      }
    >
      {late && <p className="note ambre">Comptez cette caisse avant d’en ouvrir une autre.</p>}
      <div className="ligne">
        <span>
          <b>Paiements en espèces</b>
        </span>
        <span className="n">{formatNumber(till.recus)}</span>
      </div>
      <div className="ligne">
        <span>
          <b>
            <Mot nom="fonds" />
          </b>
        </span>
        <span className="n">{formatNumber(till.fonds)}</span>
      </div>
      <HandedOver etat={etat} />
    </Page>
  );
}

/** Versements from this phone, and tickets sold. */
function HandedOver({ etat }: { etat: Etat }) {
  const handed = etat.entries
    .flatMap((entry) => (entry.type === 'versement' || entry.type === 'vente' ? [entry] : []))
    .reverse();
  if (handed.length === 0) return null;
  return (
    <section>
      <h2 className="tete">Versements et tickets</h2>
      {handed.map((entry) => (
        <div className="ligne" key={entry.sequence}>
          <span>
            <b>
              {entry.type === 'vente'
                ? `Tickets ${numerosText([[entry.corps.de, entry.corps.a]])}`
                : DESTINATION_WORDS[entry.corps.destination]}
            </b>
            <small>{instantText(instantOf(entry))}</small>
            {entry.etat === 'attente' && <span className="jeton calme">en attente</span>}
            {entry.etat === 'refuse' && <span className="jeton">refusé</span>}
          </span>
          {entry.type === 'versement' && <span className="n">{formatNumber(entry.corps.montant)}</span>}
        </div>
      ))}
    </section>
  );
}

interface OpeningDraft {
  fonds: string;
  regie: string | null;
}
const EMPTY: OpeningDraft = { fonds: '0', regie: null };

function Opening({ etat }: { etat: Etat }) {
  const form = useDraft('ouverture', () => EMPTY);
  return form ? <OpeningFields etat={etat} form={form} /> : <Reading titre="Ma caisse" retour />;
}

function OpeningFields({ etat, form }: { etat: Etat; form: Drafting<OpeningDraft> }) {
  const { terrain } = useTerrain();
  const regies = etat.referentiel?.regies ?? [];
  const { fonds } = form.draft;
  const regie = form.draft.regie ?? String(regies[0]?.[0] ?? '');
  const { busy, faute, run, setFaute } = useAct();
  const open = () => {
    const amount = parseWhole(fonds);
    if (amount === undefined) return setFaute(FRANCS_ENTIERS);
    run(async () => {
      const corps = { acte: 'ouverture' as const, fonds: amount, ...(regie && { regie: Number(regie) }) };
      await form.save((name) => terrain.act({ type: 'session', corps }, { draft: name }));
    });
  };
  return (
    <Page
      titre="Ma caisse"
      sous="Elle n’est pas ouverte"
      retour
      form={form}
      quai={
        <>
          <a className="b" href="#/caisse/verser">
            <Mot nom="verser" />
          </a>
          <button className="b p" disabled={busy} onClick={open}>
            <Mot nom="ouvrir" />
          </button>
        </>
      }
    >
      <Field
        label="Fonds de caisse (F CFA)"
        aide="La monnaie que vous avez en main avant le premier reçu."
        inputMode="numeric"
        value={fonds}
        onValue={(typed) => form.change({ fonds: typed })}
        faute={faute}
      />
      {regies.length > 1 && (
        <Select label="Régie" value={regie} onValue={(id) => form.change({ regie: id })}>
          <Options entries={regies} />
        </Select>
      )}
      <HandedOver etat={etat} />
    </Page>
  );
}
