import { expect, it } from 'vitest'
import { TestClient } from '../../test/support/test-client.ts'
import { Capacity } from './http/capacity.ts'
import { listen } from './listen.ts'
import type { ServerContext } from './service/exchange.ts'
import type { NodeListener, OtherHandlers, ServeService } from './unversioned-app.ts'

const place = { host: '127.0.0.1', port: 0 }
const respond: NodeListener = async (_, outgoing) => void outgoing.end('done')

/** Starts a server that loads its handlers for paths outside /v1 by `loadOthers` at the first such request. */
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

it('several requests that come while the server loads its code make it load the code only once', async () => {
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
  // Once the server has responded to this later request, it has also read the two requests before.
  expect(await ask('/v1/wallet')).toBe('served')
  load()
  expect(await Promise.all(texts)).toEqual(['done', 'done'])
  expect(loads).toBe(1)
  await close(0)
})

it('the server closes a request if its code cannot be loaded, and the next request tries again', async () => {
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
