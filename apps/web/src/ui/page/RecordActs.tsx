import { Button } from '@mantine/core';
import { ButtonLink } from '../ButtonLink.tsx';
import { useOfferedActs } from '../list/index.ts';

/** Acts that other domains offer on the current record of `path`. */
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
