/** Adds a taxable line to a taxpayer. */
import { useState } from 'react';
import { ligneFault } from '#src/model/enrolement.ts';
import type { Ligne } from '#src/model/estimation.ts';
import { type Personne, referenceOf } from '#src/model/personnes.ts';
import { back } from '#src/platform/address.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Page } from '#src/ui/Page.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { Choices } from './enroler-steps.tsx';
import { Unknown, Identity } from './Fiche.tsx';

export function LigneScreen({ cle }: { cle: string }) {
  const { etat } = useTerrain();
  const personne = etat.personnes.find(cle);
  return personne ? <LigneForm personne={personne} /> : <Unknown />;
}

function LigneForm({ personne }: { personne: Personne }) {
  const { terrain, etat } = useTerrain();
  const [ligne, setLigne] = useState<Ligne>();
  const { busy, faute, run } = useAct();
  const save = () =>
    run(async () => {
      if (!ligne) return;
      const fault = ligneFault(etat.referentiel, ligne);
      if (fault) throw new Error(fault);
      await terrain.act({
        type: 'ligne',
        corps: { contribuable: referenceOf(personne), ligne: { ...ligne } },
      });
      back();
    });
  return (
    <Page
      titre="Base taxable"
      retour
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
