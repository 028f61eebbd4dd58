import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findFixtures } from '../../scenarios/fixtures-directory.ts'

/** Reads files of Drydock's package for the reference: documents in schemas/ and pages in docs/. */

const root = dirname(findFixtures())

export function readPackageFile(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Returns the names of the pages under docs/, without their extension: `webhooks`, `specification/errors`. */
export function listPageNames(): readonly string[] {
  return readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .sort()
}
