/** The outcome of a visit. */
import { addDays, type Day } from '@octroi/contract/platform/values/period';
import { parseWhole } from '@octroi/contract/platform/values/money';
import { type Issue, ISSUE_WORDS, ISSUES } from '@octroi/contract/recouvrement/visites';
import { type Personne, referenceOf } from '#src/model/personnes.ts';
import { back } from '#src/platform/address.ts';
import { useTerrain } from '#src/ui/context.ts';
import { Field } from '#src/ui/Field.tsx';
import { Icon, type IconName } from '#src/ui/Icon.tsx';
import { Opening, Page } from '#src/ui/Page.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { type Drafting, useDraft } from '#src/ui/use-draft.ts';
import { Unknown, Identity } from './Fiche.tsx';

/** The outcome « payé » follows from a payment. */
const OFFERED = ISSUES.filter((issue) => issue !== 'payé');
/** A picture beside each word, for those who read little. */
const ISSUE_ICONS: Readonly<Record<Issue, IconName>> = {
  payé: 'cash',
  promis: 'promise',
  absent: 'absent',
  fermé: 'closed',
  conteste: 'dispute',
};
/** Usual days until a promised payment. */
const USUAL_PROMISE = 7;

export function Visite({ cle }: { cle: string }) {
  const { etat } = useTerrain();
  const personne = etat.personnes.find(cle);
  return personne ? <OutcomeForm personne={personne} /> : <Unknown />;
}

interface VisitDraft {
  issue: Issue | null;
  promisLe: Day;
  promis: string;
  note: string;
}

function OutcomeForm({ personne }: { personne: Personne }) {
  const { etat } = useTerrain();
  const form = useDraft<VisitDraft>(`visite/${personne.brouillon}`, () => ({
    issue: null,
    promisLe: addDays(etat.today, USUAL_PROMISE),
    promis: '',
    note: '',
  }));
  if (!form) return <Opening titre="Visite" retour />;
  return <OutcomeFields personne={personne} form={form} />;
}

interface OutcomeFieldsProps {
  personne: Personne;
  form: Drafting<VisitDraft>;
}

function OutcomeFields({ personne: taxpayer, form }: OutcomeFieldsProps) {
  const { terrain, etat } = useTerrain();
  const { draft, change } = form;
  const { issue, promisLe, promis, note } = draft;
  const { busy, faute, run, setFaute } = useAct();
  const tournee = etat.arrets.find(({ personne }) => personne?.cle === taxpayer.cle)?.tournee;
  const amount = promis.trim() ? parseWhole(promis) : undefined;
  const save = () => {
    if (!issue) return;
    const promised = issue === 'promis';
    if (promised && promis.trim() && !amount) return setFaute('Le montant promis s’écrit en chiffres.');
    if (promised && promisLe < etat.today) return setFaute('Le jour promis est passé.');
    run(async () => {
      const corps = {
        contribuable: referenceOf(taxpayer),
        issue,
        ...(promised && { promisLe, ...(amount && { promis: amount }) }),
        ...(note.trim() && { note: note.trim() }),
        ...(tournee && { tournee }),
      };
      await form.save((name) => terrain.act({ type: 'visite', corps }, { draft: name }));
      back();
    });
  };
  return (
    <Page
      titre="Visite"
      retour
      form={form}
      quai={
        <button className="b p" disabled={busy || !issue} onClick={save}>
          Enregistrer la visite
        </button>
      }
    >
      <Identity personne={taxpayer} etat={etat} />
      <div className="choix mots" role="group" aria-label="Issue de la visite">
        {OFFERED.map((each) => (
          <button
            key={each}
            className="o mot"
            aria-pressed={each === issue ? 'true' : 'false'}
            onClick={() => change({ issue: each })}
          >
            <Icon name={each === issue ? 'check' : ISSUE_ICONS[each]} />
            {ISSUE_WORDS[each]}
          </button>
        ))}
      </div>
      {issue === 'promis' && (
        <>
          <Field
            label="Promis pour le"
            type="date"
            min={etat.today}
            value={promisLe}
            onValue={(typed) => change({ promisLe: typed })}
          />
          <Field
            label="Montant promis (F CFA)"
            inputMode="numeric"
            value={promis}
            onValue={(typed) => change({ promis: typed })}
          />
        </>
      )}
      <Field label="Note" maxLength={500} value={note} onValue={(typed) => change({ note: typed })} />
      <p className={faute ? 'note posee rouge' : ''} role="alert">
        {faute}
      </p>
    </Page>
  );
}
