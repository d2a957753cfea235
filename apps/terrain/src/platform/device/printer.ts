/** Small receipt printers over Bluetooth LE, if the browser supports it (Chrome on Android). */

interface Characteristic {
  properties: { write: boolean; writeWithoutResponse: boolean };
  writeValueWithResponse(value: Uint8Array<ArrayBuffer>): Promise<void>;
  writeValueWithoutResponse(value: Uint8Array<ArrayBuffer>): Promise<void>;
}
interface Service {
  getCharacteristics(): Promise<Characteristic[]>;
}
interface Device {
  gatt?: { connect(): Promise<{ getPrimaryServices(): Promise<Service[]> }>; disconnect(): void };
}
interface Bluetooth {
  requestDevice(options: { filters: { services: readonly (number | string)[] }[] }): Promise<Device>;
}
declare global {
  interface Navigator {
    readonly bluetooth?: Bluetooth;
  }
}

/** Bluetooth services of the printer makers; none is standard. */
const SERVICES = [
  0x18f0,
  0xff00,
  0xffe0,
  0xfee7,
  '49535343-fe7d-4ae5-8fa9-9fafd205e455',
  'e7810a71-73ae-499d-8c15-faa9aef0c3f2',
] as const;
/** Largest write that the slowest printers accept, in bytes. */
const CHUNK = 100;

const SILENT = 'L’imprimante ne répond pas : allumez-la, approchez-vous, puis recommencez.';
const UNKNOWN = 'Cet appareil n’est pas une imprimante que cette application connaît.';

export const canPrint = (): boolean => navigator.bluetooth !== undefined;

/** Chosen once, until the app is closed. */
let chosen: Device | undefined;

/** The person chooses a printer; undefined if they cancel. */
async function choose(): Promise<Device | undefined> {
  const filters = SERVICES.map((service) => ({ services: [service] }));
  return navigator.bluetooth?.requestDevice({ filters }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
    throw new Error(SILENT);
  });
}

async function writable(device: Device): Promise<Characteristic | undefined> {
  const server = await device.gatt?.connect();
  for (const service of (await server?.getPrimaryServices()) ?? [])
    for (const characteristic of await service.getCharacteristics())
      if (characteristic.properties.write || characteristic.properties.writeWithoutResponse)
        return characteristic;
  return undefined;
}

/** @throws {Error} (French) */
export async function print(content: Uint8Array): Promise<void> {
  chosen ??= await choose();
  const device = chosen;
  if (!device) return;
  // the printer must be chosen again, unless printing succeeds
  chosen = undefined;
  const opening = await writable(device).catch(() => Promise.reject(new Error(SILENT)));
  if (!opening) throw new Error(UNKNOWN);
  try {
    for (let at = 0; at < content.length; at += CHUNK) {
      const part = new Uint8Array(content.subarray(at, at + CHUNK));
      // sequentially: the printer's buffer is a few hundred bytes
      await (opening.properties.write
        ? opening.writeValueWithResponse(part)
        : opening.writeValueWithoutResponse(part));
    }
  } catch {
    throw new Error(SILENT);
  } finally {
    device.gatt?.disconnect();
  }
  chosen = device;
}
