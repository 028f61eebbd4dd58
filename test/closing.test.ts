import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Closes a simulator while requests wait because of a fault of every kind, and prints the outcome of each request. */
const script = `
import { startDrydock } from ${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)}

const address = { name: 'Ada', street1: '417 Montgomery St', city: 'San Francisco', state: 'CA', zip: '94104', country: 'US' }
const parcel = { weight_oz: 16, length: 6, width: 5, height: 4 }
const shipment = { from_address: address, to_address: address, parcel }
const waits = [
  [{ target: 'api', mode: 'latency' }, 'GET', '/v1/wallet'],
  [{ target: 'api', mode: 'latency', phase: 'after' }, 'GET', '/v1/wallet'],
  [{ target: 'api', mode: 'slow_body' }, 'GET', '/v1/wallet'],
  [{ target: 'carrier:UPS', mode: 'slow' }, 'POST', '/v1/rates', shipment],
  [{ target: 'address_validation', mode: 'slow' }, 'POST', '/v1/addresses/validate', address],
]
const heard = []
const dock = await startDrydock({ onExchange: ({ path }) => heard.push(path) })
const requests = await Promise.all(waits.map(async ([fault, method, path, body]) => {
  const account = await dock.createAccount()
  await account.faults.add({ ...fault, latency_ms: 20_000 })
  const headers = { Authorization: 'Bearer ' + account.keys.test, 'Content-Type': 'application/json' }
  const answer = fetch(dock.url + path, { method, headers, body: body && JSON.stringify(body) })
    .then((response) => response.text())
    .then(() => 'answered', () => 'cut')
  while ((await account.faults.list())[0].hits === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  return { answer }
}))
await dock.close()
console.log(JSON.stringify({ ended: await Promise.all(requests.map(({ answer }) => answer)), heard }))
`

it('a process ends after its simulator is closed, even if faults of every kind delay requests at this time', () => {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { encoding: 'utf8', timeout: 15_000 },
  )
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({
    ended: ['cut', 'cut', 'cut', 'cut', 'cut'],
    // The whole response was already sent when the simulator was closed.
    heard: ['/v1/wallet'],
  })
})
