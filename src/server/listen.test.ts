import { expect, it } from 'vitest'
import { TestClient } from '../../test/support/test-client.ts'
import { Capacity } from './http/capacity.ts'
import { listen } from './listen.ts'
import type { ServerContext } from './service/exchange.ts'
import type { NodeListener, OtherHandlers, ServeService } from './unversioned-app.ts'

const place = { host: '127.0.0.1', port: 0 }
const respond: NodeListener = async (_, outgoing) => void outgoing.end('done')

/** Starts a server that calls `loadOthers` at the first request to a path outside /v1. */
async function startServer(loadOthers: () => Promise<OtherHandlers>) {
  const defects: unknown[] = []
  const context = {
    capacity: new Capacity(() => undefined),
    reportDefect: (error: unknown) => defects.push(error),
  } as unknown as ServerContext
  const serve: ServeService = async ({ env }) => void env.outgoing.end('served')
  const listening = await listen(context, { serve, loadOthers }, place)
  const client = new TestClient(`http://127.0.0.1:${listening.port}`)
  const sendRequest = async (path = '/dashboard') =>
    (await client.trySend({ path, isSpoiled: true }))?.bytes.toString()
  return { sendRequest, defects, close: listening.close }
}

it('if several requests arrive while the server loads its code, the server loads the code only once', async () => {
  let loads = 0
  let load = (): void => undefined
  const mayLoad = new Promise<void>((resolve) => {
    load = resolve
  })
  const { sendRequest, close } = await startServer(async () => {
    loads += 1
    await mayLoad
    return { toAny: respond, toServer: respond }
  })
  const texts = [sendRequest(), sendRequest()]
  // Once the server has responded to this request, it has also read the two requests that were sent before.
  expect(await sendRequest('/v1/wallet')).toBe('served')
  load()
  expect(await Promise.all(texts)).toEqual(['done', 'done'])
  expect(loads).toBe(1)
  await close(0)
})

it('the server closes the connection of a request whose code cannot be loaded, and loads the code again for the next request', async () => {
  let loads = 0
  const { sendRequest, defects, close } = await startServer(() => {
    loads += 1
    return loads === 1
      ? Promise.reject(new Error('no such file'))
      : Promise.resolve({ toAny: respond, toServer: respond })
  })
  expect(await sendRequest()).toBeUndefined()
  expect(defects).toEqual([new Error('no such file')])
  expect(await sendRequest()).toBe('done')
  await close(0)
})
