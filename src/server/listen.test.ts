import { expect, it } from 'vitest'
import { TestClient } from '../../test/support/test-client.ts'
import { Capacity } from './http/capacity.ts'
import { listen } from './listen.ts'
import type { ServerContext } from './service/exchange.ts'
import type { NodeListener, OtherHandlers, ServeService } from './unversioned-app.ts'

const place = { host: '127.0.0.1', port: 0 }
const respond: NodeListener = async (_, outgoing) => void outgoing.end('done')

/** Listens with handlers that are loaded by `loadOthers`. */
async function listenWith(loadOthers: () => Promise<OtherHandlers>) {
  const defects: unknown[] = []
  const context = {
    capacity: new Capacity(() => undefined),
    reportDefect: (error: unknown) => defects.push(error),
  } as unknown as ServerContext
  const serve: ServeService = async ({ env }) => void env.outgoing.end('served')
  const listening = await listen(context, { serve, loadOthers }, place)
  const client = new TestClient(`http://127.0.0.1:${listening.port}`)
  const ask = async (path = '/dashboard') => (await client.ask({ path, isSpoiled: true }))?.bytes.toString()
  return { ask, defects, close: listening.close }
}

it('requests that come while the other handlers load wait for one load', async () => {
  let loads = 0
  let load = (): void => undefined
  const mayLoad = new Promise<void>((resolve) => {
    load = resolve
  })
  const { ask, close } = await listenWith(async () => {
    loads += 1
    await mayLoad
    return { toAny: respond, toServer: respond }
  })
  const texts = [ask(), ask()]
  // The server has read both by the time that it responds to a later one.
  expect(await ask('/v1/wallet')).toBe('served')
  load()
  expect(await Promise.all(texts)).toEqual(['done', 'done'])
  expect(loads).toBe(1)
  await close(0)
})

it('a request closes and is reported if the other handlers cannot be loaded, and the next one tries again', async () => {
  let loads = 0
  const { ask, defects, close } = await listenWith(() => {
    loads += 1
    return loads === 1
      ? Promise.reject(new Error('no such file'))
      : Promise.resolve({ toAny: respond, toServer: respond })
  })
  expect(await ask()).toBeUndefined()
  expect(defects).toEqual([new Error('no such file')])
  expect(await ask()).toBe('done')
  await close(0)
})
