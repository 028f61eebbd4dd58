import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

/** Compiles the type declarations of the library in the way its users do. */

const project = fileURLToPath(new URL('..', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'drydock-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the packages whose types a declaration file imports, directly or through other declaration files. */
function listPackages(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  return [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom |\bimport\()'([\w@.][^']*)'/g)].flatMap(
    ([, name = '']) =>
      name.startsWith('.')
        ? listPackages(resolve(dirname(file), name.replace(/\.[jt]s$/, '.d.ts')), seen)
        : name,
  )
}

it.each([
  ['index', []],
  ['conformance/index', []],
  ['testing/index', []],
  ['client/service/index', []],
  // Users of this entry have vitest, and its types contain the type of `test`.
  ['vitest/index', ['vitest']],
])('the type declarations of the npm package import no other package: %s', (name, packages) => {
  const entry = join(project, `dist/types/src/${name}.d.ts`)
  if (!existsSync(entry)) throw new Error('The types are not built: run npm run build first.')
  const found = listPackages(entry).filter((one) => !isBuiltin(one))
  expect([...new Set(found)]).toEqual(packages)
})

it('the npm package contains no type declaration of an internal module', () => {
  const isPublished = (module: string): boolean => existsSync(join(project, `dist/types/src/${module}.d.ts`))
  const modules = ['simulator/requests/spare-pages', 'variations/wire', 'server/drydock-server', 'options']
  expect(modules.filter(isPublished)).toEqual(['options'])
})

const user = `import { type Drydock, OptionsError, type ServedExchange, startDrydock } from 'shipping-drydock'
import { type Report, rules, runConformance } from 'shipping-drydock/conformance'
import { useDrydock } from 'shipping-drydock/testing'
import { createClient, type Rate, ServiceError } from 'shipping-drydock/client'
import { after, afterEach, before, beforeEach } from 'node:test'

export async function use(): Promise<Report> {
  const told: ServedExchange[] = []
  const dock: Drydock = await startDrydock({ clock: 'x60', rateLimits: 'off', onExchange: (exchange) => told.push(exchange) })
  console.log(dock.keys.test, OptionsError.name, rules.length)
  await dock.faults.add({ target: 'carrier:UPS', mode: 'timeout', operation: 'rates', latency_ms: 5, lasts: '10m' })
  // @ts-expect-error webhook has no mode timeout
  await dock.faults.add({ target: 'webhook', mode: 'timeout' })
  // @ts-expect-error the mode reset takes no status
  await dock.faults.add({ target: 'api', mode: 'reset', phase: 'after', status: 503 })
  // @ts-expect-error a misspelt endpoint
  await dock.faults.add({ target: 'api', mode: 'reset', operation: 'POST /v1/lables' })
  await dock.close()
  return await runConformance({ baseUrl: dock.url, only: ['RATE-001'] })
}
const { account } = useDrydock({ before, after, beforeEach, afterEach }, { account: { clock: 'frozen' } })
void account.assertReceived({ operation: 'buyLabel', times: 1, body: { rate_id: 'rate_1' } })
// @ts-expect-error an unknown operation
void account.assertReceived('buyLable')
const client = createClient({ baseUrl: 'http://127.0.0.1:4010', key: 'pr_test_1' })
const address = { name: 'Ada', street1: '2211 Oak Street', city: 'Austin', state: 'TX', zip: '78704', country: 'US' }
const parcel = { weight_oz: 24, length: 10, width: 8, height: 4 }
async function buyCheapest(): Promise<number> {
  const { rates, failed_carriers = [] } = await client.createRates({ from_address: address, to_address: address, parcel })
  const rate: Rate | undefined = rates[0]
  if (rate === undefined) throw new Error(failed_carriers.map(({ code }) => code).join())
  // A service may have other carriers.
  if (rate.carrier === 'Correos') return 0
  // @ts-expect-error a rate has no field price
  console.log(rate.price)
  try {
    return (await client.buyLabel({ rate_id: rate.id })).wallet_balance_after_cents
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'RATE.EXPIRED') return error.retryAfterSeconds ?? 0
    throw error
  }
}
void buyCheapest()
// @ts-expect-error the field parcel is missing
void client.createRates({ from_address: address, to_address: address })
// @ts-expect-error getWallet takes no body
void client.getWallet({ rate_id: 'rate_1' })
// @ts-expect-error an unknown option
void startDrydock({ clocks: 'frozen' })
void startDrydock({ vary: 'uuids,all-200' })
void startDrydock({ vary: ['uuids', 'all-200'] })
void startDrydock({ vary: 'all-of:3' })
// @ts-expect-error a misspelt variation
void startDrydock({ vary: 'uuid' })
// @ts-expect-error a misspelt variation in a list
void startDrydock({ vary: ['uuid'] })
export async function wait(dock: Drydock): Promise<void> {
  await dock.clock.advance({ seconds: 5 })
  // @ts-expect-error a number without a unit
  await dock.clock.advance(5)
}
`
/** The source of a user's project without the types of Node. */
const userWithoutNode = `import { connectDrydock, startDrydock } from 'shipping-drydock'
import { type Report, runConformance } from 'shipping-drydock/conformance'
import { type TestAccount, useDrydock } from 'shipping-drydock/testing'
import { createClient } from 'shipping-drydock/client'

export async function use(account: TestAccount): Promise<Report> {
  await using dock = await startDrydock({ seed: 1 })
  await dock.clock.advance('1h')
  await createClient({ baseUrl: dock.url, key: account.keys.test }).getWallet({ signal: new AbortController().signal })
  return await runConformance({ baseUrl: (await connectDrydock(dock.url)).url })
}
void useDrydock
`
const vitestUser = `import { createTest, describeConformance, expect, test } from 'shipping-drydock/vitest'

describeConformance({ baseUrl: 'http://127.0.0.1:4010' })
test('the vitest entry has typed fixtures', async ({ account, dock }) => {
  await expect(account).toHaveReceivedRequest('POST /v1/labels')
  await expect(account).not.toHaveReceivedRequest({ operation: 'buyLabel', times: 2 })
  // @ts-expect-error an unknown operation
  await expect(account).toHaveReceivedRequest('buyLable')
  expect(await account.review()).toHaveNoFindings({ ignore: ['METHOD-WRONG'] })
  // @ts-expect-error an unknown finding
  expect(await account.review()).toHaveNoFindings({ ignore: ['METHOD-WRNG'] })
  const { data } = await account.nextDelivery({ within: '5m' })
  console.log(dock.url, account.keys.live, data.tracking_number)
})
createTest({ simulator: { seed: 7 } })('has the fixtures of other accounts', ({ account }) => void account.id)
`
const requiring = `import drydock = require('shipping-drydock')
import conformance = require('shipping-drydock/conformance')

void drydock.startDrydock().then((dock) => conformance.runConformance({ baseUrl: dock.url }))
`

/** The strictest module settings and the strictest checks of declarations, without DOM types. */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  module: 'node16',
  target: 'es2023',
  lib: ['es2023'],
  types: ['node'],
  skipLibCheck: false,
}

const nodeModules = join(folder, 'node_modules')
mkdirSync(nodeModules)
symlinkSync(project, join(nodeModules, 'shipping-drydock'))
symlinkSync(join(project, 'node_modules/@types'), join(nodeModules, '@types'))

function compileFiles(place: string): { readonly status: number | null; readonly stdout: string } {
  const tsc = join(project, 'node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(tsc, ['-p', place], { encoding: 'utf8' })
  return { status, stdout }
}

it('the type declarations compile for a program with import and for one with require', () => {
  mkdirSync(join(folder, 'commonjs'))
  const files = {
    'package.json': '{ "type": "module" }',
    'commonjs/package.json': '{ "type": "commonjs" }',
    'user.ts': user,
    'user.cts': user,
    'vitest-user.ts': vitestUser,
    'requiring.cts': requiring,
    'commonjs/user.ts': user,
    'commonjs/requiring.ts': requiring,
    'tsconfig.json': JSON.stringify({ compilerOptions }),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  expect(compileFiles(folder)).toEqual({ status: 0, stdout: '' })
})

it.each([
  ['node16', undefined],
  ['nodenext', undefined],
  ['esnext', 'bundler'],
])(
  'the type declarations compile in a project without the types of Node, with module %s',
  (module, moduleResolution) => {
    const place = join(folder, `plain-${module}`)
    mkdirSync(place)
    const options = { strict: true, noEmit: true, skipLibCheck: false, target: 'es2022', types: [] }
    const config = { compilerOptions: { ...options, module, moduleResolution } }
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(config))
    writeFileSync(join(place, 'user.ts'), userWithoutNode)
    expect(compileFiles(place)).toEqual({ status: 0, stdout: '' })
  },
)

it('the type declarations for require compile with a compiler that ignores package exports', () => {
  const { exports, main, types, typesVersions } = manifest
  expect({ types, default: main }).toEqual(exports['.'].require)
  expect(typesVersions).toEqual({
    '*': {
      conformance: [exports['./conformance'].require.types],
      vitest: [exports['./vitest'].require.types],
      testing: [exports['./testing'].require.types],
      client: [exports['./client'].require.types],
    },
  })
})

it('the type declarations name the unit of each field in a comment', () => {
  const findComment = (file: string, field: string) =>
    new RegExp(`/\\*\\* (.*) \\*/\\n +readonly ${field}`).exec(
      readFileSync(join(project, `dist/types/src/simulator/bodies/${file}.d.ts`), 'utf8'),
    )?.[1]
  expect(findComment('service-requests', 'length')).toBe('The length of the parcel. Unit: inches.')
  expect(findComment('rates', 'rate_cents')).toBe('The price of the label. Unit: US cents.')
  expect(findComment('rates', 'carrier')).not.toContain('Unit')
})
