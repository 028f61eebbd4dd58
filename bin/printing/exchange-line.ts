import { styleText } from 'node:util'
import { neutralise } from '../../src/conformance/report/neutral-text.ts'
import type { LostResponse } from '../../src/simulator/requests/request-log.ts'
import { showInstant } from './account-time.ts'

/** An exchange with the service, as one line for people. */
export interface ExchangeLine {
  /** ISO 8601, on the account's clock. */
  readonly at: string
  /** Whether the machine's clock shows the same time. */
  readonly isWallTime: boolean
  /** Shown if it is not the default account. */
  readonly account: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly errorCode: string | null
  readonly durationMs: number
  /** Faults and magic values that influenced the result. */
  readonly decidedBy: readonly string[]
  /** The fault that kept the response from the client. */
  readonly lost: LostResponse | null
}

/** Returns the line, with colours if stdout is a terminal with colours or the environment asks for them. */
export function showExchange(exchange: ExchangeLine): string {
  const { at, account, method, path, durationMs, decidedBy } = exchange
  return [
    styleText('dim', neutralise(showInstant(at, exchange.isWallTime))),
    ...(account === 'default' ? [] : [styleText('magenta', neutralise(account))]),
    neutralise(method).padEnd(6),
    neutralise(path),
    showOutcome(exchange),
    styleText('dim', `${durationMs.toFixed(1)} ms`),
    ...(decidedBy.length === 0 ? [] : [styleText('yellow', `by ${neutralise(decidedBy.join(', '))}`)]),
  ].join('  ')
}

function showOutcome({ status, errorCode, lost }: ExchangeLine): string {
  const outcome = [status, ...(errorCode === null ? [] : [neutralise(errorCode)])].join(' ')
  if (lost === null) return styleText(colourOf(status), outcome)
  const carriedOut = `${lost.phase} the request was carried out`
  // After a reset the client sees no status, and a request that was not carried out has none.
  const shown = lost.phase === 'before' && lost.mode === 'reset' ? '' : `${outcome}, `
  return styleText('red', `${shown}response lost: ${neutralise(lost.mode)} ${carriedOut}`)
}

function colourOf(status: number): 'green' | 'yellow' | 'red' {
  if (status < 400) return 'green'
  return status < 500 ? 'yellow' : 'red'
}
