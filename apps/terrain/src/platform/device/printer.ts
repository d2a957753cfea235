/** Small printers that are reached over Bluetooth LE, where the browser can (Chrome of Android). */

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

/** By which makers of printers let bytes be written: none of them is of a standard. */
const SERVICES = [
  0x18f0,
  0xff00,
  0xffe0,
  0xfee7,
  '49535343-fe7d-4ae5-8fa9-9fafd205e455',
  'e7810a71-73ae-499d-8c15-faa9aef0c3f2',
] as const;
/** Bytes of one write that the slowest of them take. */
const CHUNK = 100;

const SILENT = 'L’imprimante ne répond pas : allumez-la, approchez-vous, puis recommencez.';
const UNKNOWN = 'Cet appareil n’est pas une imprimante que cette application connaît.';

export const canPrint = (): boolean => navigator.bluetooth !== undefined;

/** Chosen once, until the application is closed. */
let chosen: Device | undefined;

/** The person chooses it; undefined where they changed their mind. */
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
    for (const one of await service.getCharacteristics())
      if (one.properties.write || one.properties.writeWithoutResponse) return one;
  return undefined;
}

/** @throws {Error} (French) */
export async function print(content: Uint8Array): Promise<void> {
  chosen ??= await choose();
  const device = chosen;
  if (!device) return;
  // asked for anew the next time, unless it prints
  chosen = undefined;
  const opening = await writable(device).catch(() => Promise.reject(new Error(SILENT)));
  if (!opening) throw new Error(UNKNOWN);
  try {
    for (let at = 0; at < content.length; at += CHUNK) {
      const part = new Uint8Array(content.subarray(at, at + CHUNK));
      // one by one: the printer's memory is a few hundred bytes
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
