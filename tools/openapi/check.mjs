// The OpenAPI documents and the Postman collection before the tools of the field: node tools/openapi/check.mjs, after
// npm ci in this folder and npm run build. Redocly and Spectral find nothing, a generated client compiles and buys a
// label, Prism sees no breach in front of the simulator, Postman's schema takes the collection, and newman runs it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { runCollection } from './newman.mjs'
import { holdAgainstPostman } from './postman-schema.mjs'
import { tourBehindPrism } from './prism.mjs'

const here = import.meta.dirname
const project = resolve(here, '../..')
const made = mkdtempSync(join(here, 'made-'))
process.on('exit', () => rmSync(made, { recursive: true, force: true }))

const documents = ['openapi', 'control-openapi'].flatMap((name) =>
  [`${name}.json`, `${name}.yaml`].map((file) => join(project, 'schemas', file)),
)
// A tool that finds nothing in whatever it is given would prove nothing.
const broken = JSON.parse(readFileSync(join(project, 'schemas/openapi.json'), 'utf8'))
broken.paths['/v1/wallet'].get.responses[200].content['application/json'].examples.recorded.value.currency = 7
const brokenFile = join(made, 'broken.json')
writeFileSync(brokenFile, JSON.stringify(broken))
const ruleset = join(made, 'spectral.yaml')
writeFileSync(ruleset, 'extends: ["spectral:oas"]\n')
const linters = {
  redocly: (file) => ['lint', file, '--extends', 'recommended-strict'],
  spectral: (file) => ['lint', file, '-r', ruleset, '--fail-severity', 'hint'],
}
await Promise.all(
  Object.entries(linters).map(async ([name, wordsFor]) => {
    for (const file of documents) await tool(name, wordsFor(file))
    await tool(name, wordsFor(brokenFile), { fails: true })
  }),
)

await holdAgainstPostman(project)
await tool('openapi-typescript', [join(project, 'schemas/openapi.json'), '-o', join(made, 'service.ts')])
await tool('openapi-typescript', [
  join(project, 'schemas/control-openapi.json'),
  '-o',
  join(made, 'control.ts'),
])
writeFileSync(join(made, 'client.ts'), readFileSync(join(here, 'client.ts')))
writeFileSync(join(made, 'package.json'), '{ "type": "module" }')
writeFileSync(
  join(made, 'tsconfig.json'),
  JSON.stringify({
    compilerOptions: {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      target: 'es2023',
      lib: ['es2023', 'dom'],
      module: 'nodenext',
      rewriteRelativeImportExtensions: true,
      types: [],
    },
    files: ['client.ts', 'control.ts'],
  }),
)
await tool('tsc', ['-p', made])
const [tests, exchanges] = await Promise.all([runCollection(), tourBehindPrism(), useClient()])
process.stdout.write(
  `The OpenAPI documents stand before the tools, ${exchanges} exchanges seen by Prism, and the collection with its ${tests} tests.\n`,
)

async function tool(name, words, { fails = false } = {}) {
  const told = []
  const run = spawn(join(here, 'node_modules/.bin', name), words, {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => told.push(text))
  const [status] = await once(run, 'close')
  const said = Buffer.concat(told).toString()
  // What is only warned of is told, too.
  const isClean = status === 0 && !/\b[1-9]\d* warnings?\b/.test(said)
  if (isClean === !fails) return
  throw new Error(`${name} ${words.join(' ')} ended with ${status}\n${said}`)
}

/** The generated client against the built command. */
async function useClient() {
  const command = join(
    dirname(createRequire(import.meta.url).resolve('../../package.json')),
    'dist/drydock.js',
  )
  const served = spawn(process.execPath, [command, 'serve', '--port', '0', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await new Promise((heard) =>
    served.stdout.once('data', (text) => heard(String(text).split('\n'))),
  )
  const { buy } = await import(join(made, 'client.js'))
  const number = await buy(
    line.replace('drydock listening on ', ''),
    'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0',
  )
  served.kill()
  if (!number.startsWith('9999')) throw new Error(`The label's number is ${number}.`)
}
