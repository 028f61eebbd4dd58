// Checks the installed package with the Node that runs this file: node check-package.mjs, in a project with shipping-drydock.
// It prints `passed NAME` or `failed NAME: REASON` for each check.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(join(process.cwd(), 'project.js'))
const manifest = require('shipping-drydock/package.json')
const command = join(process.cwd(), 'node_modules/shipping-drydock/dist/drydock.js')
/** All exports except the vitest fixtures, which only a test of vitest can import: exports.test.mjs imports them. */
const modules = Object.entries(manifest.exports)
  .filter(([name, entry]) => typeof entry === 'object' && name !== './vitest')
  .map(([name]) => name)
const files = ['openapi.json', 'arazzo.json', 'postman/collection.json', 'package.json']

const person = {
  name: 'Ada Carver',
  street1: '2211 Oak Street',
  city: 'Austin',
  state: 'TX',
  zip: '78704',
  country: 'US',
}
const quote = {
  from_address: { ...person, name: 'Harbour Goods' },
  to_address: person,
  parcel: { weight_oz: 24, length: 10, width: 8, height: 4 },
}

/** Throws unless `import` and `require` return the same names for each export, and each JSON file can be read. */
async function checkExports() {
  for (const name of modules) {
    const path = `shipping-drydock${name.slice(1)}`
    const imported = Object.keys(await import(import.meta.resolve(path))).sort()
    const required = Object.keys(require(path)).sort()
    if (imported.length === 0 || String(imported) !== String(required))
      throw new Error(
        `${path} must export the same names both ways, but has ${imported} by import and ${required} by require`,
      )
  }
  for (const file of files) require(`shipping-drydock/${file}`)
}

/** Throws unless a label can be bought from `drydock serve`, which prints only its URL and exits with 0 on SIGTERM. */
async function checkServedPurchase() {
  const server = spawn(process.execPath, [command, 'serve', '--port', '0', '--quiet'])
  const ended = once(server, 'exit')
  let printed = ''
  let complaints = ''
  server.stderr.on('data', (text) => (complaints += text))
  try {
    while (!printed.includes('\n')) {
      const [text] = await Promise.race([once(server.stdout, 'data'), ended])
      if (server.exitCode !== null)
        throw new Error(
          `drydock serve ended with status ${server.exitCode} before it printed its URL: ${complaints}`,
        )
      printed += text
    }
    await buyLabel(/drydock listening on (\S+)/.exec(printed)[1])
  } finally {
    server.kill('SIGTERM')
  }
  const [status] = await ended
  if (status !== 0 || complaints !== '')
    throw new Error(
      `drydock serve must end with status 0 and no text on stderr after SIGTERM, but ended with ${status} and printed: ${complaints}`,
    )
}

async function buyLabel(url) {
  const headers = {
    Authorization: 'Bearer pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0',
    'Content-Type': 'application/json',
  }
  const sendPost = async (path, body) => {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const { rates } = await sendPost('/v1/rates', quote)
  const label = await sendPost('/v1/labels', { rate_id: rates[0].id })
  const pdf = Buffer.from(await (await fetch(label.label_url)).arrayBuffer())
  if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error(`${label.label_url} is no PDF`)
}

/** The two ways to load a module of the package. */
const loaders = { import: (path) => import(path), require }

/**
 * Throws unless the typed client quotes, buys, tracks and voids a label, and its error class catches the refused void of a label that
 * the carrier has scanned.
 */
async function buyWithClient(load) {
  const { startDrydock } = await load('shipping-drydock')
  const { createClient, ServiceError } = await load('shipping-drydock/client')
  const dock = await startDrydock()
  try {
    const client = createClient({ baseUrl: dock.url, key: dock.keys.live })
    const { rates } = await client.createRates(quote)
    const label = await client.buyLabel({ rate_id: rates[0].id })
    const { id } = await client.registerTracker(label)
    assert.equal((await client.getTracker(id)).status, 'pre_transit')
    assert.equal((await client.voidLabel(label.id)).void_status, 'requested')
    const scanned = await client.buyLabel({ rate_id: rates[1].id })
    await dock.clock.advance('2d')
    await assert.rejects(
      client.voidLabel(scanned.id),
      (error) => error instanceof ServiceError && error.code === 'LABEL.VOID.INELIGIBLE',
    )
  } finally {
    await dock.close()
  }
}

/** Throws unless the exported `rules` contain RATE-001 and HOOK-001, and `runConformance` passes both against a simulator. */
async function runRulesByLibrary(load) {
  const { startDrydock } = await load('shipping-drydock')
  const { rules, runConformance } = await load('shipping-drydock/conformance')
  const only = ['RATE-001', 'HOOK-001']
  assert.equal(rules.filter(({ id }) => only.includes(id)).length, 2)
  const dock = await startDrydock()
  try {
    const { summary } = await runConformance({ baseUrl: dock.url, only })
    assert.deepEqual([summary.passed, summary.total], [2, 2])
  } finally {
    await dock.close()
  }
}

/** Throws unless the rules of rates pass against a simulator that `drydock exec` starts. */
function runRules() {
  runNode([command, 'exec', '--', process.execPath, command, 'conformance', '--only', 'RATE-*'])
}

/** Runs a vitest test with the vitest fixtures of the package. Throws if it fails. */
function runVitest() {
  runNode(['node_modules/vitest/vitest.mjs', 'run', 'exports.test.mjs'])
}

/** Throws unless the oldest supported TypeScript compiles code with the types of the package. */
function compileTypes() {
  const imports = modules.map((name) => `export * from 'shipping-drydock${name.slice(1)}'\n`)
  writeFileSync('types.mts', imports.join(''))
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'node16']
  runNode(['node_modules/typescript/bin/tsc', ...options, 'types.mts'])
}

function runNode(words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`node ${words.join(' ')} ended with status ${status}\n${stdout}${stderr}`)
}

const checks = {
  'every export by import and require': checkExports,
  'a purchase from drydock serve': checkServedPurchase,
  'drydock conformance --only RATE-*': runRules,
  'the fixtures of vitest': runVitest,
  'the types with TypeScript 5.2': compileTypes,
}
for (const [way, load] of Object.entries(loaders)) {
  checks[`a purchase by the typed client, by ${way}`] = () => buyWithClient(load)
  checks[`rules by runConformance, by ${way}`] = () => runRulesByLibrary(load)
}
for (const file of ['testing.test.mjs', 'testing.test.cjs'])
  checks[`useDrydock in ${file}`] = () => runNode(['--test', file])
for (const [name, check] of Object.entries(checks)) {
  try {
    await check()
    console.log(`passed ${name}`)
  } catch (error) {
    console.log(`failed ${name}: ${error.stack}`)
  }
}
