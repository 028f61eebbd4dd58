import { styleText } from 'node:util'
import { neutralise } from '../../src/conformance/report/neutral-text.ts'
import type { ServedExchange, ServedHold } from '../../src/server/drydock-server.ts'
import { isWallClockTime } from './account-time.ts'
import { formatExchange } from './exchange-line.ts'
import { print } from './output.ts'

/** How long a line may wait before it is printed, so that several lines are printed at once. */
const groupIntervalMs = 20

/** Returns functions that print requests in groups, so that printing does not slow the server down. */
export function createRequestPrinter({ asJson }: { readonly asJson: boolean }) {
  let lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (lines.length > 0) print(`${lines.join('\n')}\n`)
    lines = []
  }
  const printLine = (line: string): void => {
    lines.push(line)
    timer ??= setTimeout(flush, groupIntervalMs)
  }
  return {
    print: (exchange: ServedExchange): void =>
      printLine(asJson ? JSON.stringify(toExchangeRecord(exchange)) : formatServedExchange(exchange)),
    printHold: (hold: ServedHold): void =>
      printLine(asJson ? JSON.stringify(toLoopHoldRecord(hold)) : formatEventLoopBlock(hold)),
    flush,
  }
}

function formatServedExchange(exchange: ServedExchange): string {
  const { atMs, durationMs } = exchange
  const at = new Date(atMs).toISOString()
  return formatExchange({ ...exchange, at, isWallTime: isWallClockTime(atMs, { tookMs: durationMs }) })
}

function formatEventLoopBlock({ atMs, heldMs, method, path }: ServedHold): string {
  const holder = method === null || path === null ? 'work outside of requests' : `${method} ${path}`
  const text = `No other request ran for ${Math.round(heldMs)} ms: ${neutralise(holder)} blocked the event loop`
  return `${new Date(atMs).toISOString()}  ${styleText('yellow', text)}`
}

/** Returns the JSON record of work that blocked the event loop. Unlike the record of a request, it has no `id`. */
function toLoopHoldRecord({ atMs, heldMs, method, path }: ServedHold) {
  return { event: 'loop_held', at: new Date(atMs).toISOString(), held_ms: Math.round(heldMs), method, path }
}

/** Returns the JSON record of a request, with the field names of the control protocol's request log. */
function toExchangeRecord(exchange: ServedExchange) {
  return {
    id: exchange.id,
    at: new Date(exchange.atMs).toISOString(),
    account: exchange.account,
    method: exchange.method,
    path: exchange.path,
    status: exchange.status,
    error_code: exchange.errorCode,
    duration_ms: Math.round(exchange.durationMs * 1000) / 1000,
    decided_by: exchange.decidedBy,
    ...(exchange.lost !== null && { lost: exchange.lost }),
  }
}
