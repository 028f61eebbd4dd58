import { styleText } from 'node:util'
import { neutralise } from '../../src/conformance/report/neutral-text.ts'
import type { ServedExchange, ServedHold } from '../../src/server/drydock-server.ts'
import { isWallClockTime } from './account-time.ts'
import { showExchange } from './exchange-line.ts'
import { print } from './output.ts'

const holdMs = 20

/** Prints exchanges in groups, so that printing does not slow down serving. */
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
    timer ??= setTimeout(flush, holdMs)
  }
  return {
    print: (exchange: ServedExchange): void =>
      printLine(asJson ? JSON.stringify(exchangeToWire(exchange)) : showLine(exchange)),
    printHold: (hold: ServedHold): void =>
      printLine(asJson ? JSON.stringify(holdToWire(hold)) : showHold(hold)),
    flush,
  }
}

function showLine(exchange: ServedExchange): string {
  const { atMs, durationMs } = exchange
  const at = new Date(atMs).toISOString()
  return showExchange({ ...exchange, at, isWallTime: isWallClockTime(atMs, { tookMs: durationMs }) })
}

function showHold({ atMs, heldMs, method, path }: ServedHold): string {
  const holder = method === null || path === null ? 'work outside of requests' : `${method} ${path}`
  const text = `Nothing else ran for ${Math.round(heldMs)} ms: ${neutralise(holder)} held the event loop`
  return `${new Date(atMs).toISOString()}  ${styleText('yellow', text)}`
}

/** The note has no `id`, which tells it apart from an exchange. */
function holdToWire({ atMs, heldMs, method, path }: ServedHold) {
  return { event: 'loop_held', at: new Date(atMs).toISOString(), held_ms: Math.round(heldMs), method, path }
}

/** Returns the field names of the control protocol's request log. */
function exchangeToWire(exchange: ServedExchange) {
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
