import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findFixtures } from '../scenarios/fixtures-directory.ts'

/** A style, script or image of pages. */
export interface Asset {
  readonly type: string
  readonly bytes: Uint8Array
  /** Its URL, which changes with its content, so that browsers may cache it forever. */
  readonly url: string
}

const css = 'text/css; charset=utf-8'
const script = 'text/javascript; charset=utf-8'
const svg = 'image/svg+xml'

const names = [
  'drydock.css',
  'reference.css',
  'app.js',
  'icon.svg',
  'htmx.js',
  'sse.js',
  'idiomorph.js',
] as const

export type AssetName = (typeof names)[number]

const require = createRequire(import.meta.url)
const ownFolder = join(dirname(findFixtures()), 'assets')
const ownAsset = (name: string): string => join(ownFolder, name)

/** Finds a package by one of its files: packages may be anywhere, and not all export their package.json. */
const sources: Readonly<Record<AssetName, readonly [type: string, file: string]>> = {
  'drydock.css': [css, ownAsset('drydock.css')],
  'reference.css': [css, ownAsset('reference.css')],
  'app.js': [script, ownAsset('app.js')],
  'icon.svg': [svg, ownAsset('icon.svg')],
  'htmx.js': [script, require.resolve('htmx.org/dist/htmx.min.js')],
  'sse.js': [script, require.resolve('htmx-ext-sse/dist/sse.min.js')],
  'idiomorph.js': [script, require.resolve('idiomorph/dist/idiomorph-ext.min.js')],
}

/** All assets, read for the first page. */
const assets = new Map<string, Asset>(names.map((name) => [name, readAsset(name)]))

/** Returns the URL of an asset. */
export function assetUrl(name: AssetName): string {
  return assets.get(name)?.url ?? ''
}

/** Returns the asset with a name; undefined if there is none. */
export function findAsset(name: string): Asset | undefined {
  return assets.get(name)
}

function readAsset(name: AssetName): Asset {
  const [type, file] = sources[name]
  const bytes = readFileSync(file)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return { type, bytes, url: `/assets/${hash}/${name}` }
}
