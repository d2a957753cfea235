/** Whether the text may be a phone number: digits, with usual separators and an optional `+`. */
export const isTelephone = (text: string): boolean =>
  /^\+?[\d\s.()/-]+$/.test(text) && /^\d{8,15}$/.test(text.replaceAll(/\D/g, ''));
