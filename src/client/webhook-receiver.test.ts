import { afterEach, describe, expect, it } from 'vitest'
import { buyLabel } from '../../test/support/labels/purchase.ts'
import { sharedSimulator } from '../../test/support/shared-simulator.ts'
import { connectDrydock } from './http/connection.ts'

const { url } = sharedSimulator()

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Returns a new account with a webhook receiver, and a function that buys a label. */
async function openReceiver(options: { readonly respond?: number } = {}) {
  const account = await (await connectDrydock(url)).createAccount({ clock: 'frozen@2030-01-31T12:00:00Z' })
  const receiver = await account.webhook.receive(options)
  closers.push(() => account.delete(), receiver.close)
  return { account, receiver, buy: () => buyLabel(url, account.keys.test) }
}

describe('webhook.receive', () => {
  it('receiver.waitFor returns each webhook event once, oldest first, without moving the clock', async () => {
    const { account, receiver, buy } = await openReceiver()
    const [first, second] = [await buy(), await buy()]
    expect((await receiver.waitFor('label.created')).data.id).toBe(first.id)
    expect((await receiver.waitFor('label.created')).data.id).toBe(second.id)
    expect(receiver.events).toMatchObject([{ signature: 'ok' }, { signature: 'ok' }])
    expect(receiver.events[0]?.headers).toHaveProperty('pr-signature')
    expect(JSON.parse(receiver.events[0]?.body ?? '')).toEqual(receiver.events[0]?.event)
    expect(await account.clock.now()).toBe('2030-01-31T12:00:00.000Z')
  })

  it('receiver.waitFor resolves with a webhook event that arrives after the call', async () => {
    const { receiver, buy } = await openReceiver()
    const waiting = receiver.waitFor('label.created')
    const { id } = await buy()
    expect((await waiting).data.id).toBe(id)
  })

  it.each([500, 302])(
    'the review does not count the response %i of a test receiver as a mistake of the app',
    async (respond) => {
      const { account, receiver, buy } = await openReceiver({ respond })
      await buy()
      await account.clock.advance('2d')
      expect(receiver.events).toHaveLength(5)
      expect((await account.review()).findings).toEqual([])
    },
  )

  it('receiver.waitFor with a time span moves the clock to the next attempts of a webhook delivery', async () => {
    const { account, receiver, buy } = await openReceiver()
    await account.faults.add({ target: 'webhook', mode: 'drop', times: 1 })
    const { id } = await buy()
    expect((await receiver.waitFor('label.created', { within: '10m' })).data.id).toBe(id)
    expect(await account.clock.now()).toBe('2030-01-31T12:05:00.000Z')
  })

  it('receiver.waitFor does not move the clock beyond its time span, and reports the state of the deliveries', async () => {
    const { account, receiver, buy } = await openReceiver()
    await account.faults.add({ target: 'webhook', mode: 'drop' })
    await buy()
    await account.clock.advance('0s')
    const short = receiver.waitFor('label.created', { within: '4m', timeoutMs: 0 })
    await expect(short).rejects.toThrow(
      /^No further label\.created arrived within 4m of the account's clock and 0 ms of real time\.\nThe receiver got nothing\.\nDelivery whd_\w+: pending after 1 attempt \(.*\), next at 2030-01-31T12:05:00\.000Z\.$/,
    )
    expect(await account.clock.now()).toBe('2030-01-31T12:00:00.000Z')
    await expect(receiver.waitFor('label.created', { timeoutMs: 0 })).rejects.toThrow(
      "give { within: '24h' }",
    )
  })

  it('a receiver of the library refuses an event with a wrong signature, and accepts the next attempt of that event', async () => {
    const { account, receiver, buy } = await openReceiver()
    await account.faults.add({ target: 'webhook', mode: 'bad_signature', times: 1 })
    await buy()
    await receiver.waitFor('label.created', { within: '10m' })
    expect(receiver.events).toMatchObject([{ signature: 'BAD', event: null }, { signature: 'ok' }])
    expect((await account.webhook.deliveries())[0]?.attempt_log).toMatchObject([
      { response_code: 401 },
      { response_code: 200 },
    ])
  })

  it('a webhook receiver of the library responds with the status of its option respond', async () => {
    const { account, receiver, buy } = await openReceiver({ respond: 503 })
    await buy()
    await receiver.waitFor('label.created')
    await account.clock.advance('0s')
    expect((await account.webhook.deliveries())[0]?.attempt_log).toMatchObject([{ response_code: 503 }])
  })

  it('the error of receiver.waitFor says whether no label was bought or the account has another webhook', async () => {
    const { account, receiver } = await openReceiver()
    await expect(receiver.waitFor('label.created', { timeoutMs: 0 })).rejects.toThrow(
      'no label has been bought',
    )
    await account.webhook.set('http://127.0.0.1:1/')
    await expect(receiver.waitFor('label.created', { timeoutMs: 0 })).rejects.toThrow(
      `The account's webhook is http://127.0.0.1:1/, and not this receiver at ${receiver.url}.`,
    )
  })

  it('receiver.waitFor does not list deliveries to a receiver that was closed before', async () => {
    const { account, receiver, buy } = await openReceiver()
    await buy()
    await receiver.waitFor('label.created')
    await receiver.close()
    const next = await account.webhook.receive()
    closers.push(next.close)
    await expect(next.waitFor('label.created', { timeoutMs: 0 })).rejects.toThrow(
      /The receiver got nothing\.\nThe account's deliveries went to other webhooks, none to this receiver\.$/,
    )
  })

  it.each([42, 999, '200', Number.NaN])(
    'webhook.receive refuses %j as the option respond',
    async (respond) => {
      const { account } = await openReceiver()
      await expect(account.webhook.receive(Object({ respond }))).rejects.toThrow(
        'respond must be an HTTP status from 200 to 599',
      )
    },
  )

  it('closing a webhook receiver removes its own webhook, but not a webhook that was set later', async () => {
    const { account, receiver } = await openReceiver()
    await receiver.close()
    expect(await account.webhook.get()).toMatchObject({ url: null })
    const other = await account.webhook.receive()
    await account.webhook.set('http://127.0.0.1:1/')
    await other.close()
    expect(await account.webhook.get()).toMatchObject({ url: 'http://127.0.0.1:1/' })
  })

  it('closing a webhook receiver restores the webhook that it replaced, with the signing secret', async () => {
    const { account, receiver } = await openReceiver()
    const before = await account.webhook.get()
    const other = await account.webhook.receive()
    await other.close()
    expect(await account.webhook.get()).toEqual(before)
    await account.webhook.set('http://127.0.0.1:1/')
    await (await account.webhook.receive()).close()
    expect(await account.webhook.get()).toEqual({ ...before, url: 'http://127.0.0.1:1/' })
    expect(before.url).toBe(receiver.url)
  })

  it('closing a webhook receiver does not restore the webhook of an earlier receiver that is already closed', async () => {
    const { account, receiver } = await openReceiver()
    const other = await account.webhook.receive()
    await receiver.close()
    await other.close()
    expect(await account.webhook.get()).toMatchObject({ url: null })
  })

  it.each([
    ['label.void', {}, 'there is no event "label.void", only label.created'],
    ['label.created', { within: '5 minutes' }, 'within must be a duration such as 5m, not "5 minutes"'],
  ])('receiver.waitFor refuses the event %s with the options %j', async (event, options, says) => {
    const { receiver } = await openReceiver()
    await expect(Reflect.apply(receiver.waitFor, undefined, [event, options])).rejects.toThrow(says)
  })
})
