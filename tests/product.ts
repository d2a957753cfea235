import os from 'node:os';

/** A running product that journeys use. */
export interface Product {
  url: string;
  /** Its data folder, where mails land; empty when unknown. */
  data: string;
}

const VARIABLE = 'OCTROI_E2E_PRODUCTS';

/** The product that somebody started for the journeys (OCTROI_E2E_URL, OCTROI_E2E_DATA), when there is one. */
export function externalProduct(): Product | undefined {
  const url = process.env['OCTROI_E2E_URL'];
  return url ? { url, data: process.env['OCTROI_E2E_DATA'] ?? '' } : undefined;
}

/** Each worker has a product of its own, so that no journey meets what another one is changing. */
export const WORKERS = externalProduct() ? 1 : Math.min(2, os.availableParallelism());

/** Tells the workers, which inherit this environment, the products that are theirs, in their order. */
export function announce(products: Product[]): void {
  process.env[VARIABLE] = JSON.stringify(products);
}

/** The product of the worker that asks; none before the global setup has started them. */
export function ownProduct(): Product | undefined {
  const products = JSON.parse(process.env[VARIABLE] ?? '[]') as Product[];
  return products[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)];
}
