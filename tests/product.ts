import os from 'node:os';

/** A running product used by journeys. */
export interface Product {
  url: string;
  /** Its data folder, which contains mails; empty if unknown. */
  data: string;
}

const VARIABLE = 'OCTROI_E2E_PRODUCTS';

/** A product started outside the tests (OCTROI_E2E_URL, OCTROI_E2E_DATA), if any. */
export function externalProduct(): Product | undefined {
  const url = process.env['OCTROI_E2E_URL'];
  return url ? { url, data: process.env['OCTROI_E2E_DATA'] ?? '' } : undefined;
}

/** One product per worker, so that parallel journeys do not see each other's changes. */
export const WORKERS = externalProduct() ? 1 : Math.min(2, os.availableParallelism());

/** Passes the products to the workers through the environment, in order. */
export function announce(products: Product[]): void {
  process.env[VARIABLE] = JSON.stringify(products);
}

/** The product of the current worker; undefined before the global setup. */
export function ownProduct(): Product | undefined {
  const products = JSON.parse(process.env[VARIABLE] ?? '[]') as Product[];
  return products[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)];
}
