import { Button } from '@mantine/core';
import { ButtonLink } from '../ButtonLink.tsx';
import { useOfferedActs } from '../list/index.ts';

/** What other domains let this person do with the record of `path` on screen. */
export function RecordActs({ path, record }: { path: string; record: { id: number } }) {
  const acts = useOfferedActs(path)?.(record) ?? [];
  return acts.map(({ label, icon: Icon, href, run }) => {
    const leftSection = Icon ? <Icon size={16} /> : null;
    return href ? (
      <ButtonLink key={label} {...href} variant="default" leftSection={leftSection}>
        {label}
      </ButtonLink>
    ) : (
      <Button key={label} variant="default" leftSection={leftSection} onClick={() => void run?.()}>
        {label}
      </Button>
    );
  });
}
