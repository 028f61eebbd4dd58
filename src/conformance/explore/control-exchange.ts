import type { Exchange } from '../http/exchange.ts'
import { quoted } from '../http/shell-word.ts'
import type { ControlCall } from './cast.ts'

/** A call of the control protocol as reports show requests. What it answers may hold keys, and is left out. */
export function controlExchange(call: ControlCall, controlUrl: string | undefined): Exchange {
  const { method, path, status } = call
  const url = `${controlUrl ?? ''}${path}`
  const body = call.body === undefined ? null : JSON.stringify(call.body)
  const data =
    body === null ? [] : ['-H', quoted('Content-Type: application/json'), '--data-raw', quoted(body)]
  return {
    request: { method, url, headers: {}, body },
    response: { status, headers: {}, body: '' },
    failure: null,
    curl: ['curl', '-i', '-X', method, ...data, quoted(url)].join(' '),
    duration_ms: 0,
  }
}
