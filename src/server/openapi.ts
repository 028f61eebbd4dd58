import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findFixtures } from './scenarios/fixtures-directory.ts'
import { atUrl, writtenUrl } from './url-asked-at.ts'

/** Serves the OpenAPI documents and what Postman reads, which are generated ahead of time (`npm run openapi`). */

export type DocumentForm = 'json' | 'yaml'

/** The document of the service, for a simulator at this address. */
export function serviceDocument(form: DocumentForm, url = writtenUrl): string {
  return documentAt(`openapi.${form}`, url)
}

/** That of the control protocol. */
export function controlDocument(form: DocumentForm, url = writtenUrl): string {
  return documentAt(`control-openapi.${form}`, url)
}

/** Postman's collection of the service, or the environment for it. */
export function postmanPart(part: 'collection' | 'environment', url = writtenUrl): string {
  return documentAt(`postman/${part}.json`, url)
}

function documentAt(file: string, url: string): string {
  const text = readFileSync(join(dirname(findFixtures()), 'schemas', file), 'utf8')
  return atUrl(text, url)
}
