// A Chromium for the end-to-end tests: named, the one inside an npm package, or found on the system.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { root, SetupError } from './setup.mjs';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Root may not use Chromium's sandbox, and a machine for tests rarely has a graphics card. New objects of a page get
 * room from its start: growing it step by step means collecting garbage all the while that a page opens.
 */
export const BROWSER_ARGS = ['--no-sandbox', '--disable-gpu', '--js-flags=--min-semi-space-size=32'];

/**
 * @returns {{ executablePath: string, env: Record<string, string> }} env: what it needs beside the process's own
 * @throws SetupError naming OCTROI_CHROMIUM when there is none
 */
export function findBrowser() {
  const named = process.env.OCTROI_CHROMIUM;
  if (named) {
    if (fs.existsSync(named)) return { executablePath: named, env: {} };
    throw new SetupError(`OCTROI_CHROMIUM désigne ${named}, qui n’existe pas.`);
  }
  // The packaged one has no window to draw: journeys take half the time that a whole browser takes.
  if (process.platform === 'linux' && process.arch === 'x64') return packagedBrowser();
  const system = findWholeBrowser();
  if (system) return { executablePath: system, env: {} };
  throw new SetupError('Aucun Chromium trouvé : installez-en un, ou donnez son chemin par OCTROI_CHROMIUM.');
}

/** @returns {string | undefined} a browser of the system's: it has what the packaged one lacks, as its back/forward cache */
export const findWholeBrowser = () => SYSTEM.find((file) => fs.existsSync(file));

/** Unpacks the package once a version; it brings the libraries and the font that a bare system lacks. */
function packagedBrowser() {
  const from = path.join(root, 'node_modules/@sparticuz/chromium');
  const { version } = JSON.parse(fs.readFileSync(path.join(from, 'package.json'), 'utf8'));
  const home = path.join(root, `node_modules/.cache/octroi-chromium-${version}`);
  if (!fs.existsSync(home)) {
    const making = `${home}.${process.pid}`;
    fs.mkdirSync(making, { recursive: true });
    const inflate = (name) => brotliDecompressSync(fs.readFileSync(path.join(from, 'bin', name)));
    fs.writeFileSync(path.join(making, 'chromium'), inflate('chromium.br'), { mode: 0o755 });
    for (const name of ['al2023.tar.br', 'swiftshader.tar.br', 'fonts.tar.br']) {
      const { status, stderr, error } = spawnSync('tar', ['-xf', '-', '-C', making], {
        input: inflate(name),
      });
      if (status !== 0)
        throw new SetupError(`${name} n’a pas pu être déballé : ${error?.message ?? stderr.toString()}`);
    }
    const fonts = path.join(home, 'fonts');
    fs.writeFileSync(
      path.join(making, 'fonts.conf'),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig><dir>${fonts}</dir></fontconfig>\n`,
    );
    try {
      fs.renameSync(making, home);
    } catch (error) {
      fs.rmSync(making, { recursive: true, force: true });
      if (!fs.existsSync(home)) throw error; // otherwise another process unpacked it meanwhile
    }
  }
  const libraries = [path.join(home, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  const ownFonts = fs.existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: home };
  return { executablePath: path.join(home, 'chromium'), env: { LD_LIBRARY_PATH: libraries, ...ownFonts } };
}
