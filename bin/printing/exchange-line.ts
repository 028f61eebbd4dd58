import { styleText } from 'node:util'
import { neutralise } from '../../src/conformance/report/neutral-text.ts'
import type { LostResponse } from '../../src/simulator/requests/request-log.ts'
import { formatInstant } from './account-time.ts'

/** A request to the service and its response, for one line of output. */
export interface ExchangeLine {
  /** ISO 8601, on the account's clock. */
  readonly at: string
  /** Whether the machine's clock shows the same time as the account's. */
  readonly isWallTime: boolean
  /** The id of the account, which the line shows unless it is `default`. */
  readonly account: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly errorCode: string | null
  readonly durationMs: number
  /** The faults and magic values that changed the result. */
  readonly decidedBy: readonly string[]
  /** The fault that kept the response from the client. */
  readonly lost: LostResponse | null
}

/** Formats a request and its response as one line, with colours if stdout or the environment allows them. */
export function formatExchange(exchange: ExchangeLine): string {
  const { at, account, method, path, durationMs, decidedBy } = exchange
  return [
    styleText('dim', neutralise(formatInstant(at, exchange.isWallTime))),
    ...(account === 'default' ? [] : [styleText('magenta', neutralise(account))]),
    neutralise(method).padEnd(6),
    neutralise(path),
    formatOutcome(exchange),
    styleText('dim', `${durationMs.toFixed(1)} ms`),
    ...(decidedBy.length === 0 ? [] : [styleText('yellow', `by ${neutralise(decidedBy.join(', '))}`)]),
  ].join('  ')
}

function formatOutcome({ status, errorCode, lost }: ExchangeLine): string {
  const outcome = [status, ...(errorCode === null ? [] : [neutralise(errorCode)])].join(' ')
  if (lost === null) return styleText(chooseStatusColour(status), outcome)
  const carriedOut = `${lost.phase} the request was carried out`
  // If a fault resets the connection before the request is carried out, there is no status to show.
  const shown = lost.phase === 'before' && lost.mode === 'reset' ? '' : `${outcome}, `
  return styleText('red', `${shown}response lost: ${neutralise(lost.mode)} ${carriedOut}`)
}

function chooseStatusColour(status: number): 'green' | 'yellow' | 'red' {
  if (status < 400) return 'green'
  return status < 500 ? 'yellow' : 'red'
}
