import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlRoutes } from '../../src/server/control/routes.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { TestClient, type TestRequest } from '../support/test-client.ts'

const token = 'only-for-this-test'

let open: ServingCommand

let guarded: ServingCommand

beforeAll(async () => {
  ;[open, guarded] = await Promise.all([
    serveDrydock(['--quiet']),
    serveDrydock(['--quiet', '--control-token', token]),
  ])
})

afterAll(() => Promise.all([open.stop(), guarded.stop()]))

function sendControlCall(at: ServingCommand, question: TestRequest) {
  return new TestClient(`${at.url}/_drydock`).send(question)
}

const controlPaths = controlRoutes.map(
  ({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, 'default')] as const,
)

/** Requests with a foreign Host header, as from a page whose host name was made to point to this machine. */
const foreignHosts: readonly TestRequest[] = [
  { headers: { Host: 'evil.test' } },
  { headers: { Host: 'localhost.evil.test' } },
  { headers: { Host: 'localhost, evil.test' } },
]

/** Requests from pages of another origin. Such pages may read the OpenAPI document. */
const foreignPages: readonly TestRequest[] = [
  { headers: { Origin: 'http://evil.test' } },
  { headers: { Origin: 'null' } },
  { headers: { Origin: 'http://localhost:1' } },
]

describe('the access to each call of the control protocol', () => {
  it.each(controlPaths)(
    'the control call %s %s is refused if a page of another site sends it, and changes nothing',
    async (method, path) => {
      const readFaults = () =>
        sendControlCall(open, { path: '/accounts/default/faults' }).then(({ bytes }) => String(bytes))
      const before = await readFaults()
      for (const intruder of path === '/openapi.json' ? foreignHosts : [...foreignHosts, ...foreignPages]) {
        const refused = await sendControlCall(open, { method, path, ...intruder })
        expect({ intruder, status: refused.status }).toEqual({ intruder, status: 403 })
        expect(String(refused.bytes)).toContain('CONTROL.ORIGIN.REFUSED')
      }
      expect(await readFaults()).toBe(before)
    },
  )

  it.each(controlPaths)('the control call %s %s requires the control token', async (method, path) => {
    for (const headers of [{}, { Authorization: 'Bearer wrong' }]) {
      const refused = await sendControlCall(guarded, { method, path, headers })
      expect(refused.status).toBe(401)
      expect(String(refused.bytes)).toContain('CONTROL.TOKEN.INVALID')
    }
  })

  it('the control protocol accepts a call with the correct control token', async () => {
    expect((await sendControlCall(guarded, { path: '/accounts', key: token })).status).toBe(200)
  })

  it('the control protocol accepts a call from a page of the simulator itself', async () => {
    expect((await sendControlCall(open, { path: '/accounts', headers: { Origin: open.url } })).status).toBe(
      200,
    )
  })
})
