import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findFixtures } from '../scenarios/fixtures-directory.ts'

/** A style sheet, script or image of pages. */
export interface Asset {
  readonly type: string
  readonly bytes: Uint8Array
  /** The URL of the asset. It changes with the content, so that browsers may cache the asset forever. */
  readonly url: string
}

const cssType = 'text/css; charset=utf-8'
const scriptType = 'text/javascript; charset=utf-8'
const svgType = 'image/svg+xml'

const assetNames = [
  'drydock.css',
  'reference.css',
  'app.js',
  'icon.svg',
  'htmx.js',
  'sse.js',
  'idiomorph.js',
] as const

export type AssetName = (typeof assetNames)[number]

const require = createRequire(import.meta.url)
const assetFolder = join(dirname(findFixtures()), 'assets')
/** Returns the path of an asset that is part of Drydock's own package. */
const joinAssetPath = (name: string): string => join(assetFolder, name)

/**
 * The media type and path of each asset. A file of an npm package is resolved by its own path, because not every
 * package exports its package.json.
 */
const assetSources: Readonly<Record<AssetName, readonly [type: string, file: string]>> = {
  'drydock.css': [cssType, joinAssetPath('drydock.css')],
  'reference.css': [cssType, joinAssetPath('reference.css')],
  'app.js': [scriptType, joinAssetPath('app.js')],
  'icon.svg': [svgType, joinAssetPath('icon.svg')],
  'htmx.js': [scriptType, require.resolve('htmx.org/dist/htmx.min.js')],
  'sse.js': [scriptType, require.resolve('htmx-ext-sse/dist/sse.min.js')],
  'idiomorph.js': [scriptType, require.resolve('idiomorph/dist/idiomorph-ext.min.js')],
}

/** All assets by name. They are read once. */
const assets = new Map<string, Asset>(assetNames.map((name) => [name, readAsset(name)]))

export function findAssetUrl(name: AssetName): string {
  return assets.get(name)?.url ?? ''
}

export function findAsset(name: string): Asset | undefined {
  return assets.get(name)
}

function readAsset(name: AssetName): Asset {
  const [type, file] = assetSources[name]
  const bytes = readFileSync(file)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return { type, bytes, url: `/assets/${hash}/${name}` }
}
