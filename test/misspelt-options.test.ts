import { describe, expect, it } from 'vitest'
import { connectDrydock } from '../src/client/http/connection.ts'
import { createClient } from '../src/client/service/client.ts'
import { runConformance } from '../src/conformance/index.ts'
import { OptionsError } from '../src/options-error.ts'
import { useDrydock } from '../src/testing/use-drydock.ts'
import { createTest } from '../src/vitest/fixtures.ts'
import { sharedSimulator } from './support/shared-simulator.ts'

const { url } = sharedSimulator()
/** Returns an input that the types refuse, as a program without types may pass it. */
const untyped = (value: unknown): never => value as never
const dock = await connectDrydock(url)
const client = createClient({ baseUrl: url, key: 'pr_test_1' })

describe('a misspelt option of the library', () => {
  it.each<[string, () => unknown, string]>([
    [
      'createClient',
      () => createClient(untyped({ baseURL: url, key: 'pr_test_1' })),
      'createClient takes no baseURL, only baseUrl, key, timeoutMs, fetch, onResponse. Did you mean baseUrl?',
    ],
    ['account.client', () => dock.client('test', untyped({ timeoutMS: 1 })), 'Did you mean timeoutMs?'],
    [
      'a call of the typed client',
      () => client.getWallet(untyped({ timeoutMS: 1 })),
      'getWallet takes no timeoutMS, only signal, timeoutMs. Did you mean timeoutMs?',
    ],
    [
      'connectDrydock',
      () => connectDrydock(url, untyped({ controltoken: 'T' })),
      'Did you mean controlToken?',
    ],
    ['webhook.receive', () => dock.webhook.receive(untyped({ respnd: 500 })), 'Did you mean respond?'],
    [
      'account.stream',
      () => dock.stream(untyped({ aftr: 1 })).next(),
      'stream takes no aftr, only after, signal. Did you mean after?',
    ],
    ['useDrydock', () => useDrydock(undefined, untyped({ acount: {} })), 'Did you mean account?'],
    ['createTest', () => createTest(untyped({ simulatr: {} })), 'Did you mean simulator?'],
  ])('%s refuses a misspelt option and suggests the correct one', async (_, call, message) => {
    const error = await Promise.resolve()
      .then(call)
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(OptionsError)
    expect(error).toMatchObject({ message: expect.stringContaining(message) })
  })

  it('receiver.waitFor refuses a misspelt option and suggests the correct one', async () => {
    const account = await dock.createAccount()
    const receiver = await account.webhook.receive()
    await expect(receiver.waitFor('label.created', untyped({ withn: '5m' }))).rejects.toThrow(
      'Did you mean within?',
    )
    await receiver.close()
    await account.delete()
  })

  it('runConformance refuses an unknown option and lists all options', async () => {
    await expect(runConformance(untyped({ baseUrl: url, onlyy: [] }))).rejects.toThrow(
      /onlyy: there is no such field, only only, skip, .*baseUrl/,
    )
  })
})

it('account.client refuses an unknown environment and suggests the correct one', () => {
  expect(() => dock.client(untyped('tset'))).toThrow(
    'The environment of a client must be one of test, live, not "tset" (did you mean test?).',
  )
})

it('a call of the typed client with a wrong argument is refused with a message that names the fields of the body', async () => {
  await expect(client.buyLabel(untyped('rate_1'))).rejects.toThrow(
    'buyLabel takes an object such as { rate_id }, not "rate_1".',
  )
  await expect(client.registerTracker(untyped(undefined))).rejects.toThrow(
    '{ tracking_number, carrier }, not undefined.',
  )
})
