import { Menu } from '@mantine/core';
import type { Groupe } from '@octroi/contract/impressions/documents';
import type { MiseEnPage } from '@octroi/contract/impressions/requests';
import { IconMapPin } from '@tabler/icons-react';

const PARTS: Readonly<Record<Groupe, string>> = { quartier: 'Par quartier', secteur: 'Par secteur' };

/** Layout options of a PDF. */
interface PaperChoice {
  /** Offers a signature column: the rows are people. */
  signable: boolean;
  /** Whether it has one. */
  signed: boolean;
  onSigned: (signed: boolean) => void;
}

interface PaperItemsProps {
  choice: PaperChoice;
  print: (layout: MiseEnPage) => void;
}

export const layoutOf = ({ signed }: PaperChoice, groupe?: Groupe): MiseEnPage => ({
  ...(groupe ? { groupe } : {}),
  ...(signed ? { emargement: '1' } : {}),
});

/** Prints a list, optionally grouped by place with subtotals, optionally with a signature column. */
export function PaperItems({ choice, print }: PaperItemsProps) {
  const { signable, signed, onSigned } = choice;
  return (
    <>
      <Menu.Label>Mise en page du PDF</Menu.Label>
      {(Object.keys(PARTS) as Groupe[]).map((groupe) => (
        <Menu.Item
          key={groupe}
          leftSection={<IconMapPin size={16} />}
          onClick={() => print(layoutOf(choice, groupe))}
        >
          {PARTS[groupe]}
        </Menu.Item>
      ))}
      {signable ? (
        <Menu.CheckboxItem closeMenuOnClick={false} checked={signed} onChange={onSigned}>
          Colonne Émargement
        </Menu.CheckboxItem>
      ) : null}
    </>
  );
}
