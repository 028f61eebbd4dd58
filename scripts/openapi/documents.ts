import { stringify } from 'yaml'
import { arazzoDocument } from './arazzo.ts'
import { controlDocument } from './control-document.ts'
import type { Json } from './json.ts'
import { postmanCollection, postmanEnvironment } from './postman.ts'
import { recordRun } from './recorded-run.ts'
import { serviceDocument } from './service-document.ts'

/** Returns the content of the documents by file. */
export async function documents(): Promise<ReadonlyMap<string, string>> {
  const run = await recordRun()
  const service = serviceDocument(run)
  const control = controlDocument(run)
  return new Map([
    ...filesOf('schemas/openapi', service),
    ...filesOf('schemas/control-openapi', control),
    ['schemas/arazzo.json', textOf(arazzoDocument(run))],
    ['schemas/world.json', textOf(run.world)],
    ['schemas/postman/collection.json', textOf(postmanCollection(service))],
    ['schemas/postman/environment.json', textOf(postmanEnvironment())],
  ])
}

/** Returns the JSON and the YAML of a document. Readers of YAML 1.1 get the same values. */
function filesOf(path: string, document: Json): readonly (readonly [string, string])[] {
  const yaml = stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  return [
    [`${path}.json`, textOf(document)],
    [`${path}.yaml`, yaml],
  ]
}

/** Formats JSON with each short value on one line: half as long as with a line for each brace. */
function textOf(document: object): string {
  return `${formatJson(JSON.parse(JSON.stringify(document)), '')}\n`
}

const longestLine = 120

function formatJson(value: unknown, indent: string): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ')
  if (indent.length + line.length <= longestLine || typeof value !== 'object' || value === null) return line
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
