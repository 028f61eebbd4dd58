// The OpenAPI documents and the Postman collection before the tools of the field: node tools/openapi/check.mjs, after
// npm ci in this folder and npm run build. Redocly and Spectral find nothing, a generated client compiles and buys a
// label, and newman runs the collection.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { runCollection } from './newman.mjs'

const here = import.meta.dirname
const project = resolve(here, '../..')
const made = mkdtempSync(join(here, 'made-'))
process.on('exit', () => rmSync(made, { recursive: true, force: true }))

const documents = ['openapi', 'control-openapi'].flatMap((name) => [`${name}.json`, `${name}.yaml`])
const ruleset = join(made, 'spectral.yaml')
writeFileSync(ruleset, 'extends: ["spectral:oas"]\n')
for (const document of documents) {
  const file = join(project, 'schemas', document)
  tool('redocly', ['lint', file, '--extends', 'recommended-strict'])
  tool('spectral', ['lint', file, '-r', ruleset, '--fail-severity', 'hint'])
}

// A tool that finds nothing in whatever it is given would prove nothing.
const broken = JSON.parse(readFileSync(join(project, 'schemas/openapi.json'), 'utf8'))
broken.paths['/v1/wallet'].get.responses[200].content['application/json'].examples.recorded.value.currency = 7
writeFileSync(join(made, 'broken.json'), JSON.stringify(broken))
tool('redocly', ['lint', join(made, 'broken.json'), '--extends', 'recommended-strict'], { fails: true })
tool('spectral', ['lint', join(made, 'broken.json'), '-r', ruleset, '--fail-severity', 'hint'], {
  fails: true,
})

tool('openapi-typescript', [join(project, 'schemas/openapi.json'), '-o', join(made, 'service.ts')])
tool('openapi-typescript', [join(project, 'schemas/control-openapi.json'), '-o', join(made, 'control.ts')])
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
tool('tsc', ['-p', made])
await useClient()
const tests = await runCollection()
process.stdout.write(
  `The OpenAPI documents stand before the tools, and the collection with its ${tests} tests.\n`,
)

function tool(name, words, { fails = false } = {}) {
  const { status, stdout, stderr } = spawnSync(join(here, 'node_modules/.bin', name), words, {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  // What is only warned of is told, too.
  const isClean = status === 0 && !/\b[1-9]\d* warnings?\b/.test(stdout + stderr)
  if (isClean === !fails) return
  process.stderr.write(`${name} ${words.join(' ')} ended with ${status}\n${stdout}${stderr}`)
  process.exit(1)
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
