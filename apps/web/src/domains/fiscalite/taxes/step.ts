/** The step of the tax wizard that the address names; the first one is not named. */
interface StepSearch {
  etape?: 2 | 3 | undefined;
}

export const readStep = ({ etape }: Record<string, unknown>): StepSearch => ({
  etape: etape === 2 || etape === 3 ? etape : undefined,
});
