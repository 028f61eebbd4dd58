import { styleText } from 'node:util'

/** One exchange with the service, as a person reads it on a line. */
export interface ExchangeLine {
  /** ISO 8601, on the account's clock. */
  readonly at: string
  /** Named where it is not the default one. */
  readonly account: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly errorCode: string | null
  readonly durationMs: number
  /** Faults and magic values. */
  readonly decidedBy: readonly string[]
}

/** In colours where stdout is a terminal that takes them, or the environment asks for them. */
export function showExchange(exchange: ExchangeLine): string {
  const { at, account, method, path, status, errorCode, durationMs, decidedBy } = exchange
  return [
    styleText('dim', at),
    ...(account === 'default' ? [] : [styleText('magenta', account)]),
    method.padEnd(6),
    path,
    styleText(colourOf(status), [status, ...(errorCode === null ? [] : [errorCode])].join(' ')),
    styleText('dim', `${durationMs.toFixed(1)} ms`),
    ...(decidedBy.length === 0 ? [] : [styleText('yellow', `by ${decidedBy.join(', ')}`)]),
  ].join('  ')
}

function colourOf(status: number): 'green' | 'yellow' | 'red' {
  if (status < 400) return 'green'
  return status < 500 ? 'yellow' : 'red'
}
