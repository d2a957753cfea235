/** Phone numbers as gateways take them. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

export type { CountryCode };
export { isSupportedCountry };

/**
 * `+22790123456`; undefined where no number of that country, or of the one that it names, can be read.
 * @param typed as somebody typed it: `90 12 34 56`, `00227 90123456`, `22790123456`
 * @param country where numbers are that name none
 */
export function readNumber(typed: string, country: CountryCode): string | undefined {
  const number = parsePhoneNumberFromString(typed.trim().replace(/^00/, '+'), country);
  return number?.isPossible() ? number.number : undefined;
}
