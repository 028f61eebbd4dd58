import type { ServedExchange } from '../src/server/drydock-server.ts'
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
  return {
    print: (exchange: ServedExchange): void => {
      lines.push(asJson ? JSON.stringify(toWire(exchange)) : show(exchange))
      timer ??= setTimeout(flush, holdMs)
    },
    flush,
  }
}

function show(exchange: ServedExchange): string {
  const { atMs, durationMs } = exchange
  const at = new Date(atMs).toISOString()
  return showExchange({ ...exchange, at, isWallTime: isWallClockTime(atMs, { tookMs: durationMs }) })
}

/** The field names of the control protocol's request log. */
function toWire(exchange: ServedExchange) {
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
