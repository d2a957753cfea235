/** Phone numbers in the form of gateways. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

export type { CountryCode };
export { isSupportedCountry };

/**
 * Parses a number to `+22790123456`; undefined if it is not a possible number of its country.
 * @param typed as typed by a person: `90 12 34 56`, `00227 90123456`, `22790123456`
 * @param country of numbers without a country code
 */
export function readNumber(typed: string, country: CountryCode): string | undefined {
  const number = parsePhoneNumberFromString(typed.trim().replace(/^00/, '+'), country);
  return number?.isPossible() ? number.number : undefined;
}
