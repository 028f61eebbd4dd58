import { execFile } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { serveTarget } from '../../../test/support/conformance/conformance-command.ts'
import {
  examineInMemory,
  makeReceiver,
  receiverSecret,
  serveReceiver,
} from '../../../test/support/conformance/receivers.ts'
import { wrongReceivers } from '../../../test/support/conformance/wrong-receivers.ts'
import { examineReceiver } from '../index.ts'
import { ledger } from '../ledger/ledger.ts'
import { formats } from '../report/formats/format.ts'
import { readWholeReport } from '../report/read-report.ts'
import { exitStatusOf } from '../report/report.ts'
import { renderCasesPage } from './cases-page.ts'
import { receiverCases } from './catalogue.ts'

const findWrongReceiver = (name: string) => {
  const [, mistakes, fails] = wrongReceivers.find(([what]) => what === name) ?? []
  if (mistakes === undefined || fails === undefined) throw new Error(`No receiver ${name}.`)
  return { receiver: makeReceiver(mistakes()), fails }
}

/** Runs a shell line without blocking this process, whose own server has to respond meanwhile. */
const runShell = (line: string) =>
  promisify(execFile)('bash', ['-c', line], {
    env: { ...process.env, DRYDOCK_WEBHOOK_SECRET: receiverSecret },
  })

describe('the catalogue of receiver cases', () => {
  it('the catalogue of test cases for webhook receivers equals its page in the documentation', async () => {
    const page = renderCasesPage(receiverCases, ledger)
    await expect(page).toMatchFileSnapshot('../../../docs/receiver-cases.md')
  })

  it('every test case for webhook receivers has a unique id, and each error case names a statement of the specification', () => {
    expect(new Set(receiverCases.map(({ id }) => id)).size).toBe(receiverCases.length)
    const known = new Set<string>(ledger.map(({ id }) => id))
    for (const { id, severity, judges } of receiverCases) {
      expect(id).toMatch(/^RECV-\d{3}$/)
      expect(judges.every((each) => known.has(each))).toBe(true)
      expect(severity === 'advice' || judges.length > 0, id).toBe(true)
    }
  })
})

describe('the receiver examination', () => {
  it('the examination of a webhook receiver passes a correct receiver over HTTP, and sends only to its URL', async () => {
    const paths = new Set<string>()
    const receiver = makeReceiver()
    const url = await serveReceiver(receiver, ({ url: path }) => paths.add(path ?? ''))
    const report = await examineReceiver({
      url: `${url}?from=dock`,
      secret: receiverSecret,
      timeoutMs: 2_000,
      countEffects: receiver.count,
    })
    expect(report.rules.filter(({ status }) => status !== 'passed')).toEqual([])
    expect(exitStatusOf(report)).toBe(0)
    expect([...paths]).toEqual(['/hooks?from=dock'])
  })

  it.each([
    'checks no signature',
    'compares only the first 60 digits',
    'looks up the data.id before it checks the signature',
    'marks an event as seen before it checks the signature',
    'refuses an event as repeated after a forged one with its data.id',
    'accepts any body with a signature that it accepted before',
    'acts on repeated deliveries',
    'is overloaded by concurrent deliveries',
    'never acts',
  ])('drydock webhook examine fails exactly the expected cases of a receiver that %s', async (name) => {
    const { receiver, fails } = findWrongReceiver(name)
    const { failed, report } = await examineInMemory(receiver)
    expect(failed).toEqual(fails)
    expect(exitStatusOf(report)).toBe(1)
  })

  it.each([
    // It refuses the two bodies that are no JSON with 400, which is another mistake.
    ['checks no signature', 20, '200'],
    [
      'refuses with 403',
      22,
      '403; if the receiver refuses with 403 on purpose, add --status-unauthorized 403',
    ],
  ])(
    'the report on a webhook receiver that %s has one cause for all forged deliveries with the same response',
    async (name, count, actual) => {
      const { report } = await examineInMemory(findWrongReceiver(name).receiver)
      expect(report.causes[0]).toMatchObject({ failed: count })
      expect(report.causes[0]?.rules[0]).toBe('RECV-004')
      expect(report.rules.find(({ id }) => id === 'RECV-004')?.actual).toBe(actual)
      const title = `Failed case: The receiver refuses a delivery with no signature: ${count} cases`
      expect(formats.console(report)).toContain(`\n${title}\n`)
      expect(formats.github(report)).toContain(`title=${title.replaceAll(':', '%3A')}`)
    },
  )

  it.each(['accepts deliveries without a signature', 'checks only the form of signatures'])(
    'the report on a webhook receiver that %s has a cause for each failed case',
    async (name) => {
      const { report, failed } = await examineInMemory(findWrongReceiver(name).receiver)
      expect(report.rules.filter(({ because }) => because !== null)).toEqual([])
      expect(report.causes.length).toBe(failed.length)
    },
  )

  it.each<[how: string, writeBody: (response: ServerResponse) => void]>([
    ['has 2 MB', (response) => response.end('x'.repeat(2_000_000))],
    ['never ends', (response) => response.write('first part')],
    ['breaks off', (response) => response.write('first part', () => response.destroy())],
  ])(
    'the examination of a webhook receiver reads only the status of a response whose body %s',
    async (_, writeBody) => {
      const url = await serveTarget((request, response) => {
        request.resume().on('end', () => writeBody(response.writeHead(200)))
      })
      const report = await examineReceiver({
        url,
        secret: receiverSecret,
        timeoutMs: 2_000,
        only: ['RECV-001'],
      })
      expect(report.stopped).toBeNull()
      expect(report.rules[0]?.status).toBe('passed')
      expect(report.rules[0]?.exchanges[0]?.response?.body).toMatch(/… \(the rest was not read\)$/)
    },
  )

  it('the examination of a webhook receiver does not follow a redirect', async () => {
    let visits = 0
    const elsewhere = await serveTarget((_, response) => {
      visits += 1
      response.end()
    })
    const url = await serveReceiver(
      makeReceiver({ before: () => ({ status: 307, headers: { location: elsewhere } }) }),
    )
    const report = await examineReceiver({ url, secret: receiverSecret })
    const [first] = report.rules
    expect(first).toMatchObject({
      status: 'failed',
      actual: expect.stringMatching(/^307, a redirect to http/),
    })
    expect(visits).toBe(0)
  })

  it('the examination of a webhook receiver skips all further cases if the receiver refuses genuine deliveries', async () => {
    const { report, failed } = await examineInMemory(makeReceiver(), { secret: 'whsec_another_secret' })
    expect(failed).toEqual(['RECV-001'])
    const forged = report.rules.find(({ id }) => id === 'RECV-004')
    expect(forged).toMatchObject({ status: 'skipped', because: 'RECV-001' })
    expect(forged?.reason).toContain('with 401')
  })

  it('without countEffects, the examination of a webhook receiver skips cases about effects, and exits with 3 if no case is left', async () => {
    const { report } = await examineInMemory(makeReceiver(), { countEffects: undefined, only: ['RECV-04*'] })
    expect(report.summary).toMatchObject({ passed: 3, skipped: 7 })
    const acting = report.rules.find(({ id }) => id === 'RECV-043')
    expect(acting).toMatchObject({ status: 'skipped', unlock: ['--effect-command'] })
    const alone = await examineInMemory(makeReceiver(), { countEffects: undefined, only: ['RECV-043'] })
    expect(exitStatusOf(alone.report)).toBe(3)
  })

  it('a test case for webhook receivers is errored if countEffects returns no valid number', async () => {
    const { report } = await examineInMemory(makeReceiver(), { countEffects: () => -1, only: ['RECV-043'] })
    expect(report.rules[0]).toMatchObject({ status: 'errored', reason: expect.stringMatching(/not -1/) })
    expect(exitStatusOf(report)).toBe(1)
  })

  it('the examination of a webhook receiver exits with 3 if the receiver never responds', async () => {
    const report = await examineReceiver({ url: 'http://127.0.0.1:9/hooks', secret: receiverSecret })
    expect(report.stopped).toMatchObject({
      kind: 'unreachable',
      reason: expect.stringMatching(/ECONNREFUSED/),
    })
    expect(report.summary.skipped).toBe(receiverCases.length)
    expect(exitStatusOf(report)).toBe(3)
  })

  it('the examination of a webhook receiver stops once the receiver no longer responds, and reports the cases that ended before', async () => {
    let isGone = false
    const receiver = makeReceiver({
      before: ({ headers }) => {
        isGone ||= headers['pr-signature'] === undefined
        return isGone ? { status: 0, hangsUp: true } : undefined
      },
    })
    const { report, failed } = await examineInMemory(receiver, { only: ['RECV-00*', 'RECV-01*'] })
    expect(failed).toEqual(['RECV-004', 'RECV-005', 'RECV-006'])
    expect(report.stopped?.kind).toBe('unreachable')
    expect(report.rules.at(-1)?.status).toBe('skipped')
    expect(exitStatusOf(report)).toBe(3)
  })

  it('the examination of a webhook receiver skips the cases after the one in which the receiver ended', async () => {
    const server = createServer((request, response) => {
      const signature = request.headers['pr-signature']
      if (signature === undefined) {
        server.close()
        server.closeAllConnections()
      } else request.resume().on('end', () => response.writeHead(200).end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const report = await examineReceiver({
      url: `http://127.0.0.1:${port}/hooks`,
      secret: receiverSecret,
      only: ['RECV-00*'],
    })
    const statuses = report.rules.slice(3, 6).map(({ id, status }) => [id, status])
    expect(statuses).toEqual([
      ['RECV-004', 'failed'],
      ['RECV-005', 'skipped'],
      ['RECV-006', 'skipped'],
    ])
    expect(report.stopped?.kind).toBe('unreachable')
    expect(exitStatusOf(report)).toBe(3)
  })

  it('the examination of a webhook receiver reports the cases that ended before an AbortSignal stopped the examination', async () => {
    const stopping = new AbortController()
    const { report } = await examineInMemory(makeReceiver(), {
      signal: stopping.signal,
      onResult: ({ id }) => {
        if (id === 'RECV-003') stopping.abort()
      },
    })
    expect(report.stopped?.kind).toBe('interrupted')
    expect(report.summary).toMatchObject({ passed: 3, failed: 0 })
  })

  it('a failed case of severity "advice" fails the examination of a webhook receiver only if the option failOn is "advice"', async () => {
    const { receiver } = findWrongReceiver('compresses its response')
    const tolerant = await examineInMemory(receiver, { only: ['RECV-034'] })
    expect(tolerant.report.rules[0]?.status).toBe('failed')
    expect(exitStatusOf(tolerant.report)).toBe(0)
    expect(formats.console(tolerant.report)).toContain('Advice not followed:\n  RECV-034')
    const strict = await examineInMemory(receiver, { only: ['RECV-034'], failOn: 'advice' })
    expect(exitStatusOf(strict.report)).toBe(1)
    expect(strict.report.rules[0]?.again).toContain('--only RECV-034')
  })

  it('the examination of a webhook receiver runs selected cases in the order of the catalogue, not in that of `only`', async () => {
    const { report } = await examineInMemory(makeReceiver(), { only: ['RECV-060', 'RECV-001'] })
    expect(report.rules.map(({ id }) => id)).toEqual(['RECV-001', 'RECV-060'])
  })

  it('the examination of a webhook receiver accepts 403 for a wrong signature if the option statusUnauthorized is 403', async () => {
    const { receiver, fails } = findWrongReceiver('refuses with 403')
    const { failed } = await examineInMemory(receiver, { statusUnauthorized: 403, only: fails })
    expect(failed).toEqual([])
  })

  it('the examination of a webhook receiver fails the case RECV-036 if the receiver responds slowly but in time', async () => {
    const receiver = makeReceiver({ accepted: { status: 200, delayMs: 60 } })
    const options = { only: ['RECV-036'], skip: [], timeoutMs: 200 }
    expect((await examineInMemory(receiver, options)).failed).toEqual(['RECV-036'])
  })

  it('the examination of a webhook receiver fails the case RECV-031 if the receiver does not wait for a slow body', async () => {
    const url = await serveTarget((request, response) => {
      const timer = setTimeout(() => response.writeHead(408).end(), 100)
      request.resume().on('end', () => {
        clearTimeout(timer)
        response.end()
      })
    })
    const report = await examineReceiver({
      url,
      secret: receiverSecret,
      timeoutMs: 1_200,
      only: ['RECV-030', 'RECV-031'],
    })
    expect(report.rules.map(({ status }) => status)).toEqual(['passed', 'failed'])
  })
})

describe('a report of a receiver', () => {
  it('a report on a webhook receiver is complete in JSON, and names the failed cases in every format', async () => {
    const { report } = await examineInMemory(findWrongReceiver('checks no signature').receiver, {
      only: ['RECV-00*'],
    })
    expect(readWholeReport(formats.json(report), 'it')).toEqual(report)
    for (const render of Object.values(formats)) expect(render(report)).toContain('RECV-002')
    expect(formats.junit(report)).toContain('<testsuites name="drydock webhook examine"')
    expect(formats.html(report)).toContain('<h1>Receiver examination')
    expect(formats.markdown(report)).toMatch(/^# Receiver examination of /)
  })

  it('a report on a webhook receiver has neither the secret nor a signature, even if the receiver repeats them', async () => {
    const echo = await serveTarget((request, response) => {
      response.writeHead(200).end(`${request.headers['pr-signature']} of ${receiverSecret}`)
    })
    const report = await examineReceiver({ url: `${echo}?key=url-password-1`, secret: receiverSecret })
    for (const render of [...Object.values(formats), JSON.stringify]) {
      expect(render(report)).not.toContain(receiverSecret)
      expect(render(report)).not.toContain('url-password-1')
    }
    const [genuine] = report.rules
    expect(genuine?.exchanges[0]?.request.headers['PR-Signature']).toBe('sha256=[redacted]')
  })

  it.each(['RECV-044', 'RECV-053'])(
    'the report of the failed webhook receiver case %s shows only the deliveries of the event on which the app acted twice',
    async (id) => {
      const { receiver } = findWrongReceiver('acts on repeated deliveries')
      const { report } = await examineInMemory(receiver, { only: [id] })
      const [rule] = report.rules
      const [labelId] = /lbl_examine\w+/.exec(rule?.expected ?? '') ?? []
      expect(rule?.exchanges.map(({ curl }) => /"id":"(\w+)"/.exec(curl)?.[1])).toEqual([labelId, labelId])
    },
  )

  it.each(['RECV-001', 'RECV-002', 'RECV-009', 'RECV-012', 'RECV-016', 'RECV-018', 'RECV-028', 'RECV-063'])(
    'the curl line in the report of the failed webhook receiver case %s sends the same delivery again',
    async (id) => {
      const bodies: string[] = []
      const url = await serveTarget(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        bodies.push(`${request.headers['pr-signature']} ${Buffer.concat(chunks).toString('latin1')}`)
        response.end()
      })
      const { rules } = await examineReceiver({ url, secret: receiverSecret, only: [id] })
      const sent = bodies.splice(0).at(-1)
      await runShell(rules[0]?.exchanges.at(-1)?.curl ?? '')
      expect(bodies).toEqual([sent])
    },
  )
})
