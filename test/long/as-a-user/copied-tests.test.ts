import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Drydock, startDrydock } from '../../../src/index.ts'
import { ratesBody } from '../../support/labels/parcels.ts'
import { TestClient } from '../../support/test-client.ts'

/** Runs the test files that the dashboard generates from logged requests, unchanged and with the built package. */

const project = fileURLToPath(new URL('../../..', import.meta.url))
// The folder is outside test/, because a test runner that starts meanwhile would find these temporary files.
mkdirSync(join(project, '.tmp'), { recursive: true })
const folder = mkdtempSync(join(project, '.tmp/copied-'))
const files = { vitest: 'copied.test.ts', python: 'test_copied.py', shell: 'copied.sh' } as const
const languages = Object.keys(files) as (keyof typeof files)[]
const texts = new Map<string, string>()
let dock: Drydock

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(project, join(folder, 'node_modules/shipping-drydock'))
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}')
  dock = await startDrydock({ seed: "it's $7 `x`" })
  await sendExampleRequests()
  for (const language of languages) {
    const path = `/dashboard/default/copy/file?language=${language}`
    const { headers, bytes } = await new TestClient(dock.url).send({ path })
    expect(headers['content-disposition']).toBe(`attachment; filename="${files[language]}"`)
    texts.set(language, bytes.toString())
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await dock.close()
})

const hostile = `Ann O'Hara "x" $(exit 9) \`exit 9\` \${y} \\ \n''' """ é 日本 😀 \u2028`

async function sendExampleRequests(): Promise<void> {
  const client = new TestClient(dock.url)
  const post = async (path: string, body: object) =>
    Object((await client.send({ method: 'POST', path, key: dock.keys.test, body })).body)
  const { id: down } = await dock.faults.add({ target: 'carrier:*', mode: 'down', times: 1 })
  const quoted = ratesBody()
  const { rates } = await post('/v1/rates', {
    ...quoted,
    to_address: { ...quoted.to_address, name: hostile },
  })
  expect(rates).not.toHaveLength(0)
  await dock.faults.remove(down)
  await dock.faults.add({ target: 'label_creation', mode: 'error', times: 1 })
  await post('/v1/labels', { rate_id: rates[0].id })
  const label = await post('/v1/labels', { rate_id: rates[0].id })
  await post(`/v1/labels/${label.id}/void`, {})
  await dock.clock.advance('16m')
  await post('/v1/labels', { rate_id: rates[0].id })
  await dock.scenario.run('carrier-outage')
  expect((await post('/v1/rates', quoted)).failed_carriers).toHaveLength(1)
  await dock.scenario.stop()
  expect((await post('/v1/rates', quoted)).failed_carriers).toBeUndefined()
}

function runCopiedTest(language: keyof typeof files, text: string) {
  const file = join(folder, files[language])
  writeFileSync(file, text)
  const program = {
    vitest: ['node_modules/vitest/vitest.mjs', 'run', '--root', folder],
    python: ['dist/drydock.js', 'exec', '--', 'python3', file],
    shell: ['dist/drydock.js', 'exec', '--', 'bash', file],
  }[language]
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: project, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

it.each(languages)(
  'a test file that the dashboard generates from logged requests passes unchanged: %s',
  (language) => {
    const { status, output } = runCopiedTest(language, texts.get(language) ?? '')
    expect(output).not.toContain('pr_live_d0c0')
    expect({ status, output }).toMatchObject({ status: 0 })
  },
)

/** A line in each language that adds a fault at the beginning of the test. */
const fault = JSON.stringify({
  target: 'api',
  operation: 'POST /v1/labels',
  mode: 'error',
  code: 'RATE.NOT_FOUND',
})
const altered = {
  vitest: [
    '  try {\n    const response1',
    `  await send('POST', control + '/faults', '', 'application/json', '${fault}')\n$&`,
  ],
  python: [
    /\n {8}status, body/,
    `\n        send("POST", CONTROL + "/faults", None, "application/json", '${fault}')$&`,
  ],
  shell: [/\nsend POST "\$control/, `\nsend POST "$control/faults" '' application/json '${fault}'$&`],
} as const

it.each(languages)(
  'a test file that the dashboard generates from logged requests fails if a fault changes a response: %s',
  (language) => {
    const [place, added] = altered[language]
    const text = texts.get(language) ?? ''
    const broken = text.replace(place, added)
    expect(broken).not.toBe(text)
    const { status, output } = runCopiedTest(language, broken)
    expect(status).toBe(1)
    expect(output).toMatch(/RATE\.NOT_FOUND|404/)
  },
)

it('a test file that the dashboard generates from logged requests contains no key of the account', () => {
  for (const text of texts.values()) expect(text).not.toMatch(/pr_(?:test|live)_|whsec_/)
})
