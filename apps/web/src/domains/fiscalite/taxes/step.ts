/** The step of the tax wizard in the address; absent for the first one. */
interface StepSearch {
  etape?: 2 | 3 | undefined;
}

export const readStep = ({ etape }: Record<string, unknown>): StepSearch => ({
  etape: etape === 2 || etape === 3 ? etape : undefined,
});
