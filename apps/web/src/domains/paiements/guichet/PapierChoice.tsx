import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { FORMATS_RECU, type FormatRecu } from '@octroi/contract/constants';
import { useFormatRecu } from '#src/platform/kept/affichage.ts';
import classes from './PapierChoice.module.css';

const LABELS: Record<FormatRecu, string> = { A4: 'A4', A5: 'A5', '80mm': '80 mm' };
const DATA = FORMATS_RECU.map((value) => ({ value, label: LABELS[value] }));

/** The person's receipt format, stored in their account. */
export function PapierChoice() {
  const [format, setFormat] = useFormatRecu();
  return (
    <div className={classes.papier}>
      <span>Papier des reçus</span>
      <SegmentedControl
        size="xs"
        aria-label="Papier des reçus"
        data={DATA}
        value={format}
        onChange={(value) => setFormat(value as FormatRecu)}
      />
    </div>
  );
}
