// Checks the OpenAPI documents and the Postman collection with external tools: node tools/openapi/check.mjs, after npm
// ci in this folder and npm run build. Redocly and Spectral must find nothing. Clients of six generators must compile
// and make their calls. Prism must see no violation in front of the simulator, Postman's schema must accept the
// collection, newman must run it, and Portman must get the documented response to every example.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runGeneratedClients } from './clients.mjs'
import { runCollection } from './newman.mjs'
import { runPortman } from './portman.mjs'
import { checkPostmanSchema } from './postman-schema.mjs'
import { checkExamplesThroughPrism } from './prism.mjs'

const here = import.meta.dirname
const project = resolve(here, '../..')
const made = mkdtempSync(join(here, 'made-'))
process.on('exit', () => rmSync(made, { recursive: true, force: true }))

// The YAML documents have the same content as the JSON documents (test/openapi/document.test.ts).
const documents = ['openapi.json', 'control-openapi.json'].map((file) => join(project, 'schemas', file))
const workflows = join(project, 'schemas/arazzo.json')
// Each tool must also find an error in a broken document. Otherwise, a tool that reports nothing would prove nothing.
const broken = JSON.parse(readFileSync(join(project, 'schemas/openapi.json'), 'utf8'))
broken.paths['/v1/wallet'].get.responses[200].content['application/json'].examples.recorded.value.currency = 7
const brokenFile = join(made, 'broken.json')
writeFileSync(brokenFile, JSON.stringify(broken))
const ruleset = join(made, 'spectral.yaml')
writeFileSync(ruleset, 'extends: ["spectral:oas"]\n')
const linters = {
  redocly: (files) => ['lint', ...files, '--extends', 'recommended-strict'],
  spectral: (files) => ['lint', ...files, '-r', ruleset, '--fail-severity', 'hint'],
}

async function runLinters() {
  for (const [name, wordsFor] of Object.entries(linters)) {
    await runTool(name, wordsFor(name === 'redocly' ? [...documents, workflows] : documents))
    await runTool(name, wordsFor([brokenFile]), { fails: true })
  }
}

writeFileSync(join(made, 'package.json'), '{ "type": "module" }')
const [tests, exchanges] = await Promise.all([
  runCollection(),
  checkExamplesThroughPrism(),
  runLinters().then(() => runPortman({ made, project, tool: runTool })),
  checkPostmanSchema(project),
])
// The clients run last, because one may replace the global fetch.
const clients = await runGeneratedClients({ made, project, tool: runTool })
process.stdout.write(
  `The OpenAPI documents pass: ${clients} generated clients ran, Prism checked ${exchanges} exchanges, and ${tests} tests of the Postman collection passed.\n`,
)

async function runTool(name, words, { fails = false, cwd = here } = {}) {
  const told = []
  const run = spawn(join(here, 'node_modules/.bin', name), words, {
    cwd,
    env: {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      DO_NOT_TRACK: '1',
    },
  })
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => told.push(text))
  const [status] = await once(run, 'close')
  const said = Buffer.concat(told).toString()
  // A tool must report no warning, either.
  const isClean = status === 0 && !/\b[1-9]\d* warnings?\b/.test(said)
  if (isClean === !fails) return said
  throw new Error(`${name} ${words.join(' ')} ended with ${status}\n${said}`)
}
