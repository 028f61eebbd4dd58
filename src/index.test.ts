import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ratesBody } from '../test/support/labels/parcels.ts'
import { TestClient } from '../test/support/test-client.ts'
import {
  type ClockSetting,
  connectDrydock,
  DataFileError,
  type Drydock,
  OptionsError,
  ScenarioError,
  startDrydock,
  UnreachableError,
} from './index.ts'

let dock: Drydock

beforeAll(async () => {
  dock = await startDrydock({ seed: 7 })
})

afterAll(() => dock.close())

function getWallet(url: string, key: string) {
  return new TestClient(url).send({ path: '/v1/wallet', key })
}

describe('startDrydock', () => {
  it('startDrydock returns the default account with its fixed keys', async () => {
    expect(dock.keys).toEqual({
      test: 'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0',
      live: 'pr_live_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0',
    })
    expect([dock.id, dock.seed]).toEqual(['default', '7'])
    expect((await getWallet(dock.url, dock.keys.live)).status).toBe(200)
    expect((await dock.discover()).protocol).toBe('1')
  })

  it('dock.keys has the current keys after a snapshot of another account is loaded, and after a reset', async () => {
    await using other = await startDrydock()
    const { keys } = other
    const first = { ...keys }
    const account = await other.createAccount()
    const snapshot = await account.snapshot.save()
    const { ...accountKeys } = account.keys
    await account.delete()
    await other.snapshot.load(snapshot)
    expect({ ...keys }).toEqual(accountKeys)
    expect((await getWallet(other.url, keys.test)).status).toBe(200)
    await other.reset()
    expect({ ...keys }).toEqual(first)
  })

  it('the simulator frees its port at the end of a block with "await using"', async () => {
    let url = ''
    {
      await using other = await startDrydock()
      url = other.url
      expect((await getWallet(url, other.keys.test)).status).toBe(200)
    }
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(Number(new URL(url).port), '127.0.0.1', resolve)
    })
    await new Promise((resolve) => server.close(resolve))
  })

  it.each([
    ['frozen', { mode: 'frozen', rate: 1 }],
    ['realtime', { mode: 'realtime', rate: 1 }],
    ['x60', { mode: 'realtime', rate: 60 }],
    [{ rate: 5 }, { mode: 'realtime', rate: 5 }],
    [
      { mode: 'realtime', rate: 0.5 },
      { mode: 'realtime', rate: 0.5 },
    ],
  ] as const)('startDrydock starts with the clock %j', async (clock, shows) => {
    const other = await startDrydock({ clock })
    expect(await other.clock.get()).toMatchObject(shows)
    await other.close()
  })

  it('startDrydock rejects an invalid clock with an OptionsError', async () => {
    const refused = startDrydock({ clock: 'x0' })
    await expect(refused).rejects.toThrow(OptionsError)
    await expect(refused).rejects.toThrow(/clock: must be realtime, frozen or xN/)
  })

  it('startDrydock accepts option values in the spelling of the command line', async () => {
    const other = await startDrydock({ rateLimits: 'off', allowedHost: 'shop.test', quiet: true })
    const limits = await Promise.all(
      Array.from({ length: 301 }, async () => (await getWallet(other.url, other.keys.test)).status),
    )
    expect(new Set(limits)).toEqual(new Set([200]))
    await other.close()
  })

  it('startDrydock refuses a scenario file with a mistake and a damaged data file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drydock-library-'))
    const scenario = join(folder, 'mistake.yaml')
    writeFileSync(scenario, 'name: mistake\n')
    const data = join(folder, 'damaged.db')
    writeFileSync(data, 'damaged')
    await expect(startDrydock({ scenario })).rejects.toThrow(ScenarioError)
    await expect(startDrydock({ data })).rejects.toThrow(DataFileError)
    rmSync(folder, { recursive: true })
  })

  it('console.log of an account prints the keys of the account', async () => {
    const { keys } = await dock.createAccount({ id: 'printed' })
    expect(inspect(keys)).toMatch(/^\{\s+test: 'pr_test_\w+',\s+live: 'pr_live_\w+'\s+\}$/)
  })

  it('two simulators with the same seed and clock send the same responses, also in a second account', async () => {
    const run = async () => {
      const each = await startDrydock({
        ...{ seed: 7, clock: 'frozen@2030-01-31T12:00:00Z', publicUrl: 'http://dock.test' },
      })
      const other = await each.createAccount({ id: 'one', clock: 'frozen@2030-01-31T12:00:00Z' })
      const received: string[] = []
      for (const { keys } of [each, other]) {
        const client = new TestClient(each.url, ({ headers, bytes }) => {
          received.push(JSON.stringify(headers), bytes.toString())
        })
        const sendRequest = async (path: string, body: unknown) =>
          // With a public URL, the label_url does not contain the port, so it is the same in every run.
          Object(
            await client.read({ method: 'POST', path, key: keys.live, body, headers: { Host: 'dock.test' } }),
          )
        const { rates } = await sendRequest('/v1/rates', ratesBody())
        await sendRequest('/v1/labels', { rate_id: rates[0].id })
      }
      await each.close()
      return received
    }
    const [first, second] = [await run(), await run()]
    expect(first.join()).toContain('2030-01-31T12:00:00.000Z')
    expect(second).toEqual(first)
  })

  it('startDrydock continues the clock of its data file, and reports that it ignores another start time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drydock-clock-'))
    const data = join(folder, 'clock.db')
    const notices: string[] = []
    for (const clock of ['frozen@2030-01-31', 'x60@2040-01-31'] as const) {
      const each = await startDrydock({ data, clock, onNotice: (text) => notices.push(text) })
      const { now, rate } = await each.clock.get()
      expect([now.slice(0, 10), rate]).toEqual(['2030-01-31', clock === 'frozen@2030-01-31' ? 1 : 60])
      await each.close()
    }
    rmSync(folder, { recursive: true })
    expect(notices).toEqual([expect.stringContaining('continues from 2030-01-31T00:00:')])
  })

  it('createAccount accepts every form of a clock setting', async () => {
    const readClockOfNew = async (clock: ClockSetting) => (await dock.createAccount({ clock })).clock.get()
    expect(await readClockOfNew('frozen@2030-01-31')).toEqual({
      now: '2030-01-31T00:00:00.000Z',
      mode: 'frozen',
      rate: 1,
    })
    expect(await readClockOfNew('x60')).toMatchObject({ mode: 'realtime', rate: 60 })
    expect(await readClockOfNew({ mode: 'frozen', now: '2030-01-31T00:00:00Z' })).toMatchObject({
      mode: 'frozen',
    })
    await expect(dock.createAccount({ clock: 'x0' })).rejects.toThrow(/clock: must be .* not 'x0'/)
  })

  it.each([[5], [null], ['mine'], [[]]])('createAccount refuses %j as its input', async (given) => {
    const made: unknown = Reflect.apply(dock.createAccount, dock, [given])
    await expect(made).rejects.toThrow(/createAccount takes an object such as/)
  })

  it('createAccount and startDrydock refuse a seed that is no whole number', async () => {
    await expect(dock.createAccount({ seed: 1.5 })).rejects.toThrow(
      /seed must be a whole number, or a text, not 1\.5/,
    )
    await expect(startDrydock({ seed: 1.5 })).rejects.toThrow(/seed: must be a whole number/)
  })

  it('an account has the same keys after a restart with its data file, and in a new simulator with the same seed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drydock-library-'))
    const data = join(folder, 'state.db')
    const first = await startDrydock({ seed: 'again', data })
    const { keys } = await first.createAccount({ id: 'mine' })
    await first.close()
    const [second, third] = [await startDrydock({ data }), await startDrydock({ seed: 'again' })]
    const [kept] = (await second.accounts()).filter(({ id }) => id === 'mine')
    const derived = await third.createAccount({ id: 'mine' })
    expect([{ ...kept?.keys }, { ...derived.keys }]).toEqual([{ ...keys }, { ...keys }])
    expect(second.seed).toBe('again')
    await Promise.all([second.close(), third.close()])
    rmSync(folder, { recursive: true })
  })

  it('a simulator with a control token refuses control calls without the token, and its own methods send the token', async () => {
    const other = await startDrydock({ controlToken: 'sesame' })
    expect(await other.faults.list()).toEqual([])
    await expect(connectDrydock(other.url)).rejects.toMatchObject({
      code: 'CONTROL.TOKEN.INVALID',
      status: 401,
    })
    const remote = await connectDrydock(`${other.url}/`, { controlToken: 'sesame' })
    expect([remote.url, remote.keys.test]).toEqual([other.url, other.keys.test])
    await other.close()
    await expect(connectDrydock(other.url, { controlToken: 'sesame' })).rejects.toThrow(UnreachableError)
  })
})
