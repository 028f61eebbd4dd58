import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { serveDrydock } from '../support/commands/built-command.ts'
import { batchItem, ratesBody } from '../support/labels/parcels.ts'
import { TestClient } from '../support/test-client.ts'

const folder = mkdtempSync(join(tmpdir(), 'drydock-texts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const specialTexts = [
  '*',
  '__proto__',
  'constructor',
  '],',
  '[["*","*","*"]]',
  '\t\n"\\',
  '\u0000',
  '\ud800',
  '🚢\u2028',
  '0',
]

/** Writes a text into every field of the service and of the control protocol that takes a text. */
async function writeTextEverywhere(
  account: Awaited<ReturnType<typeof createAccount>>,
  text: string,
): Promise<void> {
  const place = { ...ratesBody().from_address, name: text, street1: text, city: text, phone: text }
  await account.call('POST /v1/trackers', { tracking_number: text, carrier: 'UPS' })
  await account.call('POST /v1/rates', ratesBody({ from_address: place }))
  await account.call('POST /v1/batches', { items: [batchItem({ service: text, rate_id: text })] })
  await account.control('POST /faults', {
    target: 'carrier:UPS',
    mode: 'slow',
    latency_ms: 0,
    operation: 'rates',
  })
  await account.control('POST /faults', { target: 'carrier:UPS', mode: 'down', message: text, after: 1_000 })
  // A path cannot contain half of a surrogate pair.
  const number = encodeURIComponent(Buffer.from(text).toString())
  await account.control(`PUT /tracking/${number}`, { script: 'held' })
  await account.control(`POST /tracking/${number}/events`, { status: text, status_detail: text })
}

/** Returns a JSON text with the fields of each object in alphabetical order. */
function sortMembers(json: string): string {
  return JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

it('every text that a client sent is in the data file, whether the simulator was killed or stopped', async () => {
  const options = ['--quiet', '--data', join(folder, 'texts.db')]
  const first = await serveDrydock(options)
  const account = await createAccount(first.url, 'texts')
  for (const text of specialTexts) await writeTextEverywhere(account, text)
  await account.control('POST /carrier-accounts', { carrier: 'UPS', nickname: '*' })
  await createAccount(first.url, 'gone')
  await new TestClient(first.url).read({ method: 'DELETE', path: '/_drydock/accounts/gone' })
  const said = JSON.stringify(await account.control('GET /snapshot'))
  for (const name of ['__proto__', '*']) expect(said).toContain(`"${name}":{"trackingNumber":"${name}"`)
  first.child.kill('SIGKILL')
  await first.ended

  for (const ending of ['killed', 'stopped']) {
    const { url, stop } = await serveDrydock(options)
    const textOf = async (path: string) => (await new TestClient(url).send({ path })).bytes.toString()
    const snapshot = await textOf('/_drydock/accounts/texts/snapshot')
    const accounts = await textOf('/_drydock/accounts')
    expect({ ending, snapshot: sortMembers(snapshot) }).toEqual({ ending, snapshot: sortMembers(said) })
    expect(accounts).not.toContain('gone')
    expect(await stop()).toMatchObject({ status: 0, stderr: '' })
  }
})
