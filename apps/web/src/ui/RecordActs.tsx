import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOfferedActs } from './list/index.ts';

/** What other domains let this person do with the record of `path` on screen. */
export function RecordActs({ path, record }: { path: string; record: { id: number } }) {
  const acts = useOfferedActs(path)?.(record) ?? [];
  return acts.map(({ label, icon: Icon, href, run }) => {
    const leftSection = Icon ? <Icon size={16} /> : null;
    return href ? (
      <Button key={label} variant="default" leftSection={leftSection} component={Link} to={href.to}>
        {label}
      </Button>
    ) : (
      <Button key={label} variant="default" leftSection={leftSection} onClick={() => void run?.()}>
        {label}
      </Button>
    );
  });
}
