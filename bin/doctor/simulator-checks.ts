import type { AccountControls } from '../../src/client/account.ts'
import { DrydockError } from '../../src/client/http/drydock-error.ts'
import { exchange, openExchange } from '../../src/client/http/exchange.ts'
import { failureCode, failureReason } from '../../src/client/http/failure-reason.ts'
import { UnreachableError } from '../../src/client/http/unreachable-error.ts'
import { commandLine } from '../../src/server/command-line.ts'
import type { DiscoveryBody } from '../../src/simulator/bodies/control/accounts.ts'
import { describePace, followsWallClock } from '../printing/account-time.ts'
import { tokenAdvice } from '../remote.ts'
import { type Check, failedCheck, passedCheck } from './check.ts'

/** The maximum time of each request, so that the checks end within ten seconds. */
export const checkLimitMs = 3_000

/** Checks that a simulator responds at the URL. `discover` is the first call of the control protocol. */
export async function checkAddress(url: string, discover: () => Promise<DiscoveryBody>): Promise<Check> {
  try {
    const { implementation } = await discover()
    return passedCheck('address', `${implementation.name} ${implementation.version} responds at ${url}.`)
  } catch (error) {
    if (error instanceof DrydockError) {
      const advice = error.code === 'CONTROL.TOKEN.INVALID' ? tokenAdvice : error.suggestion
      return failedCheck('address', `The simulator at ${url} refuses: ${error.message}`, advice)
    }
    if (!(error instanceof UnreachableError)) throw error
    const found = await describeResponder(url)
    return found === undefined
      ? failedCheck('address', error.message, 'Start it with drydock serve, or name its address with --url.')
      : failedCheck(
          'address',
          `${error.message} ${found}`,
          `If it is another program, choose another port: drydock serve --port 0 finds a free one. Then give its address to --url.`,
        )
  }
}

/** Describes another program that responds at a URL; undefined if nothing does. */
async function describeResponder(url: string): Promise<string | undefined> {
  try {
    const response = await openExchange({
      url,
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(checkLimitMs),
    })
    response.destroy()
    const { server } = response.headers
    return `A program there responds to GET / with status ${response.statusCode}${server === undefined ? '' : ` and the header Server: ${server}`}.`
  } catch (error) {
    const code = failureCode(error) ?? ''
    if (Object(error).name === 'AbortError')
      return `No program there responds to GET / within ${checkLimitMs / 1_000} seconds.`
    return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].includes(code)
      ? undefined
      : 'A program there does not speak HTTP.'
  }
}

/** Checks an account. The commands in the advice name the simulator at `url`. */
export function checkAccount(account: AccountControls, url: string): Promise<readonly Check[]> {
  const checks = { clock: checkClock, faults: checkFaults, webhook: checkWebhook }
  return Promise.all(
    Object.entries(checks).map(([id, check]) =>
      check(account, url).catch((error: unknown) => {
        if (!(error instanceof UnreachableError)) throw error
        return failedCheck(
          id,
          `The ${id} of ${account.id} could not be read. ${error.message}`,
          'The simulator may be busy. Try again.',
        )
      }),
    ),
  )
}

async function checkClock({ id, clock }: AccountControls, url: string): Promise<Check> {
  const body = await clock.get()
  if (followsWallClock(body)) return passedCheck('clock', `The clock of ${id} shows the real time.`)
  const pace = describePace(body)
  return failedCheck(
    'clock',
    `The clock of ${id} does not show the real time: ${body.now}, ${pace}.`,
    body.mode === 'frozen'
      ? `If a test has left it so: ${commandLine(url, id, 'clock run')}, or ${commandLine(url, id, 'reset')}`
      : `Time never runs backwards. If a test has left it so: ${commandLine(url, id, 'reset')}`,
  )
}

/** Checks that no fault is left on. */
async function checkFaults({ id, faults }: AccountControls, url: string): Promise<Check> {
  const on = (await faults.list()).filter(({ remaining }) => remaining !== 0)
  if (on.length === 0) return passedCheck('faults', `The account ${id} has no faults.`)
  const named = on.map(
    (fault) => `${fault.target} ${fault.mode} (${fault.id}, triggered ${fault.hits} times)`,
  )
  return failedCheck(
    'faults',
    `The account ${id} has faults: ${named.join(', ')}.`,
    `If a test has left them: ${commandLine(url, id, 'fault clear')}`,
  )
}

/** Checks that the webhook of an account answers, as seen from this machine. */
async function checkWebhook({ id, webhook }: AccountControls, simulatorUrl: string): Promise<Check> {
  const { url } = await webhook.get()
  if (url === null) return passedCheck('webhook', `The account ${id} has no webhook.`)
  try {
    const { status } = await exchange({
      url,
      method: 'HEAD',
      headers: {},
      signal: AbortSignal.timeout(checkLimitMs),
    })
    return passedCheck('webhook', `The webhook of ${id}, ${url}, responds (HEAD: ${status}).`)
  } catch (error) {
    return failedCheck(
      'webhook',
      `The webhook of ${id}, ${url}, cannot be reached from here: ${failureReason(error)}.`,
      `Start your receiver, or name another URL: ${commandLine(simulatorUrl, id, 'webhook set URL')}. drydock webhook listen is a receiver to try.`,
    )
  }
}
