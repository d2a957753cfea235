/** Adds a taxable line to a taxpayer. */
import { ligneFault } from '#src/model/enrolement.ts';
import type { Ligne } from '#src/model/estimation.ts';
import { type Personne, referenceOf } from '#src/model/personnes.ts';
import { back } from '#src/platform/address.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Opening, Page } from '#src/ui/Page.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { type Drafting, useDraft } from '#src/ui/use-draft.ts';
import { Choices } from './enroler-steps.tsx';
import { Unknown, Identity } from './Fiche.tsx';

export function LigneScreen({ cle }: { cle: string }) {
  const { etat } = useTerrain();
  const personne = etat.personnes.find(cle);
  return personne ? <LigneForm personne={personne} /> : <Unknown />;
}

interface LigneDraft {
  ligne: Ligne | null;
}
const EMPTY: LigneDraft = { ligne: null };

function LigneForm({ personne }: { personne: Personne }) {
  const form = useDraft(`ligne/${personne.brouillon}`, () => EMPTY);
  if (!form) return <Opening titre="Base taxable" retour />;
  return <LigneFields personne={personne} form={form} />;
}

function LigneFields({ personne, form }: { personne: Personne; form: Drafting<LigneDraft> }) {
  const { terrain, etat } = useTerrain();
  const { ligne } = form.draft;
  const setLigne = (chosen: Ligne) => form.change({ ligne: chosen });
  const { busy, faute, run } = useAct();
  const save = () =>
    run(async () => {
      if (!ligne) return;
      const fault = ligneFault(etat.referentiel, ligne);
      if (fault) throw new Error(fault);
      const corps = { contribuable: referenceOf(personne), ligne: { ...ligne } };
      await form.save((name) => terrain.act({ type: 'ligne', corps }, { draft: name }));
      back();
    });
  return (
    <Page
      titre="Base taxable"
      retour
      form={form}
      quai={
        <>
          <p className={faute ? 'note rouge' : ''} role="alert">
            {faute}
          </p>
          <button className="b p" disabled={busy || !ligne} onClick={save}>
            Ajouter
          </button>
        </>
      }
    >
      <Identity personne={personne} etat={etat} />
      <Choices
        referentiel={etat.referentiel}
        lieu={personne.lieu}
        jour={etat.today}
        selected={ligne ? [ligne] : []}
        onTap={setLigne}
        onQuantite={setLigne}
      />
    </Page>
  );
}
