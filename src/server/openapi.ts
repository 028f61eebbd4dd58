import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findFixtures } from './scenarios/fixtures-directory.ts'

/** The OpenAPI documents, made beforehand (`npm run openapi`): nothing that describes is loaded to serve them. */

export type DocumentForm = 'json' | 'yaml'

/** Where the documents, as they were made, say that the simulator is. */
const writtenUrl = 'http://127.0.0.1:4010'

/** That of the service, for a simulator at this address. */
export function serviceDocument(form: DocumentForm, url: string): string {
  return documentAt(`openapi.${form}`, url)
}

/** That of the control protocol. */
export function controlDocument(form: DocumentForm, url: string): string {
  return documentAt(`control-openapi.${form}`, url)
}

function documentAt(file: string, url: string): string {
  const text = readFileSync(join(dirname(findFixtures()), 'schemas', file), 'utf8')
  return text.replaceAll(writtenUrl, () => url)
}
