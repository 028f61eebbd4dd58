import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defaultUrl, replaceDefaultUrl } from '../http/request-origin.ts'
import { findFixtures } from '../scenarios/fixtures-directory.ts'
import { replaceUrlAndSignature } from '../webhooks/sample-event.ts'

/** Reads the documents that `npm run openapi` generates, and replaces the URL in them. */

export type DocumentForm = 'json' | 'yaml'

/** Returns the service's OpenAPI document for a simulator at this URL. */
export function renderServiceDocument(form: DocumentForm, url = defaultUrl): string {
  const text = readDocumentFile(`openapi.${form}`)
  if (url === defaultUrl) return text
  const json = form === 'json' ? text : readDocumentFile('openapi.json')
  return replaceUrlAndSignature(text, findExamplePayload(JSON.parse(json)), url)
}

/** Returns the body of the sample event in the OpenAPI document. */
function findExamplePayload(document: unknown): unknown {
  const { post } = Object(Object(document).webhooks)['label.created']
  return post.requestBody.content['application/json'].examples.recorded.value
}

/**
 * Returns the Arazzo document of workflows. It refers to the OpenAPI document by a relative path, so it contains no URL
 * of the simulator.
 */
export function readWorkflowDocument(): string {
  return readDocumentFile('arazzo.json')
}

/** Returns the control protocol's OpenAPI document for a simulator at this URL. */
export function renderControlDocument(form: DocumentForm, url = defaultUrl): string {
  return renderDocumentAt(`control-openapi.${form}`, url)
}

/** Returns the Postman collection of the service, or the Postman environment with its variables. */
export function renderPostmanPart(part: 'collection' | 'environment', url = defaultUrl): string {
  return renderDocumentAt(`postman/${part}.json`, url)
}

function renderDocumentAt(file: string, url: string): string {
  return replaceDefaultUrl(readDocumentFile(file), url)
}

function readDocumentFile(file: string): string {
  return readFileSync(join(dirname(findFixtures()), 'schemas', file), 'utf8')
}
