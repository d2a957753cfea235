import { formatDay, formatInstant } from '@octroi/contract/platform/values/period';
import { SCREENS } from '@octroi/contract/register';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { TILL_KEY, useTillKey } from '../till-key.ts';
import classes from '../Caisse.module.css';

const { url } = SCREENS['ma-caisse'];

/** Whether the person's till is open, with a link to open or count it; the expected amount stays hidden. */
export function TillStatus() {
  const sees = useMay('ma-caisse', 'Voir');
  const keeps = useMay('ma-caisse', 'Créer');
  const { timeZone } = useSession();
  const read = useQuery({ ...queryFor('GET /sessions_caisse/courante'), enabled: sees && keeps });
  const [data, failure] = [read.data, failureOf(read)];
  const session = data?.session;
  // a person without a régie has no till
  const offers = data !== undefined && (Boolean(session) || data.regies.length > 0);

  useTillKey(offers ? url : undefined);
  if (failure) return <UnreadNote failure={failure}>L’état de votre caisse n’a pas pu être lu.</UnreadNote>;
  if (!offers) return null;
  return (
    <div className={classes.till} data-state={!session ? 'closed' : data.aCompter ? 'late' : 'open'}>
      {session ? (
        <span>
          <b>{data.aCompter ? `Caisse du ${formatDay(session.jour)} à compter` : 'Caisse ouverte'}</b>
          {data.aCompter ? '' : ` depuis ${formatInstant(session.ouverteLe, timeZone).heure.slice(0, 5)}`}
        </span>
      ) : (
        <b>Caisse fermée</b>
      )}
      <Link to={url}>
        {session ? 'Compter et fermer' : 'Ouvrir ma caisse'} <kbd>{TILL_KEY}</kbd>
      </Link>
    </div>
  );
}
