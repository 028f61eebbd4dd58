import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceOrigin, writtenUrl } from '../http/request-origin.ts'
import { findFixtures } from '../scenarios/fixtures-directory.ts'
import { resignAt } from '../webhooks/sample-event.ts'

/** Returns the OpenAPI documents and the Postman files, generated ahead of time (`npm run openapi`). */

export type DocumentForm = 'json' | 'yaml'

/** Returns the document of the service, for a simulator at this address. */
export function serviceDocument(form: DocumentForm, url = writtenUrl): string {
  const text = fileText(`openapi.${form}`)
  if (url === writtenUrl) return text
  const json = form === 'json' ? text : fileText('openapi.json')
  return resignAt(text, examplePayload(JSON.parse(json)), url)
}

/** Returns the body of the sample event in the document. */
function examplePayload(document: unknown): unknown {
  const { post } = Object(Object(document).webhooks)['label.created']
  return post.requestBody.content['application/json'].examples.recorded.value
}

/**
 * Returns the Arazzo description of workflows. It refers to the document of the service beside it, and
 * contains no URL.
 */
export function workflowDocument(): string {
  return fileText('arazzo.json')
}

/** Returns the document of the control protocol. */
export function controlDocument(form: DocumentForm, url = writtenUrl): string {
  return documentAt(`control-openapi.${form}`, url)
}

/** Returns the Postman collection of the service, or its environment. */
export function postmanPart(part: 'collection' | 'environment', url = writtenUrl): string {
  return documentAt(`postman/${part}.json`, url)
}

function documentAt(file: string, url: string): string {
  return replaceOrigin(fileText(file), url)
}

function fileText(file: string): string {
  return readFileSync(join(dirname(findFixtures()), 'schemas', file), 'utf8')
}
