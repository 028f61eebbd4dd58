import { Hono } from 'hono'
import { afterEach, expect, it, vi } from 'vitest'
import { TestClient } from '../../test/support/test-client.ts'
import { startDrydock } from '../index.ts'
import { listDeliveries } from '../simulator/resources/deliveries.ts'
import { showClock } from '../simulator/time/clock-moves.ts'
import { createLazyApp } from './http/lazy-app.ts'
import type { Bindings } from './service/exchange.ts'

vi.mock('../simulator/resources/deliveries.ts', { spy: true })
vi.mock('../simulator/time/clock-moves.ts', { spy: true })
afterEach(() => {
  vi.restoreAllMocks()
})

it('an internal error of the simulator is printed once if startDrydock has no option onNotice', async () => {
  const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await using dock = await startDrydock()
  vi.mocked(listDeliveries).mockImplementationOnce(() => {
    throw new Error('cannot be')
  })
  const client = new TestClient(dock.url)
  const key = dock.keys.test
  await client.send({ path: '/v1/labels/lbl_none', key })
  expect(print).not.toHaveBeenCalled()
  const answer = await client.send({ path: '/v1/webhooks/deliveries', key })
  expect(print.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^drydock: Request req_.* met a defect of the simulator: Error: cannot be\n +at /,
      ),
    ],
  ])
  expect(print.mock.calls.join()).toContain(answer.requestId)
})

it('an internal error of the simulator is reported once with its request and stack trace, but a refused request is not', async () => {
  const notices: string[] = []
  await using dock = await startDrydock({ onNotice: (text) => notices.push(text) })
  const client = new TestClient(dock.url)
  const key = dock.keys.test
  const throwError = () => {
    throw new Error(`cannot be, says ${dock.keys.test}`)
  }
  vi.mocked(listDeliveries).mockImplementation(throwError)
  vi.mocked(showClock).mockImplementation(throwError)
  await client.send({ path: '/v1/labels/lbl_none', key })
  await client.send({ path: '/nowhere' })
  expect(notices).toEqual([])
  for (const path of ['/v1/webhooks/deliveries', '/_drydock/accounts/default/clock']) {
    const answer = await client.send({ path, key })
    expect(answer.status).toBe(500)
    expect(answer.bytes.toString()).not.toContain('cannot be')
    const [notice = '', ...others] = notices.splice(0)
    expect(others).toEqual([])
    expect(notice).toContain(`Request ${answer.requestId} met a defect of the simulator: Error: `)
    expect(notice).toMatch(/cannot be, says pr_test_….*\n +at .*defects\.test\.ts/)
  }
})

it('if a module could not be loaded, the next request that needs the module tries to load it again', async () => {
  const app = new Hono<Bindings>()
  let isThere = false
  const lazy = createLazyApp(() =>
    isThere
      ? Promise.resolve(new Hono<Bindings>().get('/', (http) => http.text('here')))
      : Promise.reject(new Error('not there')),
  )
  app.use('*', lazy).onError((error, http) => http.text(error.message, 500))
  expect(await (await app.request('/')).text()).toBe('not there')
  isThere = true
  expect(await (await app.request('/')).text()).toBe('here')
})
