import type { AccountControls } from '../../src/client/account.ts'
import { DrydockError } from '../../src/client/http/drydock-error.ts'
import { openHttpResponse, sendHttpRequest } from '../../src/client/http/exchange.ts'
import { describeRequestError, getRequestErrorCode } from '../../src/client/http/failure-reason.ts'
import { UnreachableError } from '../../src/client/http/unreachable-error.ts'
import { renderCommandLine } from '../../src/server/command-line.ts'
import type { DiscoveryBody } from '../../src/simulator/bodies/control/accounts.ts'
import { describeClockSpeed, followsWallClock } from '../printing/account-time.ts'
import { tokenAdvice } from '../remote.ts'
import { type Check, createFailedCheck, createPassedCheck } from './check.ts'

/** The maximum time of each request, so that all checks end within ten seconds. */
export const checkTimeoutMs = 3_000

/** Checks that a simulator responds at the URL. `discover` is the first call of the control protocol. */
export async function checkAddress(url: string, discover: () => Promise<DiscoveryBody>): Promise<Check> {
  try {
    const { implementation } = await discover()
    return createPassedCheck(
      'address',
      `${implementation.name} ${implementation.version} responds at ${url}.`,
    )
  } catch (error) {
    if (error instanceof DrydockError) {
      const advice = error.code === 'CONTROL.TOKEN.INVALID' ? tokenAdvice : error.suggestion
      return createFailedCheck('address', `The simulator at ${url} refuses: ${error.message}`, advice)
    }
    if (!(error instanceof UnreachableError)) throw error
    const found = await describeResponder(url)
    return found === undefined
      ? createFailedCheck(
          'address',
          error.message,
          'Start it with drydock serve, or name its address with --url.',
        )
      : createFailedCheck(
          'address',
          `${error.message} ${found}`,
          `If it is another program, choose another port: drydock serve --port 0 finds a free one. Then give its address to --url.`,
        )
  }
}

/** Describes the program that responds at a URL; undefined if none does. */
async function describeResponder(url: string): Promise<string | undefined> {
  try {
    const response = await openHttpResponse({
      url,
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(checkTimeoutMs),
    })
    response.destroy()
    const { server } = response.headers
    return `A program there responds to GET / with status ${response.statusCode}${server === undefined ? '' : ` and the header Server: ${server}`}.`
  } catch (error) {
    const code = getRequestErrorCode(error) ?? ''
    if (Object(error).name === 'AbortError')
      return `No program there responds to GET / within ${checkTimeoutMs / 1_000} seconds.`
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
        return createFailedCheck(
          id,
          `The ${id} of ${account.id} could not be read. ${error.message}`,
          'The simulator may be busy. Run drydock doctor again.',
        )
      }),
    ),
  )
}

async function checkClock({ id, clock }: AccountControls, url: string): Promise<Check> {
  const body = await clock.get()
  if (followsWallClock(body)) return createPassedCheck('clock', `The clock of ${id} shows the real time.`)
  const pace = describeClockSpeed(body)
  return createFailedCheck(
    'clock',
    `The clock of ${id} does not show the real time: ${body.now}, ${pace}.`,
    body.mode === 'frozen'
      ? `If a test has left it so: ${renderCommandLine(url, id, 'clock run')}, or ${renderCommandLine(url, id, 'reset')}`
      : `Time never runs backwards. If a test has left it so: ${renderCommandLine(url, id, 'reset')}`,
  )
}

/** Checks that the account has no faults. */
async function checkFaults({ id, faults }: AccountControls, url: string): Promise<Check> {
  const activeFaults = (await faults.list()).filter(({ remaining }) => remaining !== 0)
  if (activeFaults.length === 0) return createPassedCheck('faults', `The account ${id} has no faults.`)
  const named = activeFaults.map(
    (fault) => `${fault.target} ${fault.mode} (${fault.id}, triggered ${fault.hits} times)`,
  )
  return createFailedCheck(
    'faults',
    `The account ${id} has faults: ${named.join(', ')}.`,
    `If a test has left them: ${renderCommandLine(url, id, 'fault clear')}`,
  )
}

/** Checks that this machine can reach the webhook of the account. */
async function checkWebhook({ id, webhook }: AccountControls, simulatorUrl: string): Promise<Check> {
  const { url } = await webhook.get()
  if (url === null) return createPassedCheck('webhook', `The account ${id} has no webhook.`)
  try {
    const { status } = await sendHttpRequest({
      url,
      method: 'HEAD',
      headers: {},
      signal: AbortSignal.timeout(checkTimeoutMs),
    })
    return createPassedCheck('webhook', `The webhook of ${id}, ${url}, responds (HEAD: ${status}).`)
  } catch (error) {
    return createFailedCheck(
      'webhook',
      `The webhook of ${id}, ${url}, cannot be reached from here: ${describeRequestError(error)}.`,
      `Start your receiver, or name another URL: ${renderCommandLine(simulatorUrl, id, 'webhook set URL')}. drydock webhook listen is a receiver to try.`,
    )
  }
}
