import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlRoutes } from '../../src/server/control/routes.ts'
import { type ServingCommand, serveDrydock } from '../support/commands/built-command.ts'
import { type Question, TestClient } from '../support/test-client.ts'

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

function ask(at: ServingCommand, question: Question) {
  return new TestClient(`${at.url}/_drydock`).send(question)
}

const paths = controlRoutes.map(
  ({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, 'default')] as const,
)

/** Requests as a page of another site sends them, or a page whose host name leads to this machine. */
const intruders: readonly Question[] = [
  { headers: { Host: 'evil.test' } },
  { headers: { Host: 'localhost.evil.test' } },
  { headers: { Host: 'localhost, evil.test' } },
]

/** Pages of another origin. They may read the OpenAPI document. */
const foreignPages: readonly Question[] = [
  { headers: { Origin: 'http://evil.test' } },
  { headers: { Origin: 'null' } },
  { headers: { Origin: 'http://localhost:1' } },
]

describe('every call of it', () => {
  it.each(paths)('%s %s is refused to foreign pages and changes nothing', async (method, path) => {
    const snapshot = () => ask(open, { path: '/accounts/default/faults' }).then(({ bytes }) => String(bytes))
    const before = await snapshot()
    for (const intruder of path === '/openapi.json' ? intruders : [...intruders, ...foreignPages]) {
      const refused = await ask(open, { method, path, ...intruder })
      expect({ intruder, status: refused.status }).toEqual({ intruder, status: 403 })
      expect(String(refused.bytes)).toContain('CONTROL.ORIGIN.REFUSED')
    }
    expect(await snapshot()).toBe(before)
  })

  it.each(paths)('%s %s requires the control token', async (method, path) => {
    for (const headers of [{}, { Authorization: 'Bearer wrong' }]) {
      const refused = await ask(guarded, { method, path, headers })
      expect(refused.status).toBe(401)
      expect(String(refused.bytes)).toContain('CONTROL.TOKEN.INVALID')
    }
  })

  it('the control protocol accepts the right token', async () => {
    expect((await ask(guarded, { path: '/accounts', key: token })).status).toBe(200)
  })

  it("the control protocol accepts the simulator's own pages", async () => {
    expect((await ask(open, { path: '/accounts', headers: { Origin: open.url } })).status).toBe(200)
  })
})
