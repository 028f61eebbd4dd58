import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const inferred = /^(?:export )?type (\w+) = (?:BodyOf|RequestOf)<typeof (\w+)>;$/gm

/**
 * Replaces the types that zod infers for request and response bodies by complete types with a description of each field. So
 * users of the library need no zod.
 */
export async function writeBodyTypes(folder) {
  const files = readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.d.ts'))
    .filter((file) => readFileSync(join(folder, file), 'utf8').match(inferred))
  const schemas = await loadSchemas(
    files.map((file) => join('src/simulator/bodies', file.replace(/\.d\.ts$/, '.ts'))),
    join(folder, 'schemas.mjs'),
  )
  fieldWords = schemas.fieldWords
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8')
    const plain = text.replace(inferred, (_, type, schema) => {
      if (schemas[schema] === undefined)
        throw new Error(`${file} must export ${schema}, for the type ${type}.`)
      return `export type ${type} = ${renderType(schemas[schema])};`
    })
    writeFileSync(join(folder, file), plain)
  }
}

/** The source files that contain the request schemas and the descriptions of their fields. */
const requestFiles = ['src/simulator/requests/parse.ts', 'scripts/openapi/request-words.ts']

/** Returns the schemas that some source files export, by name. */
async function loadSchemas(files, outfile) {
  await build({
    stdin: {
      contents: [...files, ...requestFiles].map((file) => `export * from './${file}'`).join('\n'),
      resolveDir: '.',
    },
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  })
  try {
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(outfile)
  }
}

/** The descriptions of the fields of requests, by schema. */
let fieldWords

/** Returns a schema's type as TypeScript source. */
function renderType(schema, indent = '') {
  const { def } = schema._zod
  switch (def.type) {
    case 'object':
      return renderObjectType(schema, indent)
    case 'array':
      return `readonly ${addParentheses(renderType(def.element, indent))}[]`
    case 'nullable':
      return `${renderType(def.innerType, indent)} | null`
    case 'optional':
      return `${renderType(def.innerType, indent)} | undefined`
    case 'pipe':
      return renderType(def.in, indent)
    case 'union':
      return def.options.map((option) => renderType(option, indent)).join(' | ')
    case 'enum':
      return Object.values(def.entries)
        .map((value) => JSON.stringify(value))
        .join(' | ')
    case 'literal':
      return def.values.map((value) => JSON.stringify(value)).join(' | ')
    case 'string':
    case 'boolean':
    case 'unknown':
      return def.type
    case 'number':
    case 'int':
      return 'number'
  }
  throw new Error(`renderType in body-types.mjs cannot write a schema of the type ${def.type}.`)
}

function renderObjectType(schema, indent) {
  const deeper = `${indent}    `
  const words = fieldWords.get(schema)
  const fields = Object.entries(schema.def.shape).map(([name, field]) => {
    const { def } = field._zod
    const isOptional = def.type === 'optional'
    const meta = words?.[name] ?? field.meta() ?? (isOptional ? def.innerType.meta() : undefined) ?? {}
    const { description, unit = meta['x-unit'] } = meta
    // In a response, an optional field is either present or missing. In a request, it may also be present with the
    // value undefined.
    const isExact = isOptional && field._zod.traits.has('$ZodExactOptional')
    const type = renderType(isExact ? def.innerType : field, deeper)
    const docstring =
      description === undefined
        ? ''
        : `${deeper}/** ${description}${unit === undefined ? '' : ` Unit: ${unit}.`} */\n`
    return `${docstring}${deeper}readonly ${name}${isOptional ? '?' : ''}: ${type};\n`
  })
  return `{\n${fields.join('')}${indent}}`
}

function addParentheses(type) {
  return /^\{|^\w+$/.test(type) && !type.endsWith('| null') ? type : `(${type})`
}
