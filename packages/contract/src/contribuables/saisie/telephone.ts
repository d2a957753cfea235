/** Whether a telephone number can be one: digits, set apart as people write them, with or without `+`. */
export const isTelephone = (text: string): boolean =>
  /^\+?[\d\s.()/-]+$/.test(text) && /^\d{8,15}$/.test(text.replaceAll(/\D/g, ''));
