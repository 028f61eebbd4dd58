import { stringify } from 'yaml'
import { createArazzoDocument } from './arazzo.ts'
import { createControlDocument } from './control-document.ts'
import type { Json } from './json.ts'
import { createPostmanCollection, createPostmanEnvironment } from './postman.ts'
import { recordRun } from './recorded-run.ts'
import { createResponseSchemas } from './response-schemas.ts'
import { createServiceDocument } from './service-document.ts'

/** Returns the content of each document and of each file made from one, by the path of the file. */
export async function createDocuments(): Promise<ReadonlyMap<string, string>> {
  const run = await recordRun()
  const service = createServiceDocument(run)
  const control = createControlDocument(run)
  return new Map([
    ...renderFiles('schemas/openapi', service),
    ...renderFiles('schemas/control-openapi', control),
    ['schemas/control-responses.json', formatDocument(createResponseSchemas(control))],
    ['schemas/arazzo.json', formatDocument(createArazzoDocument(run))],
    ['schemas/world.json', formatDocument(run.world)],
    ['schemas/postman/collection.json', formatDocument(createPostmanCollection(service))],
    ['schemas/postman/environment.json', formatDocument(createPostmanEnvironment())],
  ])
}

/** Returns a document as JSON and as YAML, which a reader of YAML 1.1 reads as the same values. */
function renderFiles(path: string, document: Json): readonly (readonly [string, string])[] {
  const yaml = stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  return [
    [`${path}.json`, formatDocument(document)],
    [`${path}.yaml`, yaml],
  ]
}

/** Formats JSON with each short value on one line, which halves the length of the file. */
function formatDocument(document: object): string {
  return `${formatJson(JSON.parse(JSON.stringify(document)), '')}\n`
}

const maxLineLength = 120

function formatJson(value: unknown, indent: string): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ')
  if (indent.length + line.length <= maxLineLength || typeof value !== 'object' || value === null) return line
  const inner = `${indent} `
  const [open, close, items] = Array.isArray(value)
    ? ['[', ']', value.map((each) => formatJson(each, inner))]
    : [
        '{',
        '}',
        Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${formatJson(each, inner)}`),
      ]
  return `${open}\n${inner}${items.join(`,\n${inner}`)}\n${indent}${close}`
}
