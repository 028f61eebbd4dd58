import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { connectDrydock } from '../src/client/http/connection.ts'
import { sendHttpRequest } from '../src/client/http/exchange.ts'
import { runDrydock, serveDrydock, spawnDrydock } from '../test/support/commands/built-command.ts'
import { buildPreload } from '../test/support/commands/preload.ts'
import { TestClient } from '../test/support/test-client.ts'

const testKey = 'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'
const folder = mkdtempSync(join(tmpdir(), 'drydock-serve-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sendGet = (url: string, path: string) => new TestClient(url).send({ path })
const getWallet = (url: string) => new TestClient(url).send({ path: '/v1/wallet', key: testKey })

/** A path with a percent-encoded key and control characters of a terminal. */
const hostilePath = '/v1/labels/pr%5Flive_%30123456789abcdef0123456789abcdef%0A%1B%5B31mX%C2%9B%E2%80%AE'

describe('drydock serve', () => {
  it.concurrent('drydock serve prints its URL once, and a curl command for a first request that works', async () => {
    const { url, stop } = await serveDrydock(['--seed', '7'])
    expect((await getWallet(url)).status).toBe(200)
    const { status, stdout, stderr } = await stop()
    expect(stdout.match(/^drydock listening on /gm)).toHaveLength(1)
    expect(stdout).toContain(`curl ${url}/v1/wallet -H 'Authorization: Bearer ${testKey}'`)
    expect(stdout).toContain(`  dashboard  ${url}/dashboard\n  reference  ${url}/docs\n`)
    expect(stdout).toMatch(/live key {3}pr_live_d0c0/)
    expect(stdout).toMatch(/kept in {4}memory: nothing survives/)
    expect(stdout).toMatch(/seed {7}7\n/)
    expect(stdout).toMatch(/control {4}\S+\/_drydock, no token/)
    expect(stdout).not.toContain('\u001b')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it.concurrent('drydock serve prints no dashboard URL without a dashboard', async () => {
    const { url, stop } = await serveDrydock(['--no-control'])
    const { stdout } = await stop()
    expect(stdout).toContain(`reference  ${url}/docs\n`)
    expect(stdout).not.toContain('dashboard')
  })

  it.concurrent('drydock serve logs each request with its outcome and its reasons', async () => {
    const { url, stop } = await serveDrydock()
    await runDrydock(['fault', 'add', 'api', 'error', '--code', 'AUTH.KEY.REVOKED', '--url', url])
    await getWallet(url)
    await sendGet(url, '/v1/nowhere')
    await sendGet(url, hostilePath)
    await (await connectDrydock(url)).clock.advance('1h')
    await getWallet(url)
    const { stdout } = await stop()
    const log = stdout.slice(stdout.indexOf('listening on')).split('\n')
    // After the clock was advanced, the account's times differ from the machine's.
    expect(log.filter((line) => line.includes('Z (account)  GET'))).toEqual([log.at(-2)])
    expect(log[1]).toMatch(
      /^\S+Z {2}GET {5}\/v1\/wallet {2}401 AUTH\.KEY\.REVOKED {2}[\d.]+ ms {2}by fault flt_\w+$/,
    )
    expect(log[2]).toMatch(/^\S+Z {2}GET {5}\/v1\/nowhere {2}404 REQUEST\.ROUTE\.NOT_FOUND {2}[\d.]+ ms$/)
    expect(log[3]).toContain(`GET     /v1/labels/pr_live_…cdef\\n\\u001b[31mX\\u009b\\u202e  401`)
    expect(log).toHaveLength(6)
  })

  it.concurrent('drydock serve prints only its URL with --quiet', async () => {
    const { url, stop } = await serveDrydock(['--quiet'])
    await getWallet(url)
    expect(await stop()).toMatchObject({ status: 0, stdout: `drydock listening on ${url}\n`, stderr: '' })
  })

  it.concurrent('drydock serve writes its log as JSON lines with --json', async () => {
    const { url, stop } = await serveDrydock(['--json'])
    await getWallet(url)
    const { faults } = await connectDrydock(url)
    await faults.add({ target: 'api', operation: 'GET /v1/wallet', mode: 'reset', times: 1 })
    await expect(getWallet(url)).rejects.toThrow()
    await sendGet(url, hostilePath)
    const [listening, logged = '', lost = '', hostile = '', ...rest] = (await stop()).stdout.split('\n')
    expect(listening).toBe(`drydock listening on ${url}`)
    expect(JSON.parse(logged)).toEqual({
      id: expect.stringMatching(/^req_/),
      at: expect.stringMatching(/Z$/),
      account: 'default',
      method: 'GET',
      path: '/v1/wallet',
      status: 200,
      error_code: null,
      duration_ms: expect.any(Number),
      decided_by: [],
    })
    expect(JSON.parse(lost)).toMatchObject({ path: '/v1/wallet', lost: { mode: 'reset', phase: 'before' } })
    expect(hostile).toMatch(/^[\x20-\x7e…]*$/)
    expect(JSON.parse(hostile)).toMatchObject({ path: '/v1/labels/pr_live_…cdef\n\u001b[31mX\u009b\u202e' })
    expect(rest).toEqual([''])
  })

  it.concurrent.each([
    ['for people', [], /^\S+Z {2}No other request ran for \d+ ms: (.*) blocked the event loop$/gm],
    ['as JSON', ['--json'], /^\{"event":"loop_held","at":"\S+Z","held_ms":\d+,"method":(.*)\}$/gm],
  ])('drydock serve logs work that blocks the event loop for over 250 ms %s', async (_, words, line) => {
    const preloads = [await buildPreload('test/support/commands/loop-holder.ts')]
    const { url, child, stop } = await serveDrydock(words, { preloads })
    const body = { name: 'hold the loop' }
    const client = new TestClient(url)
    expect((await client.send({ method: 'POST', path: '/v1/rates?of=1', key: testKey, body })).status).toBe(
      422,
    )
    child.send('hold the loop')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await getWallet(url)
    const { stdout } = await stop()
    const held = [...stdout.matchAll(line)].map(([, by]) => by)
    const [people, asJson] = [
      ['POST /v1/rates', 'work outside of requests'],
      ['"POST","path":"/v1/rates"', 'null,"path":null'],
    ]
    expect(held).toEqual(words.length === 0 ? people : asJson)
  })

  it.concurrent('drydock serve uses colours if they are requested', async () => {
    const running = spawnDrydock(['serve', '--port', '0'], { env: { FORCE_COLOR: '1' } })
    await running.printed(/^drydock listening on (\S+)$/m)
    expect((await running.stop()).stdout).toContain('\u001b[1mdrydock')
  })

  it.concurrent.each(['SIGINT', 'SIGHUP'] as const)(
    'drydock serve stops with exit status 0 on %s',
    async (signal) => {
      const { child, ended } = await serveDrydock()
      child.kill(signal)
      expect(await ended).toMatchObject({ status: 0, signal: null })
    },
  )

  it.concurrent('drydock serve waits at a signal for the end of active requests, and stops at once at a second signal', async () => {
    const { child, ended, url } = await serveDrydock()
    const { faults } = await connectDrydock(url)
    await faults.add({ target: 'api', mode: 'slow_body', latency_ms: 10_000 })
    const cut = expect(getWallet(url)).rejects.toThrow('got no response')
    await vi.waitFor(async () => expect(await faults.list()).toMatchObject([{ hits: 1 }]))
    child.kill('SIGTERM')
    const knock = { url, method: 'GET', headers: { Connection: 'close' } }
    await vi.waitFor(() => expect(sendHttpRequest(knock)).rejects.toThrow('ECONNREFUSED'))
    expect(child.exitCode).toBeNull()
    child.kill('SIGINT')
    expect((await ended).status).toBe(128 + 2)
    await cut
  })

  it.concurrent('drydock serve stops at once with status 130 at a second Ctrl-C within a second, and leaves no lock', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drydock-stopped-'))
    const { child, ended, url } = await serveDrydock(['--data', join(folder, 'data.db')])
    expect(readdirSync(folder).sort()).toEqual(['data.db', 'data.db.lock'])
    const { faults } = await connectDrydock(url)
    await faults.add({ target: 'api', mode: 'slow_body', latency_ms: 60_000 })
    const cut = expect(getWallet(url)).rejects.toThrow('got no response')
    await vi.waitFor(async () => expect(await faults.list()).toMatchObject([{ hits: 1 }]))
    child.kill('SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(child.exitCode).toBeNull()
    const secondAt = performance.now()
    child.kill('SIGINT')
    expect((await ended).status).toBe(130)
    // After the first signal, an active request has three seconds to end. The second signal ends the process without
    // waiting for the request.
    expect(performance.now() - secondAt).toBeLessThan(2_000)
    await cut
    expect(readdirSync(folder)).toEqual(['data.db'])
    rmSync(folder, { recursive: true })
  })

  it.concurrent('drydock serve advises another port if a program already uses its port', async () => {
    const { url, stop } = await serveDrydock()
    const { port } = new URL(url)
    const second = await runDrydock(['serve', '--port', port])
    await stop()
    expect(second).toMatchObject({ status: 2, stdout: '' })
    expect(second.stderr).toBe(
      `drydock: Port ${port} is in use. Stop the program that listens there, or choose another port with --port (0 for any free one).\n`,
    )
  })

  it.concurrent('drydock serve warns if other machines can reach a control protocol without a control token', async () => {
    const outcomes = [[], ['--control-token', 't'], ['--no-control']].map(async (words) => {
      const { stop } = await serveDrydock(['--host', '0.0.0.0', '--quiet', ...words])
      return (await stop()).stderr
    })
    const [open, guarded, off] = await Promise.all(outcomes)
    expect(open).toMatch(/can be reached from other machines.*--control-token/)
    expect([guarded, off]).toEqual(['', ''])
  })

  it.concurrent('drydock serve keeps running when the program that reads its output has ended', async () => {
    const { child, url, stop } = await serveDrydock()
    child.stdout?.destroy()
    expect((await getWallet(url)).status).toBe(200)
    expect((await getWallet(url)).status).toBe(200)
    expect(await stop()).toMatchObject({ status: 0, stderr: '' })
  })

  it.concurrent('drydock serve names the line of a mistake in a scenario, and leaves a damaged data file unchanged', async () => {
    const scenario = join(folder, 'mistake.yaml')
    writeFileSync(scenario, 'name: mistake\ndescription: none\ntimeline:\n  - at: soon\n')
    const data = join(folder, 'damaged.db')
    writeFileSync(data, 'damaged')
    const [byScenario, byData] = await Promise.all([
      runDrydock(['serve', '--port', '0', '--scenario', scenario]),
      runDrydock(['serve', '--port', '0', '--data', data]),
    ])
    expect(byScenario).toMatchObject({ status: 2, stdout: '' })
    expect(byScenario.stderr).toMatch(/mistake\.yaml:4:5 at must be a duration/)
    expect(byData).toMatchObject({ status: 2, stdout: '' })
    expect(byData.stderr).toContain(`${data}, line 1`)
  })

  it.concurrent('drydock serve reports when it stops that the data file could not be written', async () => {
    const data = join(folder, 'full.db')
    const { child, url, stop } = await serveDrydock(['--data', data, '--quiet'])
    spawnSync('prlimit', ['--pid', String(child.pid), '--fsize=1'])
    const { faults } = await connectDrydock(url)
    const fault = faults.add({ target: 'webhook', mode: 'drop' })
    await expect(fault).rejects.toMatchObject({ code: 'REQUEST.STORAGE.FAILED' })
    const { status, stderr } = await stop()
    expect(status).toBe(1)
    const trouble = 'the file has reached the largest size allowed.'
    const [atOnce, atTheEnd] = stderr.split('\n')
    expect(atOnce).toMatch(`drydock: ${data}: ${trouble}`)
    expect(atTheEnd).toBe(
      `drydock: The last changes could not be written to the data file and are lost: ${data}: ${trouble}`,
    )
  })

  it.concurrent('drydock serve applies its options also to the default account of an existing data file', async () => {
    const data = join(folder, 'stored.db')
    const readSettingsAfterStart = async (words: readonly string[]) => {
      const { url, stop } = await serveDrydock(['--quiet', '--data', data, ...words])
      const { clock, webhook, scenario } = await connectDrydock(url)
      const { mode, rate } = await clock.get()
      const seen = [mode, rate, (await webhook.get()).url, (await scenario.list()).running]
      await stop()
      return seen
    }
    expect(await readSettingsAfterStart([])).toEqual(['realtime', 1, null, null])
    const words = ['--clock', 'frozen', '--webhook-url', 'http://127.0.0.1:1/', '--scenario', 'peak-season']
    const frozen = ['frozen', 1, 'http://127.0.0.1:1/', 'peak-season']
    expect(await readSettingsAfterStart(words)).toEqual(frozen)
    expect(await readSettingsAfterStart([])).toEqual(frozen)
    expect(await readSettingsAfterStart(['--clock', 'x60'])).toEqual(['realtime', 60, ...frozen.slice(2)])
    expect(await readSettingsAfterStart(['--clock', 'realtime'])).toEqual(['realtime', 1, ...frozen.slice(2)])
  })

  it.concurrent('drydock serve prefers environment variables to the configuration file, and flags to environment variables', async () => {
    const config = join(folder, 'options.json')
    writeFileSync(config, JSON.stringify({ port: 0, seed: 1, quiet: true, clock: 'frozen', balance: 5 }))
    const readPrintedSeed = async (env: NodeJS.ProcessEnv, words: readonly string[]): Promise<string> => {
      const running = spawnDrydock(['serve', '--config', config, '--quiet=false', ...words], { env })
      const seed = await running.printed(/seed +(\S+)\n/)
      await running.stop()
      return seed
    }
    const seeds = [
      readPrintedSeed({}, []),
      readPrintedSeed({ DRYDOCK_SEED: '2' }, []),
      readPrintedSeed({ DRYDOCK_SEED: '2' }, ['--seed', '3']),
    ]
    expect(await Promise.all(seeds)).toEqual(['1', '2', '3'])
  })

  it.concurrent('drydock serve finds drydock.config.json in the folder it is started in', async () => {
    const project = mkdtempSync(join(folder, 'project-'))
    writeFileSync(join(project, 'drydock.config.json'), JSON.stringify({ port: 0, quiet: true }))
    const running = spawnDrydock(['serve'], { cwd: project })
    const url = await running.printed(/listening on (\S+)/)
    expect(await running.stop()).toMatchObject({ status: 0, stdout: `drydock listening on ${url}\n` })
  })
})
