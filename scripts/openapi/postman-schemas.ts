import { isJson, type Json, mapJson } from './json.ts'

/** Schemas as Postman's own reader takes them: it knows an older draft, and no other document. */

const components = '#/components/schemas/'
const definitions = '#/definitions/'

/** A schema of a document with all that it leads to, without the words that are for people. */
export function standaloneSchema(document: Json, schema: unknown): Json {
  const all: Json = Object(document['components']).schemas
  const names = namesIn(all, schema)
  return {
    ...Object(bare(schema)),
    ...(names.size > 0 && {
      definitions: Object.fromEntries([...names].map((name) => [name, bare(all[name])])),
    }),
  }
}

function namesIn(all: Json, schema: unknown, found = new Set<string>()): ReadonlySet<string> {
  mapJson(schema, (each) => {
    const name = refOf(each)?.slice(components.length)
    if (name !== undefined && !found.has(name)) {
      found.add(name)
      namesIn(all, all[name], found)
    }
    return each
  })
  return found
}

function bare(schema: unknown): unknown {
  return mapJson(schema, (each) => {
    const target = refOf(each)
    // The older draft reads nothing that stands beside a reference.
    if (target !== undefined) return { $ref: target.replace(components, definitions) }
    return Object.fromEntries(Object.entries(each).filter(([keyword, value]) => !isForPeople(keyword, value)))
  })
}

function refOf({ $ref }: Json): string | undefined {
  return typeof $ref === 'string' ? $ref : undefined
}

/** A field may be called `description`, and then it is a schema. */
function isForPeople(keyword: string, value: unknown): boolean {
  if (keyword.startsWith('x-')) return true
  return (keyword === 'description' || keyword === 'examples') && !isJson(value)
}
