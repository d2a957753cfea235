/** The office's enrolment code, typed. */
import { ALPHABET_CODE, LONGUEUR_CODE, normaliserCode } from '@octroi/contract/terrain/rules';
import { Field } from './Field.tsx';

const CONFUSED = 'Un code n’a ni 0, ni 1, ni I, ni L, ni O : relisez ces signes.';

const hasStrangeSigns = (code: string): boolean =>
  normaliserCode(code)
    .split('')
    .some((sign) => !ALPHABET_CODE.includes(sign));

/** Whether it can be sent. */
export const isWholeCode = (code: string): boolean =>
  normaliserCode(code).length === LONGUEUR_CODE && !hasStrangeSigns(code);

interface CodeFieldProps {
  code: string;
  onCode: (code: string) => void;
  faute?: string | undefined;
}

export const CodeField = ({ code, onCode, faute }: CodeFieldProps) => (
  <Field
    label="Code donné par le bureau"
    aide={`${LONGUEUR_CODE} lettres et chiffres. Il sert une fois, dans les vingt-quatre heures.`}
    faute={faute ?? (hasStrangeSigns(code) ? CONFUSED : undefined)}
    autoCapitalize="characters"
    autoComplete="one-time-code"
    spellCheck={false}
    value={code}
    onValue={onCode}
  />
);
