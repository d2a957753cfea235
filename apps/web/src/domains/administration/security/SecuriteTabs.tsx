import { PAGES } from '@octroi/contract/pages';
import { RESOURCES, SCREENS } from '@octroi/contract/register';
import { useNavigate } from '@tanstack/react-router';
import { Segments } from '#src/ui/Segments.tsx';

const LISTS = [
  { value: SCREENS.securite.url, label: RESOURCES['securite/comptes'].many },
  { value: PAGES.securiteEchecs, label: RESOURCES['securite/echecs'].many },
  { value: PAGES.securiteSessions, label: RESOURCES['securite/sessions'].many },
] as const;
type Tab = (typeof LISTS)[number]['value'];

/** The tabs between the lists of the screen. */
export function SecuriteTabs({ shown }: { shown: Tab }) {
  const navigate = useNavigate();
  return (
    <Segments label="Sécurité" segments={LISTS} value={shown} onChange={(to) => void navigate({ to })} />
  );
}
