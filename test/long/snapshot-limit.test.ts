import { expect, it } from 'vitest'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { TestClient } from '../support/test-client.ts'

const { url } = sharedSimulator()

it('the simulator refuses a snapshot of more than 256 MiB with 413 and names the maximum', async () => {
  const { status, body } = await new TestClient(url).send({
    method: 'PUT',
    path: '/_drydock/accounts/default/snapshot',
    headers: { 'Content-Type': 'application/json' },
    raw: ' '.repeat(256 * 1024 * 1024 + 1),
  })
  const { code, suggestion } = Object(body).error
  expect([status, code, suggestion]).toEqual([413, 'REQUEST.BODY.TOO_LARGE', 'Send at most 256 MiB.'])
})
