import { expect, it } from 'vitest'
import { createAccount } from '../../../test/support/account.ts'
import { sendRaw } from '../../../test/support/raw-request.ts'
import { readHeader, TestClient } from '../../../test/support/test-client.ts'
import { findOfferedVariation } from '../../variations/offered.ts'
import { startDrydockServer } from '../drydock-server.ts'

it.each([
  ['closing', 'Connection: close', 0],
  ['closing', 'Connection: keep-alive', 1],
  ['all-200', 'Connection: close', 0],
  ['unlisted-carriers', 'Connection: close', 0],
  ['lower-case-headers', 'Connection: close', 1],
])(
  'with the variation %s, a request with the header "%s" adds %i to the count of changed responses',
  async (id, connection, times) => {
    const variation = findOfferedVariation(id)
    const server = await startDrydockServer({ port: 0, vary: variation === undefined ? [] : [variation] })
    const account = await createAccount(server.url)
    await new TestClient(server.url).send({ path: '/_drydock', isSpoiled: true })
    const key = `Authorization: Bearer ${account.keys.test}`
    const { host } = new URL(server.url)
    const { status } = await sendRaw(
      server.url,
      `GET /v1/wallet HTTP/1.1\r\nHost: ${host}\r\n${key}\r\n${connection}\r\n\r\n`,
    )
    expect(status).toBe(200)
    expect(server.countVariationChanges()).toEqual([{ id, times }])
    await server.close()
  },
)

it.each(['/v1/wallet', '/v1/unknown', '/v1/sandbox/labels/lbl_0.pdf'])(
  'the request log finds a request to %s by the request id that the variation other-request-ids sent to the client',
  async (path) => {
    const variation = findOfferedVariation('other-request-ids')
    const server = await startDrydockServer({ port: 0, vary: variation === undefined ? [] : [variation] })
    const client = new TestClient(server.url)
    const key = `pr_test_${'d0c0'.repeat(8)}`
    const id = readHeader(await client.send({ path, key, isSpoiled: true }), 'x-request-id')
    expect(id).toMatch(/-EU\.1$/)
    const account = '/_drydock/accounts/default'
    expect(await client.read({ path: `${account}/requests` })).toMatchObject({ requests: [{ id }] })
    const page = await client.send({ path: `/dashboard/default/requests/${id}` })
    expect([page.status, page.bytes.toString()]).toEqual([200, expect.stringContaining(id)])
    await server.close()
  },
)
